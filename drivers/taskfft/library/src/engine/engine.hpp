#pragma once
/// A plan behind its public face: what it was set up to do, its executor, and its transforms in one
/// of the precisions.

#include <memory>
#include <optional>

#include "engine/array_checks.hpp"
#include "engine/communicators.hpp"
#include "engine/kernel_choice.hpp"
#include "engine/layouts.hpp"
#include "engine/setup.hpp"
#include "engine/work_area.hpp"
#include "run/executor.hpp"
#include "run/trace_file.hpp"
#include "support/agreement.hpp"
#include "support/kept.hpp"
#include "support/mpi_support.hpp"
#include "taskfft/effective.hpp"
#include "taskfft/layout.hpp"
#include "taskfft/visitor.hpp"

namespace taskfft {

/// What becomes known of a plan after it was set up.
struct Outcome {
  KernelChoice choice;  ///< of the last commit; before it, what the options ask for
  Trials trials = {};
  std::vector<std::string> tuning_notes = {};
  std::size_t own_bytes = 0;     ///< of buffers and scratch memory, this rank's alone
  std::size_t shared_bytes = 0;  ///< this rank's part of what the ranks of a node share
};

class Engine {
 public:
  /// What a failed run has left under way stays where nobody listens, and its memory with it.
  virtual ~Engine() {
    if (!dead()) return;
    communicators_->keep();
    work_area_->close();
    keep_until_exit(work_area_);
  }
  virtual void commit(void* in, void* out) = 0;
  /// On the committed arrays. `visit`: null where nothing is to be shown; of Trip::backward it is
  /// shown nothing. The same trip on all ranks. Where Options::round_trips doesn't ask for one,
  /// Trip::round is forward and then backward.
  virtual void run(Trip trip, const SpectrumVisitor* visit = nullptr) = 0;
  void forward() { run(Trip::forward); }
  void backward() { run(Trip::backward); }
  /// On other arrays than the committed ones, but for Trip::round; `typed`: what is known of them.
  /// Ranks agree on them before any begins.
  void run(Trip trip, const void* from, void* to, const ArrayTypes* typed,
           const SpectrumVisitor* visit = nullptr) {
    agree("the passes", [&] { bind_others(trip, from, to, typed); });
    run_others(trip, visit);
  }
  /// The two halves of this: rank by rank, what is wrong with the arrays is thrown; and what ranks
  /// do once they know that nothing was on any of them.
  virtual void bind_others(Trip trip, const void* from, void* to, const ArrayTypes* typed) = 0;
  virtual void run_others(Trip trip, const SpectrumVisitor* visit) = 0;

  /// Takes part in what ranks agree on first in commit(), or in a transform of other arrays.
  void refuse(const std::string& words) {
    agree("", [&] { throw ArgumentError(words); });
  }

  /// Whether a run has failed: ranks may be out of step.
  bool dead() const { return work_area_->dead; }
  /// Throws Error if it is.
  void check_alive() const;
  /// Does a step whose failure is the end of the plan, of which other ranks are told.
  template <class Step>
  void fail_with(Step step) {
    try {
      step();
    } catch (const std::exception& error) {
      fail(error.what());
      throw;
    } catch (...) {  // a visitor may throw anything
      fail("what was thrown has no words");
      throw;
    }
  }
  /// As on_all_ranks(), between runs: a rank that has failed in one need not come.
  template <class Step>
  void agree(const std::string& allocated, Step step) {
    check_alive();
    if (agreement_.reached(failure_of(allocated, step))) return;
    fail("another rank has failed");
    throw failed_elsewhere();
  }
  /// To be waited for beside messages of this plan.
  Alarm& alarm() { return *work_area_->alarm; }

  MPI_Comm comm() const { return communicators_->all.get(); }
  const std::shared_ptr<WorkArea>& work_area() const { return work_area_; }
  const Layout& input() const { return layouts_.input; }
  const Layout& output() const { return layouts_.output; }
  const Layouts& layouts() const { return layouts_; }
  /// The setup and its outcome, in the caller's terms.
  Effective effective() const;
  /// Adds what choosing the options has cost, and what there is to say about it.
  void add_tuning(const Trials& trials, const std::vector<std::string>& notes);
  /// Adds memory that this plan has allocated: this rank's alone, and its part of what is shared.
  void add_memory(std::size_t own, std::size_t shared) {
    outcome_.own_bytes += own;
    outcome_.shared_bytes += shared;
  }
  /// Memory of this rank alone, which is nobody's before the plan runs: nothing was written to it.
  std::size_t own_bytes() const { return outcome_.own_bytes; }

  /// As long as its threads live.
  void hold(std::shared_ptr<const void> leave) { leave_ = std::move(leave); }

  /// Collective: traces all runs from the next commit on, if the first rank names a file (see
  /// TraceFile).
  void trace_to(const std::string& file) {
    trace_ = TraceFile::create(file, executor_->workers(), communicators_->all);
    executor_->record(recorder());
  }
  /// Sums up what this rank's threads do from now on, unless a trace does so already.
  void start_trace() {
    if (recorder() != nullptr) return;
    sums_ = std::make_unique<Recorder>(executor_->workers());
    executor_->record(recorder());
  }
  std::vector<WorkerTimes> trace() const {
    return recorder() != nullptr ? recorder()->times() : std::vector<WorkerTimes>{};
  }

 protected:
  Engine(const Setup& setup, std::shared_ptr<Communicators> communicators,
         std::shared_ptr<WorkArea> work_area, std::unique_ptr<Executor> executor);
  const Setup& setup() const { return setup_; }
  const Communicators& communicators() const { return *communicators_; }
  Outcome& outcome() { return outcome_; }
  Executor& executor() const { return *executor_; }
  /// Null without a trace.
  Recorder* recorder() const { return trace_ ? &trace_->recorder() : sums_.get(); }

 private:
  void fail(const char* words);

  const Setup setup_;
  const Layouts layouts_;
  std::shared_ptr<Communicators> communicators_;
  std::shared_ptr<WorkArea> work_area_;
  Agreement agreement_;
  Outcome outcome_;
  std::unique_ptr<TraceFile> trace_;
  std::unique_ptr<Recorder> sums_;     ///< of start_trace()
  std::shared_ptr<const void> leave_;  ///< to bind the executor's threads
  std::unique_ptr<Executor> executor_;
};

/// Collective. Throws on all ranks alike. Ignores Options::tuning. `executor` runs both directions;
/// without it, the one that the options ask for does. `given_node`: the ranks that share memory
/// with this one; without it, those that MPI names. `lender`: a plan of the same ranks, in whose
/// work area this one works if it can.
std::unique_ptr<Engine> make_engine(const Problem& problem, const Options& options, MPI_Comm comm,
                                    std::unique_ptr<Executor> executor = nullptr,
                                    std::optional<Communicator> given_node = std::nullopt,
                                    const Engine* lender = nullptr);

}  // namespace taskfft
