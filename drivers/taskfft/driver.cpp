/// taskfft behind the harness's driver interface.

#include <algorithm>
#include <array>
#include <complex>
#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>
#include <fftbench/workload.hpp>

#include <taskfft/lanes.hpp>
#include <taskfft/taskfft.hpp>
#include <utility>
#include "problems.hpp"
#include "settings.hpp"

namespace {

using namespace fftbench;
using taskfft_settings::layout_of;
using taskfft_settings::problem_of;

/// Multiplies the points of a run, some at a time: factors of a few are made in the cache.
template <class Element>
void multiply(const Multiplier& multiplier, const taskfft::SpectrumRun& run,
              std::span<Element> points) {
  constexpr std::size_t few = 128;
  std::array<std::complex<double>, few> factors;
  Extents first;
  for (std::size_t axis = 0; axis < multiplier.axes(); ++axis) first.push_back(run.first[axis]);
  const auto along = static_cast<std::size_t>(run.axis);
  for (std::size_t begin = 0; begin < points.size(); begin += few) {
    const std::size_t count = std::min(few, points.size() - begin);
    multiplier.fill(first, along, std::span(factors).first(count));
    first[along] += static_cast<Index>(count);
    for (std::size_t i = 0; i < count; ++i) {
      points[begin + i] = product(points[begin + i], factors[i]);
    }
  }
}

/// Whether a workload has one result, of factors that a formula gives: round trips make it.
bool in_round_trips(const Problem& problem) {
  return multiplies_by_formula(problem.workload) && results_of(problem) == 1;
}

taskfft::Options options_with_round_trips(const Request& request) {
  taskfft::Options options = taskfft_settings::options_of(request);
  const Problem& problem = request.problem;
  options.round_trips = in_round_trips(problem) && problem.shape.size() == 3;
  return options;
}

class TaskfftPlan final : public Plan {
 public:
  TaskfftPlan(const Request& request, MPI_Comm comm)
      : request_(request),
        plan_(problem_of(request.problem), options_with_round_trips(request), comm) {}

  Layout input() const override { return layout_of(plan_.input()); }
  Layout output() const override { return layout_of(plan_.output()); }

  void commit(const Buffers& buffers) override { plan_.commit(buffers.input, buffers.output); }

  void forward() override { plan_.forward(); }
  void backward() override { plan_.backward(); }

  /// The spectrum is multiplied while it is in the cache, and nowhere else.
  std::function<void()> solver() override {
    if (!in_round_trips(request_.problem)) return {};
    const Multiplier multiplier(request_.problem);
    const taskfft::SpectrumVisitor visit =
        [multiplier, problem = request_.problem](const taskfft::SpectrumRun& run) {
          const auto all = [&]<class Element>(Element) {
            multiply(multiplier, run, run.points<Element>());
          };
          const bool single = problem.precision == Precision::single_;
          if (!problem.complex_output()) return single ? all(float{}) : all(double{});
          return single ? all(std::complex<float>{}) : all(std::complex<double>{});
        };
    return [this, visit] { plan_.round_trip(visit); };
  }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.logical_shape().volume());
  }

  Effective effective() const override {
    const taskfft::Options& o = plan_.effective().options;
    Effective effective{
        {o.grid[0], o.grid[1]}, o.threads, taskfft_settings::effective(request_.settings, o)};
    if (o.grid[2] > 0) effective.grid.push_back(o.grid[2]);
    for (const std::string& note : plan_.effective().notes) {
      effective.warnings.push_back({"library", note});
    }
    if (o.skew > 0) {
      effective.warnings.push_back(
          {"skewed", "uneven on purpose, by skew=" + std::to_string(o.skew) +
                         ": some tasks take so many per cent longer than they need"});
    }
    const taskfft::Trials& trials = plan_.effective().trials;
    effective.trials = Trials{trials.settings, trials.seconds};
    // With lanes FFTW still takes lines that suit none; and ranks of a node may use each other's
    // memory.
    effective.visible = {o.kernel == taskfft::LineKernel::fftw,
                         effective.grid.volume() == 1 || !taskfft::shares_memory(o.exchange)};
    if (o.kernel != taskfft::LineKernel::fftw) effective.kernels = lanes();
    return effective;
  }

  std::optional<Phases> phases() override {
    plan_.start_trace();
    const taskfft::WorkerTimes before = std::exchange(traced_, mean_over_threads());
    Phases phases;
    phases.exchange = traced_.exchange - before.exchange;
    const taskfft::Packing packing = plan_.effective().options.packing;
    if (packing == taskfft::Packing::fused) return phases;  // packing is part of transforms
    phases.fft = traced_.compute - before.compute;
    phases.unpack = traced_.unpack - before.unpack;
    // With datatypes, packing is part of the exchange.
    if (packing == taskfft::Packing::separate) phases.pack = traced_.pack - before.pack;
    return phases;
  }

 private:
  /// The widest that this processor runs: others that a plan takes are of the same instruction set,
  /// with narrower vectors.
  static std::vector<LineKernel> lanes() {
    const auto kernels = taskfft::lane_kernels<double>();  // in either precision the same
    if (kernels.empty()) return {};
    std::string name = kernels.front().name;
#if defined(__x86_64__)
    if (name == "baseline") name = "sse2";
#elif defined(__aarch64__)
    if (name == "baseline") name = "neon";
#endif
    return {{"taskfft's lanes", {name}, "taskfft::lane_kernels"}};
  }

  taskfft::WorkerTimes mean_over_threads() const {
    taskfft::WorkerTimes mean{};
    const std::vector<taskfft::WorkerTimes> all = plan_.trace();
    const double share = 1.0 / static_cast<double>(all.size());
    for (const taskfft::WorkerTimes& times : all) {
      mean.compute += share * times.compute;
      mean.pack += share * times.pack;
      mean.exchange += share * times.exchange;
      mean.unpack += share * times.unpack;
    }
    return mean;
  }

  Request request_;
  taskfft::Plan plan_;
  taskfft::WorkerTimes traced_{};  ///< up to the last call of phases()
};

std::vector<Transform> kinds() {
  using enum Transform;
  return {c2c, r2c, dct1, dct2, dct3, dct4, dst1, dst2, dst3, dst4};
}

class Taskfft final : public Driver {
 public:
  Description description() const override {
    return {.name = "taskfft",
            .library = "taskfft",
            .version = taskfft::version,
            .dims = {1, 2, 3},
            .transforms = kinds(),
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .decompositions = {"slab", "pencil", "brick"},
            .threaded = true,
            .batches = true,
            .mixes = kinds(),
            .options = taskfft_settings::options(),
            .variables = {"TASKFFT_"}};
  }

  Support supports(const Request& request, int ranks) const override {
    const Settings& s = request.settings;
    const bool real = !request.problem.complex_output();
    if (real && s.text("kernel") == "lanes" && taskfft::built_with_fftw()) {
      return Support::no("FFTW transforms sines and cosines: kernel=lanes has no meaning");
    }
    const std::string stores = s.text("stores");
    const bool by_lanes = stores != "auto" && stores != "cached";
    if (real && by_lanes) {
      return Support::no("sines and cosines are stored through the cache: stores=" + stores +
                         " has no meaning");
    }
    if (s.text("kernel") == "fftw" && by_lanes) {
      return Support::no("FFTW stores through the cache: kernel=fftw and stores=" + stores +
                         " exclude each other");
    }
    try {
      taskfft::check_arguments(problem_of(request.problem), taskfft_settings::options_of(request),
                               ranks);
    } catch (const taskfft::ArgumentError& error) {
      return Support::no(error.what());
    }
    return Support::yes();
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<TaskfftPlan>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Taskfft)
