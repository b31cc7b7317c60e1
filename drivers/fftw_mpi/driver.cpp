/// FFTW's MPI transforms: slabs of axis 0, one transpose.

#include <array>
#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>

#include "fftw.hpp"

namespace {

using namespace fftbench;

/// Blocks of axis 0 on the input side, and of axis 1 where the output stays transposed.
struct Blocks {
  std::ptrdiff_t allocated, n0, start0, n1, start1;
};

unsigned planner_flag(const std::string& effort) {
  if (effort == "estimate") return FFTW_ESTIMATE;
  return effort == "patient" ? FFTW_PATIENT : FFTW_MEASURE;
}

template <class Real>
class FftwPlan final : public Plan {
  using F = Fftw<Real>;

 public:
  FftwPlan(const Request& request, MPI_Comm comm)
      : request_(request),
        comm_(comm),
        n_(request.problem.shape.begin(), request.problem.shape.end()),
        spectrum_(request.problem.spectrum_shape()),
        transposed_(request.settings.text("order") == "transposed") {
    // FFTW asks for the blocks of the complex array, whose last axis is n/2+1 for r2c.
    const std::vector<std::ptrdiff_t> size(spectrum_.begin(), spectrum_.end());
    const auto rank = static_cast<int>(size.size());
    blocks_.allocated =
        transposed_ ? F::local_size_transposed(rank, size.data(), 1, FFTW_MPI_DEFAULT_BLOCK,
                                               FFTW_MPI_DEFAULT_BLOCK, comm, &blocks_.n0,
                                               &blocks_.start0, &blocks_.n1, &blocks_.start1)
                    : F::local_size(rank, size.data(), 1, FFTW_MPI_DEFAULT_BLOCK, comm, &blocks_.n0,
                                    &blocks_.start0);
  }

  Layout input() const override {
    Box box{Extents::filled(n_.size(), 0), request_.problem.shape};
    box.lo[0] = blocks_.start0;
    box.hi[0] = blocks_.start0 + blocks_.n0;
    Layout layout = Layout::row_major(box);
    layout.size = blocks_.allocated;
    if (request_.problem.transform == Transform::c2c) return layout;
    // Real rows are padded to 2 (n/2+1), also out of place.
    layout.size *= 2;
    Index stride = 2 * spectrum_.back();
    for (std::size_t axis = n_.size() - 1; axis-- > 0;) {
      layout.stride[axis] = stride;
      stride *= box.extent(axis);
    }
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
    layout.size = blocks_.allocated;
    return layout;
  }

  void commit(const Buffers& buffers) override {
    F::forget_wisdom();  // or an earlier case would pay for this one's planning
    F::plan_with_nthreads(request_.threads);
    const unsigned effort = planner_flag(request_.settings.text("planner")) | FFTW_DESTROY_INPUT;
    const unsigned out = effort | (transposed_ ? FFTW_MPI_TRANSPOSED_OUT : 0U);
    const unsigned in = effort | (transposed_ ? FFTW_MPI_TRANSPOSED_IN : 0U);
    const auto rank = static_cast<int>(n_.size());
    auto* spectrum = static_cast<typename F::Complex*>(buffers.output);
    if (request_.problem.transform == Transform::c2c) {
      auto* field = static_cast<typename F::Complex*>(buffers.input);
      forward_.reset(F::plan_c2c(rank, n_.data(), field, spectrum, comm_, FFTW_FORWARD, out));
      backward_.reset(F::plan_c2c(rank, n_.data(), spectrum, field, comm_, FFTW_BACKWARD, in));
    } else {
      auto* field = static_cast<Real*>(buffers.input);
      forward_.reset(F::plan_r2c(rank, n_.data(), field, spectrum, comm_, out));
      backward_.reset(F::plan_c2r(rank, n_.data(), spectrum, field, comm_, in));
    }
    if (!forward_ || !backward_) throw Error("FFTW found no plan for this transform");
  }

  void forward() override { F::execute(forward_.get()); }
  void backward() override { F::execute(backward_.get()); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    int ranks = 1;
    MPI_Comm_size(comm_, &ranks);
    return {{ranks, 1}, request_.threads, request_.settings.all()};
  }

 private:
  Request request_;
  MPI_Comm comm_;
  std::vector<std::ptrdiff_t> n_;
  Extents spectrum_;
  bool transposed_;
  Blocks blocks_{};
  UniquePlan<Real> forward_, backward_;
};

class FftwMpi final : public Driver {
 public:
  ~FftwMpi() override {
    if (!initialised_) return;
    Fftw<double>::cleanup();
    Fftw<float>::cleanup();
  }

  Description description() const override {
    return {
        .name = "fftw_mpi",
        .library = "FFTW",
        .version = fftw_version,
        .dims = {2, 3},
        .transforms = {Transform::c2c, Transform::r2c},
        .precisions = {Precision::double_, Precision::single_},
        .placements = {Placement::out_of_place, Placement::in_place},
        .decompositions = {"slab"},
        .threaded = true,
        .options = {
            {"planner", "how long FFTW searches for a plan", {"measure", "estimate", "patient"}},
            {"order",
             "axes of the spectrum: transposed saves the second exchange",
             {"transposed", "natural"}}}};
  }

  Support supports(const Request& request, int) const override {
    const Problem& problem = request.problem;
    if (problem.shape.volume() == 1) {
      return Support::no("FFTW's MPI planner crashes on an array of a single point");
    }
    // It drops axes of one point before it transposes what it takes for the first two.
    const bool thin = problem.shape[0] == 1 || problem.shape[1] == 1;
    if (thin && problem.transform == Transform::c2c &&
        request.settings.text("order") == "transposed") {
      return Support::no(
          "FFTW's transposed c2c transforms fail or are wrong where axis 0 or 1 has one point: use "
          "order=natural");
    }
    return Support::yes();
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
    Fftw<double>::init_threads();  // FFTW's manual: before fftw_mpi_init
    Fftw<float>::init_threads();
    Fftw<double>::init();
    Fftw<float>::init();
    initialised_ = true;
  }

  bool initialised_ = false;
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(FftwMpi)
