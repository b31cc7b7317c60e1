#pragma once
/// One case from request to record.

#include <fftbench/driver.hpp>
#include <functional>
#include <memory>

#include "check/batch.hpp"
#include "check/solution_checks.hpp"
#include "contract/case.hpp"
#include "contract/record.hpp"
#include "measure/solution.hpp"
#include "run/arrays.hpp"
#include "run/devices.hpp"
#include "run/effective.hpp"
#include "run/memory_meter.hpp"
#include "run/session.hpp"
#include "support/thread_pool.hpp"

namespace fftbench {

/// Marks a record as wrong, for one more reason.
void blame(Record& record, const std::string& reason);

/// Runs a case and holds what the library made for it, so that the record can be written before
/// anything is torn down.
class CaseRun {
 public:
  CaseRun(const Case& requested, Session& session);

  /// Collective. Every fault becomes the record's status; only what the harness itself can't do
  /// throws.
  Record execute();
  /// Whether any rank's device does nothing more for this process.
  bool device_lost() const { return device_lost_; }

 private:
  void run(Record& record);
  void look_after_device();
  bool supported(Driver& driver, Record& record);
  /// For every rank, where the problem's memory is a device's; false where some rank finds none.
  bool take_device(Record& record);
  void start_threads();
  void construct(Driver& driver, Record& record);
  void allocate(Record& record);
  void ask_layouts(Record& record);
  /// Of the input: the problem's, or that of the sources where the library pads.
  Extents input_shape() const;
  void commit(Record& record);
  /// `transforms`: in either direction, in a repetition.
  void time_repetitions(const Repeated& work, int transforms, Record& record);
  NextTurn next_turn();
  void judge_repetitions(const WorstError& worst, Record& record);
  /// The same where all of them were right, and a last one was looked at at once.
  void judge_look_at_once(const WorstError& worst, Record& record);
  /// A call of the library, and a look at what it has left here before ranks communicate: by that a
  /// message that it has not waited for would arrive after all.
  template <class Call, class Look>
  void at_once(const char* step, const Call& call, const Look& look) {
    session_.ranks().collectively(step, [&] {
      call();
      timer_.finish();
      look();
    });
  }
  /// What the library tells of its settings, held against what is seen.
  void check_grid(Record& record, const ArrayLayout& input);
  void check_threads_told(Record& record);
  void check_threads(Record& record, const ThreadUse& use);
  void check_guards(Record& record);

  // Without a workload: run_transforms.cpp.
  void run_transforms(Record& record, Role role);
  void first_forward(Record& record);
  void first_backward(Record& record);
  /// A forward transform that is not timed: what transforms lines there goes into the record.
  void watched_forward(Record& record);
  void check(Record& record);
  /// In place of the check: what is no library has no answer.
  void run_unchecked(Record& record, Role role);
  void measure(Record& record);
  RepetitionChecks repetition_checks();
  /// Once more, not timed.
  void repeat_looking_at_once(RepetitionChecks& repetitions);
  void check_after(Record& record);
  void check_known_again(Check& check);
  void profile(Record& record);

  // With a workload: run_workload.cpp.
  bool solves() const { return request_.problem.workload != Workload::none; }
  void run_workload(Record& record);
  void prepare_solution();
  /// In place of the check of transforms, where the library offers none.
  void solve_first(Record& record);
  /// What `put` has put into the input, array after array.
  void take_data(const std::function<void(int which)>& put);
  void leave_result(int which);
  void check_solution(std::uint64_t seed, Record& record);
  void measure_solutions(Record& record);
  /// Once more, not timed.
  void solve_looking_at_once(SolutionChecks& checks);

  /// Of this launch, far from those of others: what a launch keeps is no answer in the next one.
  std::uint64_t data_seed() const {
    return case_.seed + (static_cast<std::uint64_t>(session_.launch()) << 20);
  }
  bool in_place() const { return request_.problem.placement == Placement::in_place; }

  const Case& case_;
  Session& session_;
  Timer timer_;
  Request request_;
  bool device_lost_ = false;
  bool pads_ = false;  ///< whether the library pads the sources: both layouts are of them alone
  Layout input_layout_, output_layout_;
  double forward_scale_ = 1.0, round_trip_scale_ = 1.0;
  double field_factor_ = 1.0;  ///< of the random field, after the repetitions
  Devices devices_;
  Arrays arrays_;
  /// The harness's own: they look at every repetition, and do their part of workloads.
  std::optional<ThreadPool> threads_;
  double helped_seconds_ = 0.0;  ///< of the processor, that they took of timed workloads
  Batch batch_;
  std::optional<MemoryMeter> memory_;           ///< from just before the plan is made
  std::vector<RandomSpectrum> random_spectra_;  ///< of each field, from the first check on
  double condition_ = 1.0;                      ///< of the workload
  std::unique_ptr<Plan> plan_;                  ///< ends before the memory it works on
  std::function<void()> solver_;                ///< the plan's own way to solve the workload
  std::unique_ptr<Solution> solution_;          ///< of the workload, by the plan
};

}  // namespace fftbench
