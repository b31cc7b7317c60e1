/// FFTW's MPI transforms: slabs of axis 0, one transpose.

#include "fftw_mpi.hpp"

#include <fftbench/registry.hpp>

#include "common/fftw/kinds.hpp"
#include "common/fftw/planner.hpp"
#include "common/fftw/transpose.hpp"
#include "common/openmp.hpp"
#include "common/transforms.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::fftw_mpi;

/// Blocks of axis 0 on the input side, and of axis 1 where the output stays transposed.
struct Blocks {
  std::ptrdiff_t allocated, n0, start0, n1, start1;
};

template <class Real>
class FftwPlan final : public Plan {
  using F = fftw::Api<Real>;
  using M = FftwMpi<Real>;

 public:
  FftwPlan(const Request& request, MPI_Comm comm)
      : request_(request),
        comm_(comm),
        n_(request.problem.shape.begin(), request.problem.shape.end()),
        spectrum_(request.problem.spectrum_shape()),
        transposed_(request.settings.text("order") == "transposed"),
        planner_(request, fmt::format("fftw_mpi-{}", name(request.problem.precision)), comm,
                 {M::broadcast_wisdom, M::gather_wisdom}) {
    // FFTW asks for the blocks of the complex array, whose last axis is n/2+1 for r2c.
    const std::vector<std::ptrdiff_t> size(spectrum_.begin(), spectrum_.end());
    const auto rank = static_cast<int>(size.size());
    const std::ptrdiff_t fields = request.problem.fields;
    blocks_.allocated =
        transposed_ ? M::local_size_transposed(rank, size.data(), fields, FFTW_MPI_DEFAULT_BLOCK,
                                               FFTW_MPI_DEFAULT_BLOCK, comm, &blocks_.n0,
                                               &blocks_.start0, &blocks_.n1, &blocks_.start1)
                    : M::local_size(rank, size.data(), fields, FFTW_MPI_DEFAULT_BLOCK, comm,
                                    &blocks_.n0, &blocks_.start0);
  }

  Layout input() const override {
    Box box{Extents::filled(n_.size(), 0), request_.problem.shape};
    box.lo[0] = blocks_.start0;
    box.hi[0] = blocks_.start0 + blocks_.n0;
    const bool real = request_.problem.halved();
    // Real rows are padded out of place, too.
    const Layout one =
        real ? Layout::padded_rows(box, 2 * spectrum_.back()) : Layout::row_major(box);
    Layout layout = one.interleaved(request_.problem.fields);
    layout.size = real ? 2 * blocks_.allocated : blocks_.allocated;
    return layout;
  }

  Layout output() const override {
    Box box{Extents::filled(n_.size(), 0), spectrum_};
    const std::size_t split = transposed_ ? 1 : 0;
    box.lo[split] = transposed_ ? blocks_.start1 : blocks_.start0;
    box.hi[split] = box.lo[split] + (transposed_ ? blocks_.n1 : blocks_.n0);
    Layout layout = Layout::row_major(box);
    if (transposed_ && n_.size() == 2) layout = Layout::ordered(box, {1, 0});
    if (transposed_ && n_.size() == 3) layout = Layout::ordered(box, {1, 0, 2});
    layout = layout.interleaved(request_.problem.fields);
    layout.size = blocks_.allocated;
    return layout;
  }

  void commit(const Buffers& buffers) override {
    set_openmp_threads(request_.threads);
    F::plan_with_nthreads(request_.threads);
    planner_.plan([&](unsigned flags) { return plan(buffers, flags); });
  }

  void forward() override { F::execute(forward_.get()); }
  void backward() override { F::execute(backward_.get()); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.logical_shape().volume());
  }

  Effective effective() const override {
    auto settings = request_.settings.all();
    settings["wisdom"] = planner_.wisdom();
    return {{ranks_of(comm_), 1}, openmp_threads(), settings, planner_.warnings()};
  }

 private:
  bool plan(const Buffers& buffers, unsigned flags) {
    const unsigned out = flags | (transposed_ ? FFTW_MPI_TRANSPOSED_OUT : 0U);
    const unsigned in = flags | (transposed_ ? FFTW_MPI_TRANSPOSED_IN : 0U);
    auto* spectrum = static_cast<typename F::Complex*>(buffers.output);
    if (!request_.problem.complex_output()) {
      auto *from = static_cast<Real*>(buffers.input), *to = static_cast<Real*>(buffers.output);
      const fftw::RealKinds kinds(request_.problem);
      forward_.reset(made(M::plan_r2r, from, to, comm_, kinds.forward.data(), out));
      backward_.reset(made(M::plan_r2r, to, from, comm_, kinds.backward.data(), in));
    } else if (request_.problem.complex_input()) {
      auto* field = static_cast<typename F::Complex*>(buffers.input);
      forward_.reset(made(M::plan_c2c, field, spectrum, comm_, FFTW_FORWARD, out));
      backward_.reset(made(M::plan_c2c, spectrum, field, comm_, FFTW_BACKWARD, in));
    } else {
      auto* field = static_cast<Real*>(buffers.input);
      forward_.reset(made(M::plan_r2c, field, spectrum, comm_, out));
      backward_.reset(made(M::plan_c2r, spectrum, field, comm_, in));
    }
    return forward_ && backward_;
  }

  /// With what all plans have in common.
  template <class Make, class... Rest>
  typename F::Plan made(Make make, Rest... rest) const {
    return make(static_cast<int>(n_.size()), n_.data(), request_.problem.fields,
                FFTW_MPI_DEFAULT_BLOCK, FFTW_MPI_DEFAULT_BLOCK, rest...);
  }

  Request request_;
  MPI_Comm comm_;
  std::vector<std::ptrdiff_t> n_;
  Extents spectrum_;
  bool transposed_;
  Blocks blocks_{};
  fftw::Planner<Real> planner_;
  fftw::UniquePlan<Real> forward_, backward_;
};

/// What FFTW 3.3.10 gets wrong of each transform, each found by trying; nullptr where it is right.
const char* fault_of_c2c(const Extents& shape, bool transposed, int ranks) {
  const Index points = shape.volume();
  if (points == 1) return "FFTW's MPI planner crashes on c2c of a single point";
  // It drops axes of one point before it transposes what it takes for the first two.
  if (transposed && (shape[0] == 1 || shape[1] == 1)) {
    return "FFTW's transposed c2c transforms fail or are wrong where axis 0 or 1 has one point: "
           "use order=natural";
  }
  if (points == shape[0] && ranks > 1) {
    return "FFTW's distributed c2c transforms are wrong where only axis 0 has more than one point";
  }
  return nullptr;
}

const char* fault_of_r2c(const Problem& problem, bool transposed, int ranks) {
  if (problem.fields == 1 || problem.shape.back() > 1) return nullptr;
  // Then it plans as it does without MPI.
  const bool on_one_rank = ranks == 1 || problem.shape[0] == 1;
  const bool in_place = problem.placement == Placement::in_place;
  if (on_one_rank && !transposed && !in_place) return nullptr;
  return "FFTW's MPI planner finds no plan for r2c of several fields whose last axis has one point";
}

const char* fault_of_real_kinds(const Extents& shape, bool transposed, int ranks) {
  if (shape[0] > 1 || transposed || ranks == 1) return nullptr;
  return "FFTW's real transforms write beyond the memory of ranks without data where axis 0 has "
         "one point: use order=transposed";
}

/// The largest number that FFTW hands to MPI in int.
Index largest_count(const Problem& problem, int ranks) {
  const Extents n = problem.spectrum_shape();
  const Index each =
      n.volume() / (n[0] * n[1]) * problem.fields * (problem.complex_output() ? 2 : 1);
  return fftw::largest_count(n[0], n[1], each, ranks);
}

const char* fault_of(const Request& request, int ranks) {
  const Problem& problem = request.problem;
  if (!fits_int(largest_count(problem, ranks))) {
    return "FFTW counts what ranks exchange in int: more ranks are needed";
  }
  const bool transposed = request.settings.text("order") == "transposed";
  if (problem.complex_input()) return fault_of_c2c(problem.shape, transposed, ranks);
  if (problem.complex_output()) return fault_of_r2c(problem, transposed, ranks);
  return fault_of_real_kinds(problem.shape, transposed, ranks);
}

class FftwMpiDriver final : public Driver {
 public:
  ~FftwMpiDriver() override {
    if (!initialised_) return;
    FftwMpi<double>::cleanup();
    FftwMpi<float>::cleanup();
  }

  Description description() const override {
    return {.name = "fftw_mpi",
            .library = "FFTW",
            .version = fftw_version,
            .dims = {2, 3},
            .transforms = all_transforms(),
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .decompositions = {"slab"},
            .threaded = true,
            .batches = true,
            .mixes = real_transforms(),
            .options = {fftw::planner_option(),
                        {"order",
                         "axes of the spectrum: transposed saves the second exchange",
                         {"transposed", "natural"}},
                        fftw::wisdom_option()},
            .variables = {"FFTW_"}};
  }

  Support supports(const Request& request, int ranks) const override {
    const char* const fault = fault_of(request, ranks);
    return fault != nullptr ? Support::no(fault) : Support::yes();
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    initialise();
    if (request.problem.precision == Precision::single_) {
      return std::make_unique<FftwPlan<float>>(request, comm);
    }
    return std::make_unique<FftwPlan<double>>(request, comm);
  }

 private:
  void initialise() {
    if (initialised_) return;
    fftw::Api<double>::init_threads();  // FFTW's manual: before fftw_mpi_init
    fftw::Api<float>::init_threads();
    FftwMpi<double>::init();
    FftwMpi<float>::init();
    initialised_ = true;
  }

  bool initialised_ = false;
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(FftwMpiDriver)
