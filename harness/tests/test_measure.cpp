/// The timed loop with a clock that only the plan moves: every number is exact.

#include "measure/measure.hpp"

#include <algorithm>
#include <utility>

#include "world.hpp"

namespace fftbench {
namespace {

class FakeClock : public Clock {
 public:
  double now() override { return time_; }
  void advance(double seconds) { time_ += seconds; }

 private:
  double time_ = 4096.0;
};

/// Takes scripted times: the n-th pair on this rank lasts forward(n) and backward(n). Sums of
/// multiples of 1/8 are exact.
class FakePlan : public Plan {
 public:
  using Script = std::function<double(int repetition)>;
  FakePlan(FakeClock& clock, Script forward, Script backward)
      : clock_(clock), forward_(std::move(forward)), backward_(std::move(backward)) {}

  Layout input() const override { return {}; }
  Layout output() const override { return {}; }
  void commit(const Buffers&) override {}
  void forward() override { clock_.advance(forward_(forwards++)); }
  void backward() override { clock_.advance(backward_(backwards++)); }
  double round_trip_scale() const override { return 1.0; }
  Effective effective() const override { return {}; }

  int forwards = 0, backwards = 0;

 private:
  FakeClock& clock_;
  Script forward_, backward_;
};

/// One measurement with fresh clock and plan.
struct Measured {
  Measured(FakePlan::Script forward, FakePlan::Script backward, int warmup, const Limits& limits,
           bool all_samples = false, double between_seconds = 0.0)
      : plan(clock, std::move(forward), std::move(backward)) {
    Timer timer(ranks, clock);
    const Between between{.after_forward = [&] { clock.advance(between_seconds); },
                          .after_backward =
                              [&] {
                                ++rescales;
                                clock.advance(between_seconds);
                              }};
    timed = measure(transforms(plan, between, timer), warmup, limits, all_samples, timer);
  }

  WorldAgreement ranks;
  FakeClock clock;
  FakePlan plan;
  int rescales = 0;
  Timed timed;
};

double constant(int) {
  return 1.0;
}

/// Each rank slower than the one before, but in every third repetition rank 0 is the slowest.
double seconds_of(int rank, int repetition) {
  if (repetition % 3 == 2 && rank == 0) return 64.0;
  return 1.0 + rank + 0.125 * repetition;
}

std::vector<double> over_ranks(int repetition) {
  std::vector<double> seconds;
  for (int rank = 0; rank < world_size(); ++rank) seconds.push_back(seconds_of(rank, repetition));
  return seconds;
}

TEST(Measure, keeps_exact_times_over_the_ranks_of_every_repetition) {
  const int warmup = 2, repetitions = 7;
  const Measured run([](int i) { return seconds_of(world_rank(), i); }, constant, warmup,
                     {repetitions, repetitions, 0.05, 1e9}, true);
  EXPECT_EQ(run.timed.round_trips, warmup + repetitions);
  EXPECT_EQ(run.timed.stopped_by, Stop::repetitions);
  const Samples& forward = run.timed.forward;
  if (world_rank() != 0) {
    EXPECT_TRUE(forward.max.empty());
    return;
  }
  ASSERT_EQ(forward.max.size(), static_cast<std::size_t>(repetitions));
  EXPECT_EQ(forward.warmup.size(), static_cast<std::size_t>(warmup));
  for (std::size_t i = 0; i < forward.max.size(); ++i) {
    const auto expected = over_ranks(static_cast<int>(i) + warmup);
    const auto slowest = std::max_element(expected.begin(), expected.end());
    EXPECT_EQ(forward.max[i], *slowest);
    EXPECT_EQ(forward.min[i], *std::min_element(expected.begin(), expected.end()));
    EXPECT_EQ(forward.median[i], median(expected));
    EXPECT_EQ(forward.slowest_rank[i], slowest - expected.begin());
    EXPECT_EQ(forward.ranks[i], expected);
  }
  for (std::size_t i = 0; i < forward.warmup.size(); ++i) {
    const auto expected = over_ranks(static_cast<int>(i));
    EXPECT_EQ(forward.warmup[i], *std::max_element(expected.begin(), expected.end()));
  }
  EXPECT_EQ(run.timed.backward.max, std::vector<double>(repetitions, 1.0));
}

TEST(Measure, forward_and_backward_are_apart_and_the_rest_is_in_neither) {
  const Measured run([](int) { return 2.0; }, [](int) { return 5.0; }, 1, {6, 6, 0.05, 1e9}, false,
                     1000.0);
  EXPECT_EQ(run.plan.forwards, 7);
  EXPECT_EQ(run.plan.backwards, 7);
  EXPECT_EQ(run.rescales, 7);
  EXPECT_EQ(run.timed.between_seconds, 14000.0);
  if (world_rank() != 0) return;
  EXPECT_EQ(run.timed.forward.max, std::vector<double>(6, 2.0));
  EXPECT_EQ(run.timed.backward.max, std::vector<double>(6, 5.0));
  EXPECT_TRUE(run.timed.forward.ranks.empty());
}

TEST(Measure, a_slow_rank_is_seen_in_the_maximum) {
  const Measured run([](int) { return last_rank() ? 3.0 : 1.0; }, constant, 0, {6, 6, 0.05, 1e9});
  if (world_rank() != 0) return;
  EXPECT_EQ(run.timed.forward.max, std::vector<double>(6, 3.0));
  EXPECT_EQ(run.timed.forward.min, std::vector<double>(6, world_size() == 1 ? 3.0 : 1.0));
  EXPECT_EQ(run.timed.forward.slowest_rank, std::vector<int>(6, world_size() - 1));
}

TEST(Measure, stops_on_all_ranks_for_the_reason_that_rank_0_sees) {
  const Measured steady(constant, constant, 0, {8, 100, 0.05, 1e9});
  EXPECT_EQ(steady.timed.stopped_by, Stop::interval);
  EXPECT_EQ(steady.timed.round_trips, 8);
  const Measured noisy([](int i) { return i % 2 == 0 ? 1.0 : 2.0; }, constant, 0,
                       {8, 20, 0.05, 1e9});
  EXPECT_EQ(noisy.timed.stopped_by, Stop::repetitions);
  EXPECT_EQ(noisy.timed.round_trips, 20);
}

/// Rank 0's clock decides; the others', which here run ten times as fast, do not.
TEST(Measure, the_time_limit_is_that_of_rank_0_without_the_warmup) {
  const auto script = [](int) { return world_rank() == 0 ? 1.0 : 10.0; };
  const Measured run(script, script, 5, {3, 100, 0.05, 6.0});
  EXPECT_EQ(run.timed.stopped_by, Stop::seconds);
  EXPECT_EQ(run.timed.round_trips, 5 + 3);
}

TEST(Measure, an_error_in_the_loop_reaches_all_ranks) {
  const auto failing = [](int i) {
    if (i == 3 && last_rank()) throw std::runtime_error("lost a link");
    return 1.0;
  };
  const std::string rank = std::to_string(world_size() - 1);
  expect_error(
      [&] {
        Measured(failing, constant, 0, {10, 10, 0.05, 1e9});
      },
      {"rank " + rank + ": forward: lost a link"});
  expect_error(
      [&] {
        Measured(constant, failing, 0, {10, 10, 0.05, 1e9});
      },
      {"rank " + rank + ": backward: lost a link"});
}

TEST(Timer, the_maximum_is_known_on_every_rank) {
  WorldAgreement ranks;
  FakeClock clock;
  Timer timer(ranks, clock);
  const double seconds = timer.time_max("plan", [&] { clock.advance(1.0 + world_rank()); });
  EXPECT_EQ(seconds, static_cast<double>(world_size()));
  EXPECT_STREQ(ranks.step(), "plan");
}

/// Gets work that it does when somebody waits for it.
class FakeDevice : public DeviceSpace {
 public:
  explicit FakeDevice(FakeClock& clock) : clock_(clock) {}
  Memory kind() const override { return Memory::hip; }
  std::vector<std::string> ids() override { return {"fake"}; }
  void use(int) override {}
  DeviceIdentity identity() const override { return {}; }
  void* allocate(std::size_t) override { return nullptr; }
  bool intact(const void*) override { return true; }
  void release(void*) noexcept override {}
  void copy_in(void*, std::size_t, const void*, std::size_t) override {}
  void copy_out(void*, const void*, std::size_t, std::size_t) override {}
  void synchronise() override { clock_.advance(std::exchange(queued_, 0.0)); }

  void give(double seconds) { queued_ += seconds; }

 private:
  FakeClock& clock_;
  double queued_ = 0.0;
};

TEST(Timer, waits_for_the_device_before_and_within_the_time) {
  WorldAgreement ranks;
  FakeClock clock;
  FakeDevice device(clock);
  Timer timer(ranks, clock);
  timer.watch(&device);
  device.give(100.0);  // of what was before
  const double seconds = timer.time("forward", [&] {
    clock.advance(1.0);
    device.give(4.0);
  });
  EXPECT_EQ(seconds, 5.0);
  EXPECT_EQ(clock.now(), 4096.0 + 105.0);
}

/// A repetition takes 2 s in all, far more than a turn: one is timed in each, after one that is
/// not.
TEST(Measure, takes_turns_and_keeps_the_cycle_of_every_repetition) {
  WorldAgreement ranks;
  FakeClock clock;
  FakePlan plan(clock, constant, constant);
  Timer timer(ranks, clock);
  std::int64_t cycle = 100;
  const auto next_turn = [&] {
    clock.advance(1000.0);  // of others
    return ++cycle;
  };
  const auto distance = [&] { return std::optional(static_cast<double>(cycle)); };
  const Timed timed =
      measure(transforms(plan, {}, timer), 2, {5, 5, 0.05, 1e9}, false, timer, next_turn, distance);
  EXPECT_EQ(plan.forwards, 2 + 2 * 5);
  EXPECT_EQ(timed.round_trips, plan.forwards);
  if (world_rank() != 0) return;
  EXPECT_EQ(timed.forward.max, std::vector<double>(5, 1.0));
  EXPECT_EQ(timed.cycles, (std::vector<std::int64_t>{101, 102, 103, 104, 105}));
  EXPECT_EQ(timed.core_to_core, (std::vector<double>{101, 102, 103, 104, 105}));
}

TEST(Measure, asks_once_how_far_processors_are_where_there_are_no_turns) {
  WorldAgreement ranks;
  FakeClock clock;
  FakePlan plan(clock, constant, constant);
  Timer timer(ranks, clock);
  int asked = 0;
  const auto distance = [&] { return ++asked, std::optional(2e-8); };
  const Timed timed =
      measure(transforms(plan, {}, timer), 0, {3, 3, 0.05, 1e9}, false, timer, {}, distance);
  EXPECT_EQ(asked, 1);
  if (world_rank() == 0) {
    EXPECT_EQ(timed.core_to_core, std::vector<double>(3, 2e-8));
  }
}

TEST(Measure, spreads_short_repetitions_over_ten_turns) {
  WorldAgreement ranks;
  FakeClock clock;
  const auto brief = [](int) { return 0.0009765625; };
  FakePlan plan(clock, brief, brief);
  Timer timer(ranks, clock);
  std::int64_t cycle = 0;
  const Timed timed = measure(transforms(plan, {}, timer), 0, {30, 90, 0.05, 1e9}, false, timer,
                              [&] { return ++cycle; });
  EXPECT_EQ(cycle, 10);
  EXPECT_EQ(plan.forwards, 30 + 10);
  if (world_rank() == 0) {
    EXPECT_EQ(std::count(timed.cycles.begin(), timed.cycles.end(), 4), 3);
  }
}

TEST(Measure, does_not_count_the_turns_of_others) {
  WorldAgreement ranks;
  FakeClock clock;
  FakePlan plan(clock, constant, constant);
  Timer timer(ranks, clock);
  const Timed timed =
      measure(transforms(plan, {}, timer), 0, {1, 100, 0.0, 8.0}, false, timer, [&] {
        clock.advance(1000.0);
        return 1;
      });
  EXPECT_EQ(timed.stopped_by, Stop::seconds);
  EXPECT_EQ(plan.forwards, 2 * 4);
}

}  // namespace
}  // namespace fftbench
