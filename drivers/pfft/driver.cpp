/// PFFT: slabs, pencils and bricks, its exchanges made of FFTW's transposes.

#include "pfft.hpp"

#include <algorithm>
#include <array>
#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>

#include "common/fftw/kinds.hpp"
#include "common/fftw/transpose.hpp"
#include "common/transforms.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::pfft;

using Three = std::array<std::ptrdiff_t, 3>;

bool transposed(const Request& request) {
  return request.settings.text("order") == "transposed";
}

bool in_place(const Request& request) {
  return request.problem.placement == Placement::in_place;
}

/// A Cartesian communicator: one axis for slabs, two for pencils, three for bricks.
class Mesh {
 public:
  Mesh(const Extents& grid, MPI_Comm comm) {
    for (const Index ranks : grid) ranks_.push_back(static_cast<int>(ranks));
    if (ranks_.size() == 2 && ranks_[1] == 1) ranks_.pop_back();
    if (Pfft<double>::create_mesh(axes(), comm, ranks_.data(), &comm_) != 0) {
      throw Error("PFFT made no process mesh of this grid");
    }
  }
  Mesh(const Mesh&) = delete;
  Mesh& operator=(const Mesh&) = delete;
  ~Mesh() { MPI_Comm_free(&comm_); }

  int axes() const { return static_cast<int>(ranks_.size()); }
  MPI_Comm comm() const { return comm_; }

 private:
  std::vector<int> ranks_;
  MPI_Comm comm_ = MPI_COMM_NULL;
};

template <class Real>
class PfftPlan final : public Plan {
  using P = Pfft<Real>;

 public:
  PfftPlan(const Request& request, MPI_Comm comm)
      : request_(request),
        grid_(process_grid(request, ranks_of(comm))),
        mesh_(grid_, comm),
        n_{request.problem.shape[0], request.problem.shape[1], request.problem.shape[2]} {
    const auto local_size = request.problem.complex_input() ? P::local_size_c2c
                            : request.problem.halved()      ? P::local_size_r2c
                                                            : P::local_size_r2r;
    Three ni{}, start_i{}, no{}, start_o{};
    allocated_ = local_size(3, n_.data(), n_.data(), n_.data(), request.problem.fields,
                            PFFT_DEFAULT_BLOCKS, PFFT_DEFAULT_BLOCKS, mesh_.comm(), forward_flags(),
                            ni.data(), start_i.data(), no.data(), start_o.data());
    row_ = ni[2];
    input_ = box(ni, start_i, request.problem.shape);
    output_ = box(no, start_o, request.problem.spectrum_shape());
  }

  Layout input() const override {
    const bool real = request_.problem.halved();
    Layout layout =
        real && in_place(request_) ? Layout::padded_rows(input_, row_) : Layout::row_major(input_);
    layout = layout.interleaved(request_.problem.fields);
    layout.size = real ? 2 * allocated_ : allocated_;
    return layout;
  }

  Layout output() const override {
    Layout layout = Layout::row_major(output_);
    if (transposed(request_)) {
      layout = mesh_.axes() == 1 ? Layout::ordered(output_, {1, 0, 2})
                                 : Layout::ordered(output_, {1, 2, 0});
    }
    layout = layout.interleaved(request_.problem.fields);
    layout.size = allocated_;
    return layout;
  }

  void commit(const Buffers& buffers) override {
    const unsigned out = forward_flags() | planning_flags();
    const unsigned in = backward_flags() | planning_flags();
    auto* field = static_cast<Real*>(buffers.input);
    auto* spectrum = static_cast<typename P::Complex*>(buffers.output);
    if (request_.problem.complex_input()) {
      auto* complex = static_cast<typename P::Complex*>(buffers.input);
      forward_.reset(made(P::plan_c2c, complex, spectrum, mesh_.comm(), PFFT_FORWARD, out));
      backward_.reset(made(P::plan_c2c, spectrum, complex, mesh_.comm(), PFFT_BACKWARD, in));
    } else if (request_.problem.halved()) {
      forward_.reset(made(P::plan_r2c, field, spectrum, mesh_.comm(), PFFT_FORWARD, out));
      backward_.reset(made(P::plan_c2r, spectrum, field, mesh_.comm(), PFFT_BACKWARD, in));
    } else {
      auto* real = static_cast<Real*>(buffers.output);
      const fftw::RealKinds kinds(request_.problem);
      forward_.reset(made(P::plan_r2r, field, real, mesh_.comm(), kinds.forward.data(), out));
      backward_.reset(made(P::plan_r2r, real, field, mesh_.comm(), kinds.backward.data(), in));
    }
    if (!forward_ || !backward_) throw Error("PFFT found no plan for this transform");
  }

  void forward() override { P::execute(forward_.get()); }
  void backward() override { P::execute(backward_.get()); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.logical_shape().volume());
  }

  Effective effective() const override {
    // It has FFTW transpose what a rank holds, too: by plans of no axis (kernel/sertrafo.c).
    return {.grid = grid_,
            .threads = 1,
            .settings = request_.settings.all(),
            .visible = {.fft = false}};
  }

 private:
  /// PFFT counts padding into the last axis.
  static Box box(const Three& extent, const Three& start, const Extents& shape) {
    Box box{Extents::filled(3, 0), Extents::filled(3, 0)};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      box.lo[axis] = std::min<Index>(start[axis], shape[axis]);
      box.hi[axis] = std::min<Index>(start[axis] + extent[axis], shape[axis]);
    }
    return box;
  }

  unsigned padding() const {
    return request_.problem.halved() && in_place(request_) ? PFFT_PADDED_R2C : 0U;
  }
  unsigned forward_flags() const {
    return padding() | (transposed(request_) ? PFFT_TRANSPOSED_OUT : PFFT_TRANSPOSED_NONE);
  }
  unsigned backward_flags() const {
    return padding() | (transposed(request_) ? PFFT_TRANSPOSED_IN : PFFT_TRANSPOSED_NONE);
  }
  unsigned planning_flags() const {
    const std::string& planner = request_.settings.text("planner");
    return PFFT_DESTROY_INPUT | (planner == "estimate"  ? PFFT_ESTIMATE
                                 : planner == "patient" ? PFFT_PATIENT
                                                        : PFFT_MEASURE);
  }

  /// With what all plans have in common.
  template <class Make, class... Rest>
  typename P::Plan made(Make make, Rest... rest) const {
    return make(3, n_.data(), n_.data(), n_.data(), request_.problem.fields, PFFT_DEFAULT_BLOCKS,
                PFFT_DEFAULT_BLOCKS, rest...);
  }

  Request request_;
  Extents grid_;
  Mesh mesh_;
  Three n_;
  Index allocated_ = 0;
  Index row_ = 0;  ///< of the input, with the padding of r2c in place
  Box input_, output_;
  UniquePlan<Real> forward_, backward_;
};

/// The largest number that FFTW hands to MPI in int, of a transpose along each axis of the mesh
/// (kernel/partrafo-transposed.c: axes 1 and 2 over q, then 0 and 1 over p). Bricks PFFT remaps in
/// steps of its own into pencils: no number of these is more than what a rank holds.
Index largest_count(const Problem& problem, const Extents& grid) {
  const Extents n = problem.spectrum_shape();
  const Index each = problem.fields * (problem.complex_output() ? 2 : 1);
  if (grid.size() == 3) {
    return share(n[0], grid[0]) * share(n[1], grid[1]) * share(n[2], grid[2]) * each;
  }
  return std::max(fftw::largest_count(n[1], n[2], share(n[0], grid[0]) * each, grid[1]),
                  fftw::largest_count(n[0], n[1], share(n[2], grid[1]) * each, grid[0]));
}

class PfftDriver final : public Driver {
 public:
  ~PfftDriver() override {
    if (!initialised_) return;
    Pfft<double>::cleanup();
    Pfft<float>::cleanup();
  }

  Description description() const override {
    return {
        .name = "pfft",
        .library = "PFFT",
        .version = "unversioned, library " FFTBENCH_PFFT_IDENTITY,
        .dims = {3},
        .transforms = all_transforms(),
        .precisions = {Precision::double_, Precision::single_},
        .placements = {Placement::out_of_place, Placement::in_place},
        .decompositions = {"slab", "pencil", "brick"},
        .batches = true,
        .mixes = real_transforms(),
        .options = {
            {"planner", "how long FFTW searches for a plan", {"measure", "estimate", "patient"}},
            {"order",
             "axes of the spectrum: transposed saves the way back",
             {"transposed", "natural"}}}};
  }

  Support supports(const Request& request, int ranks) const override {
    if (request.grid.size() > 2 && request.problem.halved() && in_place(request)) {
      return Support::no("PFFT's real transforms in place are wrong on bricks");
    }
    if (!fits_int(largest_count(request.problem, process_grid(request, ranks)))) {
      return Support::no(
          "FFTW, by which PFFT exchanges, counts what ranks exchange in int: more ranks are "
          "needed");
    }
    return Support::yes();
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    if (!initialised_) {
      Pfft<double>::init();
      Pfft<float>::init();
      initialised_ = true;
    }
    if (request.problem.precision == Precision::single_) {
      return std::make_unique<PfftPlan<float>>(request, comm);
    }
    return std::make_unique<PfftPlan<double>>(request, comm);
  }

 private:
  bool initialised_ = false;
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(PfftDriver)
