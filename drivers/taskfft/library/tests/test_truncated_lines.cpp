// Truncated spectra cost what they have: the lines that a plan's passes transform, counted.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>

#include "engine/routes.hpp"
#include "graph/schedule.hpp"

namespace taskfft {
namespace {

/// Lines along each axis, and the elements of them that are read or written.
struct Counted {
  Triple lines{};
  Triple elements{};
};

/// Of all ranks, in one direction.
Counted transformed(const Problem& problem, const Options& options, int ranks, bool forward) {
  Counted counted;
  for (int rank = 0; rank < ranks; ++rank) {
    Facts facts{.rank = rank, .ranks = ranks};
    facts.thread_level = MPI_THREAD_FUNNELED;
    facts.node_ranks = {rank};
    const Setup setup = make_setup(problem, options, facts);
    const Schedule schedule =
        make_schedule(make_route(setup, forward), setup.options.exchange, problem.placement);
    for (const WorkItem& item : schedule.items) {
      for (const LinePass& pass : item.passes) {
        if (pass.transform == LineTransform::copy) continue;
        const auto axis = static_cast<std::size_t>(pass.axis);
        const Index lines = item.box[pass.tile_axis].size() * item.box[pass.plane_axis].size();
        counted.lines[axis] += lines;
        counted.elements[axis] +=
            lines * (pass.in_line.stored.size() + pass.out_line.stored.size());
      }
    }
  }
  return counted;
}

/// Along the last axis all lines, along the one before it those that are kept of them, and along
/// the first one those that are kept of these. Of each line its n points, and its waves.
void expect_no_zeros(const Problem& problem, const Triple& waves) {
  const std::vector<Index>& n = problem.extents;
  const Triple lines{waves[1] * waves[2], n[0] * waves[2], n[0] * n[1]};
  Triple elements{};
  for (std::size_t axis = 0; axis < 3; ++axis)
    elements[axis] = lines[axis] * (n[axis] + waves[axis]);
  for (const Grid& grid : {Grid{1, 1, 0}, Grid{3, 1, 0}, Grid{2, 2, 0}, Grid{1, 2, 2}}) {
    for (const Order order : {Order::transposed, Order::natural}) {
      for (const int threads : {1, 3}) {
        Options options;
        options.grid = grid;
        options.order = order;
        options.threads = threads;
        const int ranks = grid[0] * grid[1] * std::max(grid[2], 1);
        for (const bool forward : {true, false}) {
          const Counted counted = transformed(problem, options, ranks, forward);
          EXPECT_EQ(counted.lines, lines) << ranks << " ranks";
          EXPECT_EQ(counted.elements, elements) << ranks << " ranks";
        }
      }
    }
  }
}

TEST(TruncatedLines, are_those_of_waves_that_are_kept) {
  expect_no_zeros({.extents = {12, 15, 16}, .transform = Transform::r2c, .kept = {4, 5, 6}},
                  {7, 9, 6});
  expect_no_zeros({.extents = {9, 8, 10}, .kept = {2, 3, 1}}, {3, 5, 1});
  expect_no_zeros({.extents = {8, 6, 12}, .transform = Transform::dct2, .kept = {3, 6, 5}},
                  {3, 6, 5});
}

TEST(TruncatedLines, of_whole_spectra_are_all) {
  expect_no_zeros({.extents = {12, 15, 16}, .transform = Transform::r2c}, {12, 15, 9});
}

}  // namespace
}  // namespace taskfft
