#include "engine/engine_of_precision.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <vector>

#include "engine/direction.hpp"
#include "engine/fastest.hpp"
#include "engine/kernel_choice.hpp"
#include "study/skew.hpp"
#include "support/timing.hpp"

namespace taskfft {
namespace {

template <class Real>
class EngineOf final : public Engine {
 public:
  EngineOf(const Setup& setup, std::shared_ptr<Communicators> communicators,
           std::shared_ptr<WorkArea> work_area, std::unique_ptr<Executor> executor)
      : Engine(setup, std::move(communicators), std::move(work_area), std::move(executor)),
        forward_(this->setup(), Trip::forward, this->communicators(), alarm()),
        backward_(this->setup(), Trip::backward, this->communicators(), alarm()),
        kernels_(setup.options.effort) {
    if (setup.options.round_trips) {
      round_trip_.emplace(this->setup(), Trip::round, this->communicators(), alarm());
    }
    allocate_workspaces({&forward_, &backward_, round_trip_ ? &*round_trip_ : nullptr});
  }
  ~EngineOf() override {
    if (!dead()) return;
    forward_.keep_calls();
    backward_.keep_calls();
    if (shown_) shown_->keep_calls();
    if (round_trip_) round_trip_->keep_calls();
  }

  void commit(void* in, void* out) override;
  void run(Trip trip, const SpectrumVisitor* visit) override;
  void bind_others(Trip trip, const void* from, void* to, const ArrayTypes* typed) override;
  void run_others(Trip trip, const SpectrumVisitor* visit) override {
    run_bound(direction(trip), visit);
  }

 private:
  Direction<Real>& direction(Trip trip);
  Direction<Real>& shown();
  void allocate_workspaces(std::initializer_list<const Direction<Real>*> directions);
  void bind(Direction<Real>& direction, void* from, void* to, const KernelChoice& choice);
  void run_bound(Direction<Real>& direction, const SpectrumVisitor* visit = nullptr);
  std::vector<KernelChoice> open_choices() const;
  KernelChoice choose(void* in, void* out);
  KernelChoice fastest(const std::vector<KernelChoice>& open, void* in, void* out);
  void bind(void* in, void* out, const KernelChoice& choice);

  std::size_t input_reals() const {
    return static_cast<std::size_t>(input().size * reals_in(setup().geometry.input_element()));
  }

  Direction<Real> forward_;
  Direction<Real> backward_;
  std::unique_ptr<Direction<Real>> shown_;  ///< null until it is asked for
  std::optional<Direction<Real>> round_trip_;
  Kernels<Real> kernels_;
  WorkspaceSize workspace_;
  std::vector<Workspace> workspaces_;   ///< per worker
  std::optional<KernelChoice> choice_;  ///< made by the first commit
  bool committed_ = false;
  void* in_ = nullptr;  ///< what was committed
  void* out_ = nullptr;
};

/// Of the size that these directions need, too; null: none. What is in them is lost.
template <class Real>
void EngineOf<Real>::allocate_workspaces(std::initializer_list<const Direction<Real>*> directions) {
  WorkspaceSize size = workspace_;
  for (const Direction<Real>* direction : directions) {
    if (direction == nullptr) continue;
    for (const WorkItem& item : direction->schedule().items) size.include(workspace_of<Real>(item));
  }
  const std::vector<KernelChoice> open = open_choices();
  const bool panels = std::any_of(open.begin(), open.end(), [](const KernelChoice& choice) {
    return choice.stores == Stores::panels;
  });
  if (!panels) size.panel = 0;
  const auto workers = static_cast<std::size_t>(executor().workers());
  std::vector<Workspace> workspaces;
  for (std::size_t worker = 0; worker < workers; ++worker) workspaces.emplace_back(size);
  add_memory(workers * (size.bytes() - workspace_.bytes()), 0);
  workspaces_.swap(workspaces);
  workspace_ = size;
}

/// Backward from a spectrum that is shown takes time and memory, which few plans need. What fails
/// leaves it to be made again.
template <class Real>
Direction<Real>& EngineOf<Real>::shown() {
  if (shown_) return *shown_;
  auto made = std::make_unique<Direction<Real>>(setup(), Trip::shown, communicators(), alarm());
  allocate_workspaces({made.get()});
  bind(*made, out_, in_, *choice_);
  shown_ = std::move(made);
  return *shown_;
}

template <class Real>
Direction<Real>& EngineOf<Real>::direction(Trip trip) {
  if (trip == Trip::shown) return shown();
  if (trip == Trip::round) return *round_trip_;
  return trip == Trip::forward ? forward_ : backward_;
}

template <class Real>
void EngineOf<Real>::commit(void* in, void* out) {
  agree("", [&] { check_arrays("commit", setup().problem, layouts(), in, out); });
  committed_ = false;
  if (!choice_) choice_ = choose(in, out);
  bind(in, out, *choice_);
  committed_ = true;
  in_ = in;
  out_ = out;
  const bool mine = forward_.uses_lanes() || backward_.uses_lanes();
  const bool lanes = maximum(communicators().all, Index{mine ? 1 : 0}) > 0;  // others may have none
  const bool own = choice_->kernel == LineKernel::own;
  if (lanes) {
    outcome().choice = {own ? LineKernel::own : LineKernel::lanes, choice_->stores};
  } else {
    outcome().choice = own ? KernelChoice{LineKernel::own, Stores::cached} : on_rows();
  }
}

/// Zeros, which stay finite however often they are transformed. Memory that nobody has written to
/// yet stays so: it will lie near the worker that does.
template <class Real>
void clear(Real* numbers, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    if (numbers[k] != 0) numbers[k] = 0;
  }
}

/// Those that the options leave open.
template <class Real>
std::vector<KernelChoice> EngineOf<Real>::open_choices() const {
  const Index points = setup().geometry.points() / communicators().all.size();
  return choices(setup().options, forward_.known_lines(), points);
}

/// The fastest choice, by whole transforms.
template <class Real>
KernelChoice EngineOf<Real>::fastest(const std::vector<KernelChoice>& open, void* in, void* out) {
  const Stopwatch watch;
  const auto pair = [this] {
    run_bound(forward_);
    run_bound(backward_);
  };
  clear(static_cast<Real*>(in), input_reals());
  bind(in, out, open.front());
  on_all_ranks(communicators().all, "a first transform", pair);  // touches all memory
  const std::size_t best = fastest_by_turns(open.size(), [&](std::size_t k, double enough) {
    bind(in, out, open[k]);
    return seconds_per_pair(communicators().all, enough, pair);
  });
  if (recorder() != nullptr) recorder()->clear();  // of the trials
  outcome().trials +=
      {static_cast<int>(open.size()), maximum(communicators().all, watch.seconds())};
  return open[best];
}

template <class Real>
KernelChoice EngineOf<Real>::choose(void* in, void* out) {
  const std::vector<KernelChoice> open = open_choices();
  return open.size() > 1 ? fastest(open, in, out) : open.front();
}

/// Rank by rank.
template <class Real>
void EngineOf<Real>::bind(Direction<Real>& direction, void* from, void* to,
                          const KernelChoice& choice) {
  WorkArea& area = *work_area();
  BufferPointers buffers = area.pointers(setup().node_rank);
  buffers[Buffer::from] = from;
  buffers[Buffer::to] = to;
  direction.bind(buffers, workspaces_, choice, kernels_, area.shared ? &*area.shared : nullptr);
}

template <class Real>
void EngineOf<Real>::bind(void* in, void* out, const KernelChoice& choice) {
  on_all_ranks(communicators().all, "the passes", [&] {
    bind(forward_, in, out, choice);
    if (round_trip_) bind(*round_trip_, in, out, choice);
    bind(backward_, out, in, choice);
  });
}

/// Rank by rank.
template <class Real>
void EngineOf<Real>::run(Trip trip, const SpectrumVisitor* visit) {
  if (trip == Trip::round && !round_trip_) {
    run(Trip::forward, visit);
    return run(Trip::backward, nullptr);
  }
  check_alive();
  check_committed(committed_);
  if (trip == Trip::shown) check_shown(setup().problem);
  const bool there = trip == Trip::forward || trip == Trip::round;
  fail_with([&] { direction(trip).bind_arrays(there ? in_ : out_, there ? out_ : in_); });
  run_bound(direction(trip), visit);
}

template <class Real>
void EngineOf<Real>::run_bound(Direction<Real>& direction, const SpectrumVisitor* visit) {
  fail_with([&] {
    direction.begin(visit);
    const TaskGraph& graph = direction.schedule().graph;
    const Options& options = setup().options;
    if (options.skew == 0) return executor().run(graph, direction);
    SkewedActions uneven(direction, {options.skew, options.threads, communicators().all.rank()});
    executor().run(graph, uneven);
  });
}

template <class Real>
void EngineOf<Real>::bind_others(Trip trip, const void* from, void* to, const ArrayTypes* typed) {
  const bool forward = trip == Trip::forward;
  const char* const caller = forward ? "forward" : "backward";
  check_committed(committed_);
  if (trip == Trip::shown) check_shown(setup().problem);
  if (typed != nullptr) check_types(caller, setup().problem, layouts(), *typed, forward);
  check_arrays(caller, setup().problem, layouts(), forward ? from : to, forward ? to : from);
  direction(trip).bind_arrays(const_cast<void*>(from), to);
}

}  // namespace

std::unique_ptr<Engine> engine_of_precision(const Setup& setup,
                                            std::shared_ptr<Communicators> communicators,
                                            std::shared_ptr<WorkArea> work_area,
                                            std::unique_ptr<Executor> executor) {
  if (setup.problem.precision == Precision::float64) {
    return std::make_unique<EngineOf<double>>(setup, std::move(communicators), std::move(work_area),
                                              std::move(executor));
  }
  return std::make_unique<EngineOf<float>>(setup, std::move(communicators), std::move(work_area),
                                           std::move(executor));
}

}  // namespace taskfft
