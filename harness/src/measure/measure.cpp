#include "measure/measure.hpp"

#include <algorithm>
#include <array>

namespace fftbench {
namespace {

/// Every rank's times of one repetition, on rank 0; empty elsewhere.
std::vector<Times> gather(const Times& mine, const Agreement& ranks) {
  constexpr int count = sizeof(Times) / sizeof(double);
  std::vector<Times> all(ranks.root() ? static_cast<std::size_t>(ranks.size()) : 0);
  MPI_Gather(mine.seconds.data(), count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, 0,
             ranks.comm());
  return all;
}

std::vector<double> of_part(const std::vector<Times>& all, Part part) {
  std::vector<double> seconds;
  for (const Times& times : all) seconds.push_back(times[part]);
  return seconds;
}

void keep(Samples& samples, const std::vector<double>& seconds, bool all_samples) {
  const auto slowest = std::max_element(seconds.begin(), seconds.end());
  samples.max.push_back(*slowest);
  samples.median.push_back(median(seconds));
  samples.min.push_back(*std::min_element(seconds.begin(), seconds.end()));
  samples.slowest_rank.push_back(static_cast<int>(slowest - seconds.begin()));
  if (all_samples) samples.ranks.push_back(seconds);
}

/// What rank 0 has decided after a repetition: why to stop, if so, and whether the turn is over.
struct Decision {
  std::optional<Stop> stop;
  bool pass = false;
};

Decision agreed(const Decision& decision, const Agreement& ranks) {
  std::array<int, 2> code{decision.stop ? static_cast<int>(*decision.stop) : -1,
                          decision.pass ? 1 : 0};
  MPI_Bcast(code.data(), 2, MPI_INT, 0, ranks.comm());
  return {code[0] < 0 ? std::nullopt : std::optional(static_cast<Stop>(code[0])), code[1] != 0};
}

double slowest(const std::vector<Times>& all, Part part) {
  const auto seconds = of_part(all, part);
  return *std::max_element(seconds.begin(), seconds.end());
}

/// What is known of a turn when it begins.
struct Turn {
  std::int64_t cycle = 0;
  std::optional<double> core_to_core;
};

/// The repetitions of one turn: all of them where there are no turns.
class Repetitions {
 public:
  Repetitions(const std::vector<Part>& parts, const Limits& limits, bool all_samples, Timer& timer,
              Timed& timed, bool in_turns)
      : parts_(parts),
        rule_(limits),
        most_(std::max(limits.min_repetitions / 10, 1)),
        in_turns_(in_turns),
        all_samples_(all_samples),
        timer_(timer),
        timed_(timed) {}

  template <class Repeat>
  std::optional<Stop> run(const Turn& turn, Repeat&& repeat) {
    const double start = timer_.clock().now();
    for (int number = 1;; ++number) {
      const auto all = gather(repeat(), timer_.ranks());
      const double spent = timer_.clock().now() - start;
      Decision decision;
      if (timer_.ranks().root())
        decision = {keep_all(all, turn, before_ + spent), over(number, spent)};
      decision = agreed(decision, timer_.ranks());
      if (!decision.stop && !decision.pass) continue;
      before_ += spent;
      return decision.stop;
    }
  }

 private:
  std::optional<Stop> keep_all(const std::vector<Times>& all, const Turn& turn, double elapsed) {
    for (const Part part : parts_) keep(timed_.of(part), of_part(all, part), all_samples_);
    if (in_turns_) timed_.cycles.push_back(turn.cycle);
    if (turn.core_to_core) timed_.core_to_core.push_back(*turn.core_to_core);
    // Of a workload the whole decides, since its parts wait for each other.
    const bool solved = !timed_.whole.max.empty();
    const Samples& one = solved ? timed_.whole : timed_.forward;
    const Samples& other = solved ? timed_.whole : timed_.backward;
    return rule_.add(one.max.back(), other.max.back(), elapsed);
  }

  bool over(int number, double spent) const {
    return in_turns_ && (spent >= turn_seconds || number >= most_);
  }

  std::vector<Part> parts_;
  StoppingRule rule_;
  int most_;  ///< in a turn
  bool in_turns_;
  bool all_samples_;
  Timer& timer_;
  Timed& timed_;
  double before_ = 0.0;  ///< seconds of the turns before this one
};

}  // namespace

const Samples& Timed::of(Part part) const {
  return *std::array{&forward, &backward, &pointwise, &whole}[static_cast<std::size_t>(part)];
}

Samples& Timed::of(Part part) {
  return *std::array{&forward, &backward, &pointwise, &whole}[static_cast<std::size_t>(part)];
}

Repeated transforms(Plan& plan, const Between& between, Timer& timer) {
  const auto once = [&plan, between, &timer](Timed& timed) {
    const auto untimed = [&](const std::function<void()>& call) {
      const double start = timer.clock().now();
      call();
      timed.between_seconds += timer.clock().now() - start;
    };
    Times times;
    untimed(between.before_forward);
    times[Part::forward] = timer.time("forward", [&] { plan.forward(); });
    untimed(between.after_forward);
    times[Part::backward] = timer.time("backward", [&] { plan.backward(); });
    untimed(between.after_backward);
    return times;
  };
  return {{Part::forward, Part::backward}, once};
}

Timed measure(const Repeated& work, int warmup, const Limits& limits, bool all_samples,
              Timer& timer, const NextTurn& next_turn, const Distance& distance) {
  const Agreement& ranks = timer.ranks();
  Timed timed;
  const auto once = [&] {
    ++timed.round_trips;
    return work.once(timed);
  };
  for (int repetition = 0; repetition < warmup; ++repetition) {
    const auto all = gather(once(), ranks);
    if (!ranks.root()) continue;
    for (const Part part : work.parts) timed.of(part).warmup.push_back(slowest(all, part));
  }
  Repetitions repetitions(work.parts, limits, all_samples, timer, timed,
                          static_cast<bool>(next_turn));
  for (;;) {
    Turn turn;
    if (next_turn) turn.cycle = next_turn();
    if (distance) turn.core_to_core = distance();
    if (next_turn) once();  // after others have filled the caches
    if (const auto stop = repetitions.run(turn, once)) {
      timed.stopped_by = *stop;
      return timed;
    }
  }
}

}  // namespace fftbench
