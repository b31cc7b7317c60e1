// Truncated spectra: the kept part of whole ones, in both directions.
#include <gtest/gtest.h>

#include "bytes_sent.hpp"
#include "layout/box.hpp"
#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

/// A problem with one of its fields, by serial FFTW.
struct Example {
  std::vector<Complex> field;
  std::vector<Complex> kept;    ///< the truncated spectrum
  std::vector<Complex> smooth;  ///< what that is the spectrum of, all else being zero
};

std::vector<Example> examples(const Problem& problem) {
  std::vector<Example> all;
  for (int f = 0; f < problem.fields; ++f) {
    const std::vector<Complex> field = global_field(problem, 3 + static_cast<std::uint64_t>(f));
    const std::vector<Complex> whole = serial_forward(problem, field);
    all.push_back({field, kept_part(problem, whole, true),
                   backward_by(serial_forward, problem, kept_part(problem, whole, false))});
  }
  return all;
}

/// Forward gives the kept part of serial FFTW's spectrum; backward takes all else for zero.
template <class Real>
void expect_right(const Problem& problem, const Options& options,
                  const std::vector<Example>& fields) {
  SCOPED_TRACE(describe(problem, options));
  Case<Real> c(problem, options);
  for (const Example& example : fields) {
    c.fill_input(example.field);
    c.plan().forward();
    EXPECT_LE(c.output_error(example.kept), c.tolerance());
    c.fill_output(example.kept);
    c.plan().backward();
    EXPECT_LE(c.input_error(example.smooth, 1), 2 * c.tolerance());
  }
}

Problem truncated(std::vector<Index> extents, Transform transform, std::vector<Index> kept) {
  Problem problem = make_problem(std::move(extents), transform);
  problem.kept = std::move(kept);
  return problem;
}

std::vector<Problem> problems() {
  Problem mixed = truncated({7, 6, 10}, Transform::c2c, {4, 3, 2});
  mixed.kinds = {Transform::dct1, Transform::dst1, Transform::r2c};
  Problem periodic = truncated({6, 7, 8}, Transform::c2c, {3, 2, 8});
  periodic.kinds = {Transform::c2c, Transform::dct2, Transform::dst3};
  Problem halved = truncated({12, 16, 10}, Transform::c2c, {4, 5, 2});
  halved.kinds = {Transform::c2c, Transform::r2c, Transform::c2c};
  Problem batch = truncated({8, 9, 10}, Transform::r2c, {3, 3, 4});
  batch.fields = 3;
  return {truncated({16, 24, 32}, Transform::r2c, {6, 8, 11}),
          truncated({9, 10, 12}, Transform::c2c, {3, 4, 7}),
          truncated({13, 7, 11}, Transform::c2c, {7, 1, 2}),
          truncated({4, 40, 64}, Transform::r2c, {3, 14, 22}),
          mixed,
          periodic,
          halved,
          batch,
          truncated({5, 9, 8}, Transform::dst4, {5, 1, 8}),
          truncated({1, 5, 1}, Transform::c2c, {1, 1, 1}),
          truncated({14, 9}, Transform::dct2, {3, 9}),
          truncated({17, 12}, Transform::c2c, {5, 5}),
          truncated({48, 30}, Transform::r2c, {9, 10})};
}

/// The count-th of many combinations, in this order of the spectrum.
Options turn(int count, const Grid& grid, Order order) {
  Options options = varied(count + count / 8, grid);
  options.order = order;
  options.threads = count % 5 == 0 ? 2 : 1;
  options.message_groups = 1 + count % 3;
  options.chunks = 1 + count % 2;
  return options;
}

TEST(TruncatedSpectra, are_the_kept_part_of_whole_ones) {
  int count = 0;
  for (Problem problem : problems()) {
    const std::vector<Example> fields = examples(problem);
    for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
      problem.placement = placement;
      for (const Grid& grid : all_grids(world_size(), problem.extents.size())) {
        for (const Order order : {Order::transposed, Order::natural}) {
          const Options options = turn(count, grid, order);
          problem.precision = count / 4 % 2 == 0 ? Precision::float64 : Precision::float32;
          ++count;
          if (problem.precision == Precision::float64) {
            expect_right<double>(problem, options, fields);
          } else {
            expect_right<float>(problem, options, fields);
          }
        }
      }
    }
  }
}

/// Of all ranks.
std::size_t all_bytes_sent() {
  unsigned long bytes = bytes_sent;
  MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
  bytes_sent = 0;
  return bytes;
}

/// Of an axis that is split over these ranks before an exchange, and another one that is split over
/// them after it, what goes to other ranks.
Index leaving(Index before, Index after, int ranks) {
  Index stays = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    stays += split({0, before}, ranks, rank).size() * split({0, after}, ranks, rank).size();
  }
  return before * after - stays;
}

// Lines are counted by test_truncated_lines.cpp.
TEST(TruncatedSpectra, send_what_is_kept_alone) {
  const Problem problem = truncated({12, 15, 16}, Transform::r2c, {4, 5, 6});
  const std::array<Index, 3> waves{7, 9, 6};
  for (const Grid& grid : all_grids(world_size(), 3)) {
    if (grid[2] > 0) continue;
    Options options = estimate(grid);
    options.exchange = Exchange::p2p;
    Case<double> c(problem, options);
    c.fill_input(global_field(problem, 1));
    const Index row = 12 * leaving(15, waves[2], grid[1]);
    const Index column = waves[2] * leaving(12, waves[1], grid[0]);
    const auto expected = static_cast<std::size_t>(row + column) * sizeof(Complex);
    all_bytes_sent();
    c.plan().forward();
    EXPECT_EQ(all_bytes_sent(), expected);
    c.plan().backward();
    EXPECT_EQ(all_bytes_sent(), expected);
  }
}

// Planes are cut between threads, both passes of a stage by themselves.
TEST(TruncatedSpectra, may_have_fewer_planes_than_threads) {
  Options options = estimate({world_size(), 1});
  options.threads = 3;
  for (const Problem& problem : {truncated({2, 128, 96}, Transform::r2c, {2, 43, 33}),
                                 truncated({64, 128, 2}, Transform::c2c, {21, 40, 2})}) {
    expect_right<double>(problem, options, examples(problem));
  }
}

TEST(TruncatedSpectra, that_keep_all_waves_are_whole) {
  for (const Transform transform : {Transform::c2c, Transform::r2c, Transform::dct2}) {
    const Index all = transform == Transform::dct2 ? 12 : 7;
    Problem problem = make_problem({12, 12, 12}, transform);
    Case<double> whole(problem, estimate({world_size(), 1}));
    problem.kept = {all, all, all};
    Case<double> same(problem, estimate({world_size(), 1}));
    EXPECT_EQ(whole.plan().output().hi, same.plan().output().hi);
    for (Case<double>* each : {&whole, &same}) {
      each->fill_input(global_field(problem, 1));
      each->plan().forward();
    }
    EXPECT_EQ(whole.output_elements(), same.output_elements());
  }
}

TEST(TruncatedSpectra, take_full_work_memory_and_say_so) {
  Options options = estimate({world_size(), 1});
  options.work_memory = WorkMemory::small;
  const Problem problem = truncated({16, 16, 16}, Transform::r2c, {6, 6, 6});
  expect_right<double>(problem, options, examples(problem));
  const Plan plan(problem, options, MPI_COMM_WORLD);
  ASSERT_EQ(plan.effective().notes.size(), 1U);
  EXPECT_NE(plan.effective().notes[0].find("whole spectra"), std::string::npos);
}

}  // namespace
}  // namespace taskfft
