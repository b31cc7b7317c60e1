/// FFTW on one rank, with threads: what a node does without MPI.

#include <fftbench/affinity.hpp>
#include <fftbench/registry.hpp>

#include "common/counts.hpp"
#include "common/fftw/kinds.hpp"
#include "common/fftw/planner.hpp"
#include "common/openmp.hpp"
#include "common/transforms.hpp"
#include "common/whole_array.hpp"
#include "thread_library.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::fftw_threads;

/// Loads each library once, when it is first needed.
template <class Real>
const ThreadLibrary& thread_library(const std::string& runtime) {
  constexpr bool single = std::is_same_v<Real, float>;
  constexpr const char* prefix = single ? "fftwf_" : "fftw_";
  if (runtime == "pthreads") {
    static const ThreadLibrary pthreads(single ? FFTW_SINGLE_THREADS : FFTW_DOUBLE_THREADS, prefix);
    return pthreads;
  }
  static const ThreadLibrary openmp(single ? FFTW_SINGLE_OMP : FFTW_DOUBLE_OMP, prefix);
  return openmp;
}

template <class Real>
class FftwPlan final : public Plan {
  using F = fftw::Api<Real>;

 public:
  FftwPlan(const Request& request, MPI_Comm comm)
      : request_(request),
        runtime_(request.settings.text("runtime")),
        all_cpus_(runtime_ == "pthreads" ? std::make_unique<AllCpus>() : nullptr),
        n_(request.problem.shape.begin(), request.problem.shape.end()),
        threads_(thread_library<Real>(runtime_)),
        planner_(request,
                 fmt::format("fftw_threads-{}-{}", name(request.problem.precision), runtime_),
                 comm) {}

  Layout input() const override { return whole_input(request_.problem); }
  Layout output() const override { return whole_output(request_.problem); }

  void commit(const Buffers& buffers) override {
    set_openmp_threads(request_.threads);
    threads_.plan_with(request_.threads);
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
    const int threads = runtime_ == "openmp" ? openmp_threads() : request_.threads;
    return {{1, 1}, threads, settings, planner_.warnings()};
  }

 private:
  bool plan(const Buffers& buffers, unsigned flags) {
    auto* spectrum = static_cast<typename F::Complex*>(buffers.output);
    if (!request_.problem.complex_output()) {
      auto *from = static_cast<Real*>(buffers.input), *to = static_cast<Real*>(buffers.output);
      const fftw::RealKinds kinds(request_.problem);
      forward_.reset(there(F::plan_many_r2r, from, to, kinds.forward.data(), flags));
      backward_.reset(back(F::plan_many_r2r, to, from, kinds.backward.data(), flags));
    } else if (request_.problem.complex_input()) {
      auto* field = static_cast<typename F::Complex*>(buffers.input);
      forward_.reset(there(F::plan_many_c2c, field, spectrum, FFTW_FORWARD, flags));
      backward_.reset(back(F::plan_many_c2c, spectrum, field, FFTW_BACKWARD, flags));
    } else {
      auto* field = static_cast<Real*>(buffers.input);
      forward_.reset(there(F::plan_many_r2c, field, spectrum, flags));
      backward_.reset(back(F::plan_many_c2r, spectrum, field, flags));
    }
    return forward_ && backward_;
  }

  /// A plan from the field to its spectrum, and one back; FFTW knows of its own padding in place.
  template <class Make, class Field, class Spectrum, class... Rest>
  typename F::Plan there(Make make, Field* field, Spectrum* spectrum, Rest... rest) const {
    return make(static_cast<int>(n_.size()), n_.data(), request_.problem.fields, field, nullptr, 1,
                distance(input()), spectrum, nullptr, 1, distance(output()), rest...);
  }
  template <class Make, class Spectrum, class Field, class... Rest>
  typename F::Plan back(Make make, Spectrum* spectrum, Field* field, Rest... rest) const {
    return make(static_cast<int>(n_.size()), n_.data(), request_.problem.fields, spectrum, nullptr,
                1, distance(output()), field, nullptr, 1, distance(input()), rest...);
  }

  /// From field to field, of which FFTW takes no notice where there is one.
  int distance(const Layout& layout) const {
    return request_.problem.fields > 1 ? static_cast<int>(layout.field_stride) : 0;
  }

  Request request_;
  std::string runtime_;
  std::unique_ptr<AllCpus> all_cpus_;  ///< for pthreads, which FFTW does not bind
  std::vector<int> n_;
  Threads threads_;
  fftw::Planner<Real> planner_;
  fftw::UniquePlan<Real> forward_, backward_;
};

class FftwThreads final : public Driver {
 public:
  Description description() const override {
    return {.name = "fftw_threads",
            .library = "FFTW",
            .version = fftw_version,
            .dims = {1, 2, 3},
            .transforms = all_transforms(),
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .decompositions = {},
            .threaded = true,
            .batches = true,
            .mixes = real_transforms(),
            .options = {fftw::planner_option(),
                        {"runtime", "whose threads FFTW starts", {"openmp", "pthreads"}},
                        fftw::wisdom_option()},
            .variables = {"FFTW_"}};
  }

  Support supports(const Request& request, int) const override {
    const Problem& problem = request.problem;
    if (const Support axes = axes_in_int(problem.shape, "FFTW"); !axes) return axes;
    if (problem.fields > 1 && !fits_int(whole_input(problem).field_stride)) {
      return Support::no("FFTW counts the elements from field to field in int");
    }
    return Support::yes();
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    if (request.problem.precision == Precision::single_) {
      return std::make_unique<FftwPlan<float>>(request, comm);
    }
    return std::make_unique<FftwPlan<double>>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(FftwThreads)
