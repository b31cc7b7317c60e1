#include "random_trial.hpp"

#include <array>

#include "../dice.hpp"
#include "../support.hpp"

namespace taskfft::verify {
namespace {

using namespace testing_support;

/// From 1 to 200: small ones, any, primes, and what suits the kernels.
Index random_extent(Dice& dice) {
  constexpr std::array<Index, 24> primes{2,  3,  5,  7,  11, 13, 17,  19,  23,  29,  31,  37,
                                         41, 43, 47, 53, 59, 61, 101, 127, 149, 173, 191, 199};
  constexpr std::array<Index, 12> smooth{8, 16, 24, 32, 48, 60, 64, 81, 96, 125, 128, 143};
  const std::uint64_t way = dice.roll(10);
  if (way < 4) return dice.between(1, 16);
  if (way < 6) return dice.between(1, 200);
  return way < 8 ? dice.of(primes) : dice.of(smooth);
}

std::vector<Index> random_extents(Dice& dice, Index points) {
  const std::size_t dims = 1 + dice.of(std::array{0UL, 1UL, 1UL, 2UL, 2UL, 2UL, 2UL});
  for (;;) {
    std::vector<Index> extents;
    for (std::size_t axis = 0; axis < dims; ++axis) extents.push_back(random_extent(dice));
    if (dims == 1) extents[0] *= dice.between(1, 9);  // factors for ranks
    if (product(extents) <= points) return extents;
  }
}

void choose_kinds(Dice& dice, Problem& problem) {
  const std::size_t dims = problem.extents.size();
  const std::uint64_t way = dims == 1 ? 0 : dice.roll(10);
  if (way < 3) return;
  if (way < 6) {
    problem.transform = Transform::r2c;
  } else if (way < 8) {
    problem.transform = static_cast<Transform>(dice.between(2, 9));
  } else {
    for (std::size_t axis = 0; axis < dims; ++axis) {
      const bool real = dice.percent(60);
      problem.kinds.push_back(real ? static_cast<Transform>(dice.between(2, 9)) : Transform::c2c);
    }
    if (dice.percent(50)) problem.kinds[dice.roll(dims)] = Transform::r2c;
  }
}

/// The waves kept along each axis: any number, all of them, or those of the 2/3 rule.
void choose_kept(Dice& dice, Problem& problem) {
  if (problem.extents.size() == 1 || dice.percent(75)) return;
  const std::vector<Transform> kinds = axis_kinds(problem);
  for (std::size_t axis = 0; axis < kinds.size(); ++axis) {
    const Index extent = problem.extents[axis];
    const Index most = real_to_real(kinds[axis]) ? extent : extent / 2 + 1;
    const std::array ways{dice.between(1, most), most, (most + 1) * 2 / 3};
    problem.kept.push_back(dice.of(ways));
  }
}

Problem random_problem(Dice& dice, Index points) {
  Problem problem;
  problem.extents = random_extents(dice, points);
  choose_kinds(dice, problem);
  problem.precision = dice.any<Precision>();
  problem.placement = dice.any<Placement>();
  choose_kept(dice, problem);
  problem.fields = dice.percent(70) ? 1 : dice.number(2, 4);
  return problem;
}

Options random_options(Dice& dice, const Problem& problem, int ranks) {
  Options options;
  if (dice.percent(75)) options.grid = dice.of(all_grids(ranks, problem.extents.size()));
  if (dice.percent(80)) {
    const Way way = dice.of(all_ways());
    options.exchange = way.exchange;
    options.packing = way.packing;
  }
  options.order = dice.any<Order>();
  options.scaling = dice.any<Scaling>();
  options.work_memory = dice.percent(30) ? WorkMemory::small : WorkMemory::full;
  options.effort = dice.percent(95) ? Effort::estimate : Effort::measure;
  options.kernel = dice.any<LineKernel>();
  options.stores = dice.any<Stores>();
  options.threads = dice.percent(85) ? 1 : dice.number(2, 3);
  options.scheduler = static_cast<Scheduler>(dice.roll(options.threads == 1 ? 4 : 3));
  options.stealing = dice.percent(50);
  options.message_groups = dice.percent(80) ? dice.number(0, 9) : dice.number(10, 600);
  options.sends_in_flight = dice.number(0, 2);
  options.chunks = dice.number(0, 3);
  if (dice.percent(15)) options.message_limit = dice.between(1, 500);
  return options;
}

bool possible(const Trial& trial) {
  try {
    check_arguments(trial.problem, trial.options, trial.ranks);
    return true;
  } catch (const ArgumentError&) {  // no two factors, or one point along a dct1
    return false;
  }
}

}  // namespace

Trial random_trial(std::uint64_t seed, std::uint64_t number, int world, Index points) {
  Dice dice(seed, number);
  for (;;) {
    Trial trial;
    trial.ranks = dice.number(1, world);
    trial.problem = random_problem(dice, points);
    trial.options = random_options(dice, trial.problem, trial.ranks);
    trial.reversed = dice.percent(30);
    trial.shares = dice.percent(30);
    trial.other = dice.percent(40);
    trial.shift = dice.percent(70) ? 0 : dice.number(1, 3);
    trial.seed = number;
    trial.boxes = dice.percent(20);
    trial.own_input = dice.percent(30);
    trial.own_output = dice.percent(30);
    if (possible(trial)) return trial;
  }
}

std::string describe(const Trial& trial) {
  const Options& o = trial.options;
  std::string text = std::to_string(trial.ranks) + " ranks" +
                     (trial.reversed ? " backwards, " : ", ") +
                     testing_support::describe(trial.problem, o);
  text.append(", kernel ").append(name(o.kernel)).append(", stores ").append(name(o.stores));
  text.append(", scaling ").append(name(o.scaling)).append(", planner ").append(name(o.effort));
  text += o.stealing ? ", stealing" : "";
  text += ", message limit " + std::to_string(o.message_limit);
  text += trial.shares ? ", in the memory of the plan before" : "";
  if (trial.boxes) {
    text.append(", input boxes ").append(trial.own_input ? "the plan's" : "by chance");
    text.append(", output boxes ").append(trial.own_output ? "the plan's" : "by chance");
  }
  text += trial.other ? ", other arrays" : "";
  return text + ", shift " + std::to_string(trial.shift);
}

}  // namespace taskfft::verify
