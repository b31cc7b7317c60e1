/// The sums by which every repetition is checked, and what each repetition adds to its data.

#include "check/checksum.hpp"

#include <cmath>
#include <set>

#include "check/check.hpp"
#include "checked_problems.hpp"
#include "naive_plan.hpp"
#include "support/guarded_memory.hpp"
#include "world.hpp"

namespace fftbench {
namespace {

constexpr std::uint64_t seed = 3;

/// A naive plan with its arrays, of which the input holds the random field.
class Arrays {
 public:
  explicit Arrays(const Problem& problem)
      : problem_(problem),
        plan_({problem, {}, 1, {}}, MPI_COMM_WORLD),
        input_(static_cast<std::size_t>(plan_.input().size) * problem.input_element_bytes()),
        output_(static_cast<std::size_t>(plan_.output().size) * problem.output_element_bytes()) {
    plan_.commit({input_.data(), output_.data()});
    input().change([&](Array& array) { array.fill(RandomRows(problem, seed, plan_.input().box)); });
  }

  NaivePlan& plan() { return plan_; }
  Contents input() { return {problem_, false, plan_.input(), input_.data(), nullptr}; }
  Contents spectrum() { return {problem_, true, plan_.output(), output_.data(), nullptr}; }
  Checksum checksum() const { return {problem_, plan_.input(), plan_.output(), seed}; }
  double norm() const {
    const auto energy = random_spectrum(plan_.input(), problem_, seed, MPI_COMM_WORLD).energy;
    return std::sqrt(static_cast<double>(problem_.logical_shape().volume()) * energy);
  }
  /// Of the input from `factor` times the random field.
  double difference(double factor) {
    double found = 0.0;
    input().look([&](const Array& array) {
      found = compare_random(array, problem_, seed, factor, MPI_COMM_WORLD).l2;
    });
    return found;
  }

 private:
  Problem problem_;
  NaivePlan plan_;
  GuardedMemory input_, output_;
};

template <class Visit>
void for_each_problem(Visit&& visit) {
  for (const Problem& problem : problems()) {
    SCOPED_TRACE(problem.shape.text() + " " + std::string(name(problem.kind(0))) + " " +
                 std::string(name(problem.precision)));
    visit(problem);
  }
}

TEST(Checksum, of_a_spectrum_is_that_of_its_input) {
  for_each_problem([](const Problem& problem) {
    Arrays arrays(problem);
    const Checksum checksum = arrays.checksum();
    const Complex before = checksum.of_input(arrays.input(), MPI_COMM_WORLD);
    arrays.plan().forward();
    const Complex after = checksum.of_spectrum(arrays.spectrum(), MPI_COMM_WORLD);
    EXPECT_LE(std::abs(after - before), tolerance(problem) * arrays.norm());
  });
}

TEST(Checksum, grows_by_that_of_an_impulse) {
  for_each_problem([](const Problem& problem) {
    Arrays arrays(problem);
    const Checksum checksum = arrays.checksum();
    const Impulse impulse = random_impulse(problem, 0, seed);
    const Complex before = checksum.of_input(arrays.input(), MPI_COMM_WORLD);
    const Complex added = checksum.of_impulse(impulse, MPI_COMM_WORLD);
    EXPECT_GT(std::abs(added), tolerance(problem) * arrays.norm());
    arrays.input().add(impulse.at, impulse.size);
    arrays.plan().forward();
    const Complex after = checksum.of_spectrum(arrays.spectrum(), MPI_COMM_WORLD);
    EXPECT_LE(std::abs(after - before - added), tolerance(problem) * arrays.norm());
  });
}

/// A spectrum of a single 1 has the weight of that wave number for its sum.
void expect_to_count(const Checksum& checksum, Contents spectrum, Index k) {
  spectrum.add({k}, 1.0);
  EXPECT_NEAR(std::abs(checksum.of_spectrum(spectrum, MPI_COMM_WORLD)), 1.0, 1e-12) << k;
  spectrum.add({k}, -1.0);
}

TEST(Checksum, every_wave_number_of_a_long_axis_counts_alike) {
  for (const Transform transform : {Transform::c2c, Transform::r2c, Transform::dct2}) {
    for (const Index n : {Index{16384}, Index{1} << 20}) {
      const Problem problem{.shape = {n}, .transform = transform};
      const Index points = problem.spectrum_shape()[0], share = points / world_size();
      const Index lo = share * world_rank(), hi = last_rank() ? points : lo + share;
      const Layout mine = Layout::row_major({{lo}, {hi}});
      GuardedMemory memory(static_cast<std::size_t>(mine.size) * problem.output_element_bytes());
      const Checksum checksum(problem, Layout::row_major({{0}, {0}}), mine, seed);
      Contents spectrum(problem, true, mine, memory.data(), nullptr);
      spectrum.change([&](Array& array) {
        array.write_row(0, 0, std::vector<Complex>(static_cast<std::size_t>(mine.size)));
      });
      for (Index k = 0; k < 40; ++k) expect_to_count(checksum, spectrum, k);
      for (Index k = points - 40; k < points; ++k) expect_to_count(checksum, spectrum, k);
    }
  }
}

TEST(Checksum, of_a_long_axis_is_that_of_the_input) {
  const Index n = 16384;
  for (const Transform transform : {Transform::c2c, Transform::r2c, Transform::dst3}) {
    const Problem problem{.shape = {n}, .transform = transform};
    const Layout input = Layout::row_major({{0}, {last_rank() ? n : 0}});
    const Layout output = Layout::row_major({{0}, {last_rank() ? problem.spectrum_shape()[0] : 0}});
    const Checksum checksum(problem, input, output, seed);
    GuardedMemory memory(static_cast<std::size_t>(output.size) * problem.output_element_bytes());
    Contents spectrum(problem, true, output, memory.data(), nullptr);
    const AxisMatrix matrix = AxisMatrix::forward(transform, n);
    for (const Index j : {Index{0}, Index{1}, n / 3, n - 1}) {
      spectrum.change([&](Array& array) {
        std::vector<Complex> wave;
        for (Index k = 0; k < output.size; ++k) wave.push_back(matrix.at(k, j));
        if (!wave.empty()) array.write_row(0, 0, wave);
      });
      const Complex expected = checksum.of_impulse({{j}, 1.0}, MPI_COMM_WORLD);
      const Complex found = checksum.of_spectrum(spectrum, MPI_COMM_WORLD);
      EXPECT_LE(std::abs(found - expected), 1e-14 * std::sqrt(static_cast<double>(n))) << j;
    }
  }
}

TEST(Impulse, is_another_one_in_every_repetition_and_of_every_seed) {
  const Problem problem{.shape = {64, 64, 64}, .transform = Transform::r2c};
  std::set<std::string> places;
  std::set<double> sizes;
  for (int repetition = 0; repetition < 20; ++repetition) {
    for (const std::uint64_t of : {seed, seed + 1, seed + (1U << 20)}) {
      const Impulse impulse = random_impulse(problem, repetition, of);
      EXPECT_EQ(impulse.size.imag(), 0.0);
      EXPECT_GE(std::abs(impulse.size), 512.0 / 16);
      EXPECT_LE(std::abs(impulse.size), 512.0 / 8);
      places.insert(impulse.at.text());
      sizes.insert(impulse.size.real());
    }
  }
  EXPECT_EQ(places.size(), 60U);
  EXPECT_EQ(sizes.size(), 60U);
}

TEST(Checksum, of_waves_is_that_of_the_field_that_they_are) {
  for_each_problem([](const Problem& problem) {
    Arrays arrays(problem);
    const Superposition wave = random_wave(problem, 0, seed);
    arrays.input().change(
        [&](Array& array) { array.fill(SuperpositionRows(wave, array.layout().box)); });
    const Complex found = arrays.checksum().of_input(arrays.input(), MPI_COMM_WORLD);
    const Complex expected = arrays.checksum().of_waves(wave, MPI_COMM_WORLD);
    EXPECT_LE(std::abs(found - expected), tolerance(problem) * arrays.norm());
    EXPECT_GT(std::abs(expected), tolerance(problem) * arrays.norm());
  });
}

RepetitionCheck check_of(Arrays& arrays) {
  return {arrays.checksum(), {1.0, arrays.plan().round_trip_scale()},
          arrays.norm(),     arrays.input(),
          {seed, seed},      MPI_COMM_WORLD};
}

void go_forward(Arrays& arrays, RepetitionCheck& check) {
  check.before_forward(arrays.input());
  arrays.plan().forward();
  check.look_at_spectrum(arrays.spectrum());
  check.after_forward();
}

void look_at_what_came_back(Arrays& arrays, RepetitionCheck& check) {
  check.look_at_field(arrays.input());
  check.after_backward();
}

TEST(RepetitionCheck, right_transforms_pass_and_leave_the_field_as_it_was) {
  for_each_problem([](const Problem& problem) {
    Arrays arrays(problem);
    RepetitionCheck check = check_of(arrays);
    constexpr int repetitions = 4;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      check.before_forward(arrays.input());
      EXPECT_GT(arrays.difference(check.factor()), 0.05);
      arrays.plan().forward();
      check.look_at_spectrum(arrays.spectrum());
      check.after_forward();
      arrays.plan().backward();
      look_at_what_came_back(arrays, check);
      EXPECT_LE(check.worst().error(), tolerance(problem));
      EXPECT_GT(arrays.difference(check.factor()), 0.01);  // it has the wave
    }
    check.take_wave_away(arrays.input());
    EXPECT_LE(arrays.difference(check.factor()), repetitions * tolerance(problem));
  });
}

/// A way back that only multiplies as a round trip does, where the input is as it was.
TEST(RepetitionCheck, the_field_that_went_forward_does_not_pass_for_what_came_back) {
  for_each_problem([](const Problem& problem) {
    Arrays arrays(problem);
    RepetitionCheck check = check_of(arrays);
    go_forward(arrays, check);
    EXPECT_LE(check.worst().error(), tolerance(problem));
    arrays.input().scale(arrays.plan().round_trip_scale());
    look_at_what_came_back(arrays, check);
    EXPECT_GT(check.worst().error(), tolerance(problem));
  });
}

/// Nor does it where it is multiplied as the spectrum is.
TEST(RepetitionCheck, a_field_that_is_only_scaled_fails) {
  for_each_problem([](const Problem& problem) {
    Arrays arrays(problem);
    RepetitionCheck check = check_of(arrays);
    const double before = check.factor();
    go_forward(arrays, check);
    arrays.input().scale(arrays.plan().round_trip_scale() * check.factor() / before);
    look_at_what_came_back(arrays, check);
    EXPECT_GT(check.worst().error(), tolerance(problem));
  });
}

/// A spectrum that was kept, which is multiplied as the field is by now.
TEST(RepetitionCheck, a_spectrum_that_is_only_scaled_fails) {
  for_each_problem([](const Problem& problem) {
    Arrays arrays(problem);
    RepetitionCheck check = check_of(arrays);
    go_forward(arrays, check);
    arrays.plan().backward();
    look_at_what_came_back(arrays, check);
    EXPECT_LE(check.worst().error(), tolerance(problem));
    check.before_forward(arrays.input());
    check.look_at_spectrum(arrays.spectrum());
    check.after_forward();
    EXPECT_GT(check.worst().error(), tolerance(problem));
  });
}

}  // namespace
}  // namespace fftbench
