/// P3DFFT++: slabs and pencils, every memory order.

#include <fmt/core.h>
#include <p3dfft.h>

#include <algorithm>
#include <array>
#include <complex>
#include <fftbench/registry.hpp>
#include <limits>
#include <type_traits>

#include "common/counts.hpp"
#include "common/fftw/effort.hpp"

namespace {

using namespace fftbench;

// P3DFFT++'s dimensions 0, 1, 2 (X, Y, Z) are axes 2, 1, 0 here.
using Three = std::array<int, 3>;

/// The numbers by which P3DFFT++ knows 1-D transforms of one precision, set by its setup().
struct Ids {
  int r2c, c2r, forward, backward;
};

template <class Real>
Ids ids() {
  if constexpr (std::is_same_v<Real, double>) {
    return {p3dfft::R2CFFT_D, p3dfft::C2RFFT_D, p3dfft::CFFT_FORWARD_D, p3dfft::CFFT_BACKWARD_D};
  } else {
    return {p3dfft::R2CFFT_S, p3dfft::C2RFFT_S, p3dfft::CFFT_FORWARD_S, p3dfft::CFFT_BACKWARD_S};
  }
}

/// The library's tables: cleanup() ends every plan there is, so it waits for the last of them.
/// Without it a later case would find its 1-D plans made.
class Library {
 public:
  Library() { p3dfft::setup(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() { p3dfft::cleanup(); }
};

/// Bytes of the largest pencils that a rank may come to hold, as find_plan() in the library counts.
double largest_buffer(const Problem& problem, const Extents& grid) {
  const Extents n = problem.spectrum_shape();
  Index largest = 0;
  for (std::size_t whole = 0; whole < 3; ++whole) {
    const Index first = n[(whole + 1) % 3], second = n[(whole + 2) % 3];
    for (const Index lines : {share(first, grid[0]) * share(second, grid[1]),
                              share(first, grid[1]) * share(second, grid[0])}) {
      largest = std::max(largest, n[whole] * (lines + 1));
    }
  }
  return static_cast<double>(largest) * static_cast<double>(problem.output_element_bytes());
}

p3dfft::DataGrid data_grid(const Extents& shape, bool halved, p3dfft::ProcGrid& ranks, Three map,
                           Three order) {
  Three n;
  for (std::size_t d = 0; d < 3; ++d) n[d] = static_cast<int>(shape[2 - d]);
  return {n.data(), halved ? 0 : -1, &ranks, map.data(), order.data()};
}

p3dfft::ProcGrid proc_grid(const Extents& grid, MPI_Comm comm) {
  Three ranks{1, static_cast<int>(grid[1]), static_cast<int>(grid[0])};
  return {ranks.data(), comm};
}

Layout layout(const p3dfft::DataGrid& grid) {
  Layout layout;
  layout.box = {Extents::filled(3, 0), Extents::filled(3, 0)};
  layout.stride = Extents::filled(3, 1);
  for (std::size_t d = 0; d < 3; ++d) {
    const std::size_t axis = 2 - d;
    layout.box.lo[axis] = grid.GlobStart[d];
    layout.box.hi[axis] = grid.GlobStart[d] + grid.Ldims[d];
    for (std::size_t faster = 0; faster < 3; ++faster) {
      if (grid.MemOrder[faster] < grid.MemOrder[d]) layout.stride[axis] *= grid.Ldims[faster];
    }
  }
  layout.size = layout.box.volume();
  return layout;
}

/// In: the elements of the input, real or complex.
template <class In>
class P3dfftPlan final : public Plan {
  using Real = decltype(std::real(In{}));
  using Out = std::complex<Real>;
  static constexpr bool real = std::is_same_v<In, Real>;

 public:
  P3dfftPlan(const Request& request, MPI_Comm comm, std::shared_ptr<Library> library)
      : request_(request),
        library_(std::move(library)),
        grid_(process_grid(request, ranks_of(comm))),
        overwrite_(request.settings.flag("overwrite")),
        ranks_(proc_grid(grid_, comm)),
        input_(data_grid(request.problem.shape, false, ranks_, {0, 1, 2}, {0, 1, 2})),
        output_(data_grid(request.problem.spectrum_shape(), real, ranks_, map(), order())) {}

  Layout input() const override { return layout(input_); }
  Layout output() const override { return layout(output_); }

  void commit(const Buffers& buffers) override {
    in_ = static_cast<In*>(buffers.input);
    out_ = static_cast<Out*>(buffers.output);
    const Ids id = ids<Real>();
    Three forward{real ? id.r2c : id.forward, id.forward, id.forward};
    Three backward{real ? id.c2r : id.backward, id.backward, id.backward};
    const p3dfft::trans_type3D forward_type(forward.data()), backward_type(backward.data());
    forward_ = std::make_unique<p3dfft::transform3D<In, Out>>(input_, output_, &forward_type);
    backward_ = std::make_unique<p3dfft::transform3D<Out, In>>(output_, input_, &backward_type);
  }

  void forward() override { forward_->exec(in_, out_, overwrite_); }
  void backward() override { backward_->exec(out_, in_, overwrite_); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    auto settings = request_.settings.all();
    settings["memory_order"] = memory_order();
    settings["exchange"] = std::string("alltoallv");
    settings["planner"] = fftw::effort_word(DEF_FFT_FLAGS);
    return {grid_, 1, settings};
  }

 private:
  bool natural() const { return request_.settings.text("order") == "natural"; }
  /// Which dimension of the process grid divides each dimension of the spectrum.
  Three map() const {
    if (!natural()) return {1, 2, 0};
    // Back to the input's own pencils takes one exchange more, and P3DFFT++'s planning of it reads
    // memory that it freed.
    const bool pencils = grid_[0] > 1 && grid_[1] > 1;
    return pencils ? Three{0, 2, 1} : Three{0, 1, 2};
  }
  std::string memory_order() const {
    const std::string& chosen = request_.settings.text("memory_order");
    if (chosen != "auto") return chosen;
    return natural() ? "012" : "120";
  }
  /// How many dimensions are faster in memory than each.
  Three order() const {
    const std::string slowest_first = memory_order();
    Three faster{};
    for (std::size_t place = 0; place < 3; ++place) {
      faster[static_cast<std::size_t>('2' - slowest_first[place])] = 2 - static_cast<int>(place);
    }
    return faster;
  }

  Request request_;
  std::shared_ptr<Library> library_;
  Extents grid_;
  bool overwrite_;
  p3dfft::ProcGrid ranks_;
  p3dfft::DataGrid input_, output_;
  std::unique_ptr<p3dfft::transform3D<In, Out>> forward_;
  std::unique_ptr<p3dfft::transform3D<Out, In>> backward_;
  In* in_ = nullptr;
  Out* out_ = nullptr;
};

class P3dfft final : public Driver {
 public:
  Description description() const override {
    return {.name = "p3dfft",
            .library = "P3DFFT++",
            .version = PACKAGE_VERSION,
            .dims = {3},
            .transforms = {Transform::c2c, Transform::r2c},
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .decompositions = {"slab", "pencil"},
            .options = {
                {"order",
                 "axis of the spectrum that is whole: transposed axis 0, natural the last, as in "
                 "the input",
                 {"transposed", "natural"}},
                {"memory_order",
                 "axes of the spectrum in memory, slowest first; auto: the local axis fastest",
                 {"auto", "120", "210", "012"}},
                {"overwrite", "the array transformed from may be used as scratch", {true, false}}}};
  }

  Support supports(const Request& request, int ranks) const override {
    const Problem& problem = request.problem;
    if (problem.transform == Transform::r2c && problem.shape.back() % 2 != 0) {
      return Support::no(
          fmt::format("P3DFFT++ takes the last axis of a real backward transform for even, but it "
                      "has {} points",
                      problem.shape.back()));
    }
    if (problem.placement == Placement::in_place && !request.settings.flag("overwrite")) {
      return Support::no("in place overwrites the input: overwrite=false is for out of place");
    }
    const double bytes = largest_buffer(problem, process_grid(request, ranks));
    if (bytes <= std::numeric_limits<int>::max()) return Support::yes();
    return Support::no(
        fmt::format("P3DFFT++ counts bytes in int, but a rank would hold {:.0f} of them", bytes));
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    auto library = library_.lock();
    if (!library) library_ = library = std::make_shared<Library>();
    const bool real = request.problem.transform == Transform::r2c;
    if (request.problem.precision == Precision::double_) {
      if (real) return std::make_unique<P3dfftPlan<double>>(request, comm, library);
      return std::make_unique<P3dfftPlan<std::complex<double>>>(request, comm, library);
    }
    if (real) return std::make_unique<P3dfftPlan<float>>(request, comm, library);
    return std::make_unique<P3dfftPlan<std::complex<float>>>(request, comm, library);
  }

 private:
  std::weak_ptr<Library> library_;
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(P3dfft)
