/// The check of the answer against a naive transform, right and with one defect at a time.

#include "check/check.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include "check/checksum.hpp"
#include "check/solution_checks.hpp"
#include "checked_problems.hpp"
#include "naive_plan.hpp"
#include "support/guarded_memory.hpp"
#include "world.hpp"

namespace fftbench {
namespace {

/// A naive plan with its arrays, and each function of the check applied to them.
class Bench {
 public:
  explicit Bench(const Problem& problem, std::uint64_t seed = 3, ThreadPool* threads = nullptr)
      : problem_(problem),
        seed_(seed),
        threads_(threads),
        plan_({problem, {}, 1, {}}, MPI_COMM_WORLD),
        expected_(random_spectrum(plan_.input(), problem, seed, MPI_COMM_WORLD, threads)),
        input_(static_cast<std::size_t>(plan_.input().size) * problem.input_element_bytes()),
        output_(static_cast<std::size_t>(plan_.output().size) * problem.output_element_bytes()) {
    plan_.commit({input_.data(), output_.data()});
  }

  Array input() { return {problem_, false, plan_.input(), input_.data(), threads_}; }
  Array spectrum() { return {problem_, true, plan_.output(), output_.data(), threads_}; }

  void transform_known() {
    input().fill(SuperpositionRows(known_field(problem_, seed_), plan_.input().box));
    spectrum().poison();
    plan_.forward();
  }
  void transform_random() {
    input().fill(RandomRows(problem_, seed_, plan_.input().box));
    spectrum().poison();
    plan_.forward();
  }
  void back() {
    input().poison();
    plan_.backward();
  }

  Difference known(double scale = 1.0) {
    return compare(spectrum(), known_field(problem_, seed_).transformed(), scale, MPI_COMM_WORLD);
  }
  double parseval(double scale = 1.0) {
    return parseval_error(spectrum(), problem_, expected_, scale, MPI_COMM_WORLD);
  }
  double sampled(double scale = 1.0) {
    return sampled_error(spectrum(), problem_, expected_, scale, MPI_COMM_WORLD);
  }
  double norm() { return fftbench::norm(input(), MPI_COMM_WORLD); }
  Difference round_trip() {
    return compare_random(input(), problem_, seed_, plan_.round_trip_scale(), MPI_COMM_WORLD);
  }

  /// The last element of the spectrum, on all ranks.
  Complex far_corner() {
    Complex element;
    const Array array = spectrum();
    const Layout& layout = array.layout();
    Extents last = problem_.spectrum_shape();
    for (Index& index : last) --index;
    if (layout.box.contains(last)) array.read_row(layout.offset(last), 0, {&element, 1});
    return over_ranks(element, MPI_COMM_WORLD);
  }

  /// Adds to one element of an array, on the last rank that holds any.
  static void spoil(Array array, double error) {
    const bool holds_any = array.layout().box.volume() > 0;
    int last = holds_any ? world_rank() : -1;
    MPI_Allreduce(MPI_IN_PLACE, &last, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (last != world_rank()) return;
    const Index far = array.layout().span() - 1;
    Complex element;
    array.read_row(far, 0, {&element, 1});
    element += error;
    array.write_row(far, 0, {&element, 1});
  }

 private:
  Problem problem_;
  std::uint64_t seed_;
  ThreadPool* threads_;
  NaivePlan plan_;
  RandomSpectrum expected_;
  GuardedMemory input_, output_;
};

TEST(Check, finds_the_same_by_several_threads) {
  ThreadPool threads(3, {});
  for (const Problem& problem : problems()) {
    SCOPED_TRACE(problem.shape.text());
    Bench alone(problem), shared(problem, 3, &threads);
    for (Bench* const bench : {&alone, &shared}) {
      bench->transform_random();
      bench->spectrum().scale(1.5);  // errors that are not made of rounding
      bench->back();
    }
    EXPECT_NEAR(shared.parseval(), alone.parseval(), 1e-12);
    EXPECT_NEAR(shared.sampled(), alone.sampled(), 1e-12);
    EXPECT_NEAR(shared.round_trip().l2, alone.round_trip().l2, 1e-12);
    EXPECT_NEAR(shared.round_trip().max, alone.round_trip().max, 1e-12);
    EXPECT_NEAR(shared.norm(), alone.norm(), 1e-12 * alone.norm());
  }
}

TEST(Check, right_data_pass) {
  for (const Problem& problem : problems()) {
    SCOPED_TRACE(problem.shape.text() + " " + std::string(name(problem.transform)) + " " +
                 std::string(name(problem.precision)));
    Bench bench(problem);
    const double tolerance = fftbench::tolerance(problem);
    bench.transform_known();
    EXPECT_LE(bench.known().l2, tolerance);
    EXPECT_LE(bench.known().max, tolerance);
    bench.transform_random();
    EXPECT_LE(bench.parseval(), tolerance);
    EXPECT_LE(bench.sampled(), tolerance);
    bench.back();
    EXPECT_LE(bench.round_trip().l2, tolerance);
    EXPECT_LE(bench.round_trip().max, tolerance);
  }
}

TEST(Check, one_element_off_by_a_thousandth_shows) {
  for (const Problem& problem : problems()) {
    SCOPED_TRACE(problem.shape.text());
    Bench bench(problem);
    const double tolerance = fftbench::tolerance(problem);
    bench.transform_known();
    const auto volume = static_cast<double>(problem.logical_shape().volume());
    Bench::spoil(bench.spectrum(), 0.001 * std::sqrt(volume));
    EXPECT_GT(bench.known().l2, tolerance);
    EXPECT_GT(bench.known().max, tolerance);
    bench.transform_random();
    bench.back();
    Bench::spoil(bench.input(), 0.001 * volume);
    EXPECT_GT(bench.round_trip().l2, tolerance);
    EXPECT_GT(bench.round_trip().max, tolerance);
  }
}

TEST(Check, the_claimed_scale_counts) {
  for (const Problem& problem : problems()) {
    Bench bench(problem);
    const double tolerance = fftbench::tolerance(problem);
    bench.transform_known();
    bench.spectrum().scale(0.5);
    EXPECT_GT(bench.known().l2, tolerance);
    EXPECT_LE(bench.known(0.5).l2, tolerance);
    bench.transform_random();
    bench.spectrum().scale(0.5);
    EXPECT_NEAR(bench.parseval(), 0.5, 1e-6);
    EXPECT_GT(bench.sampled(), tolerance);
    EXPECT_LE(bench.parseval(0.5), tolerance);
    EXPECT_LE(bench.sampled(0.5), tolerance);
  }
}

TEST(Check, nan_on_one_rank_fails_on_all) {
  for (const Problem& problem : problems()) {
    Bench bench(problem);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    bench.transform_known();
    Bench::spoil(bench.spectrum(), nan);
    EXPECT_TRUE(std::isnan(bench.known().l2));
    EXPECT_TRUE(std::isnan(bench.known().max));
    bench.transform_random();
    Bench::spoil(bench.spectrum(), nan);
    EXPECT_FALSE(std::isfinite(bench.parseval()));
    EXPECT_FALSE(std::isfinite(bench.sampled()));  // the far corner is always sampled
    bench.back();
    EXPECT_FALSE(std::isfinite(bench.round_trip().l2));
    EXPECT_FALSE(std::isfinite(bench.round_trip().max));
  }
}

TEST(Check, data_that_were_never_written_fail) {
  for (const Problem& problem : problems()) {
    Bench bench(problem);
    bench.spectrum().poison();
    bench.input().poison();
    EXPECT_FALSE(std::isfinite(bench.known().l2));
    EXPECT_FALSE(std::isfinite(bench.parseval()));
    EXPECT_FALSE(std::isfinite(bench.sampled()));
    EXPECT_FALSE(std::isfinite(bench.round_trip().l2));
  }
}

TEST(Check, another_field_than_the_expected_fails) {
  for (const Problem& problem : problems()) {
    Bench bench(problem);
    const double tolerance = fftbench::tolerance(problem);
    bench.transform_random();
    EXPECT_GT(bench.known().l2, tolerance);
    bench.transform_known();
    EXPECT_GT(bench.parseval(), tolerance);
    EXPECT_GT(bench.sampled(), tolerance);
    bench.back();
    EXPECT_GT(bench.round_trip().l2, tolerance);
  }
}

/// The far corner, off by e, has the error e over what it holds on average: that is measured here
/// over many fields. In dct1 and dst2 it is its own mirror image, and holds twice as much.
TEST(Check, sampled_wave_numbers_are_judged_by_what_they_hold_on_average) {
  constexpr double off = 1000.0;
  constexpr std::uint64_t fields = 400;
  for (const Transform transform : {Transform::c2c, Transform::dct1, Transform::dct2,
                                    Transform::dct4, Transform::dst1, Transform::dst2}) {
    SCOPED_TRACE(name(transform));
    const Problem problem{
        {9}, transform, Precision::double_, Placement::out_of_place, Memory::host};
    double held = 0, judged = 0;
    for (std::uint64_t field = 0; field < fields; ++field) {
      Bench bench(problem, field);
      bench.transform_random();
      held += std::norm(bench.far_corner());
      Bench::spoil(bench.spectrum(), off);
      judged += std::pow(off / bench.sampled(), 2);
    }
    EXPECT_NEAR(judged / held, 1.0, 0.25);
  }
}

TEST(Array, poison_and_scale_leave_the_padding_alone) {
  for (const Precision precision : {Precision::double_, Precision::single_}) {
    const Problem problem{{2, 3}, Transform::r2c, precision, Placement::out_of_place, Memory::host};
    const Problem dense{{12}, Transform::r2c, precision, Placement::out_of_place, Memory::host};
    Layout layout = Layout::row_major({{0, 0}, {2, 3}});
    layout.stride = {5, 1};
    layout.size = 12;
    std::vector<double> memory(12);
    Array all(dense, false, Layout::row_major({{0}, {12}}), memory.data());
    all.write_row(0, 0, std::vector<Complex>(12, 7.0));
    Array padded(problem, false, layout, memory.data());
    padded.scale(2.0);
    std::vector<Complex> row(12);
    all.read_row(0, 0, row);
    for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(row[i], i % 5 < 3 && i < 8 ? 14.0 : 7.0) << i;
    padded.poison();
    all.read_row(0, 0, row);
    for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(std::isnan(row[i].real()), i % 5 < 3 && i < 8);
  }
}

/// Or nothing at all would pass for a solution, as long as it is smaller than what rounding leaves.
TEST(Condition, no_solution_is_much_smaller_than_what_it_is_made_of) {
  for (const Extents& shape : {Extents{2048}, Extents{13}, Extents{256, 6}, Extents{5, 32, 16}}) {
    for (const Transform transform : {Transform::c2c, Transform::r2c, Transform::dct2}) {
      for (const Workload workload :
           {Workload::poisson, Workload::convolution, Workload::gradient}) {
        if (workload == Workload::gradient && real_to_real(transform)) continue;
        const Problem problem{.shape = shape, .transform = transform, .workload = workload};
        const NaivePlan plan({problem, {}, 1, {}}, MPI_COMM_WORLD);
        const double found = condition(problem, plan.input(), plan.output(), 3, MPI_COMM_WORLD);
        EXPECT_GE(found, 1.0);
        EXPECT_LE(found, 10.0) << shape.text() << " " << name(transform) << " " << name(workload);
      }
    }
  }
}

}  // namespace
}  // namespace fftbench
