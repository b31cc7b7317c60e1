// What the passes of all tasks read and write, for any number of message groups: the segments of a
// side lie beside each other along its lines, hold the whole box across them, and both sides have
// the same of a copied line, all of a transformed one.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <string>

#include "engine/routes.hpp"
#include "layout/chunks.hpp"

namespace taskfft {
namespace {

/// The points of the lines of a side, one range beside the other; nothing if two have one in
/// common.
std::vector<Range> held_along_lines(const std::vector<Segment>& side) {
  std::vector<Range> held;
  for (const Segment& segment : side) {
    if (segment.line.size() > 0) held.push_back(segment.line);
  }
  std::ranges::sort(held, {}, &Range::lo);
  std::vector<Range> joined;
  for (const Range& range : held) {
    if (!joined.empty() && range.lo < joined.back().hi) return {};
    if (!joined.empty() && range.lo == joined.back().hi) {
      joined.back().hi = range.hi;
    } else {
      joined.push_back(range);
    }
  }
  return joined;
}

/// Whether all segments of a side begin before the box, and end after it, across its lines.
bool reaches_over(const std::vector<Segment>& side, Box box, int axis) {
  return std::ranges::all_of(side, [&](const Segment& segment) {
    for (int across = 0; across < 3; ++across) {
      if (across != axis && segment.origin[across] > box[across].lo) return false;
    }
    if (segment.size == 0 || segment.lines > 0) return true;
    box[axis] = segment.line;
    const Triple last{box[0].hi - 1, box[1].hi - 1, box[2].hi - 1};
    return position(segment, last) < segment.offset + segment.size;
  });
}

void expect_whole_lines(const WorkItem& item, const std::string& what) {
  for (const LinePass& pass : item.passes) {
    const auto in = held_along_lines(pass.in), out = held_along_lines(pass.out);
    EXPECT_TRUE(reaches_over(pass.in, item.box, pass.axis)) << what << ": reads beside the box";
    EXPECT_TRUE(reaches_over(pass.out, item.box, pass.axis)) << what << ": writes beside the box";
    if (pass.transform == LineTransform::copy) {
      EXPECT_EQ(in, out) << what << ", a copy";
    } else {
      EXPECT_EQ(in, std::vector{pass.in_line.stored}) << what << ": what is read";
      EXPECT_EQ(out, std::vector{pass.out_line.stored}) << what << ": what is written";
    }
  }
}

void expect_whole_lines(const Route& route, const std::string& what) {
  for (std::size_t stage = 0; stage < route.decomposition.stages.size(); ++stage) {
    for (const Chunk& chunk : transform_chunks(route, stage)) {
      const WorkItem item = transform_item(route, stage, chunk);
      if (item.passes.front().in.empty() || item.passes.back().out.empty()) continue;
      expect_whole_lines(item, what + ", stage " + std::to_string(stage));
    }
  }
}

struct Case {
  Grid grid;
  std::vector<Index> extents;
};

class Items : public testing::TestWithParam<Case> {};

void expect_whole_lines(const Case& one, const Options& options, const std::string& what) {
  const int ranks = one.grid[0] * one.grid[1] * std::max(one.grid[2], 1);
  const Setup setup =
      make_setup({.extents = one.extents}, options,
                 {.rank = ranks / 2, .ranks = ranks, .thread_level = MPI_THREAD_FUNNELED});
  expect_whole_lines(make_route(setup, true), what + ", forward");
  expect_whole_lines(make_route(setup, false), what + ", backward");
  if (one.extents.size() < 3) return;
  expect_whole_lines(make_round_trip_route(setup), what + ", there and back");
}

TEST_P(Items, have_whole_lines) {
  Options options{.grid = GetParam().grid, .exchange = Exchange::p2p, .packing = Packing::fused};
  for (const Order order : {Order::transposed, Order::natural}) {
    options.order = order;
    for (const int threads : {1, 5}) {
      options.threads = threads;
      for (const int groups : {1, 4, 5, 8, 19}) {
        options.message_groups = groups;
        expect_whole_lines(GetParam(), options,
                           std::to_string(groups) + " groups, order " + std::string(name(order)) +
                               ", threads " + std::to_string(threads));
      }
    }
  }
}

// Lines of several tiles along each axis: those are what ranges are cut between.
INSTANTIATE_TEST_SUITE_P(Pencils, Items,
                         testing::Values(Case{{2, 1, 0}, {70, 131, 200}},
                                         Case{{2, 1, 0}, {40, 30, 600}},
                                         Case{{3, 2, 0}, {70, 131, 200}},
                                         Case{{1, 4, 0}, {70, 131, 200}},
                                         Case{{1, 3, 0}, {300, 500}}, Case{{4, 1, 0}, {4096}}));
INSTANTIATE_TEST_SUITE_P(Bricks, Items,
                         testing::Values(Case{{1, 1, 2}, {70, 131, 200}},
                                         Case{{2, 1, 2}, {70, 131, 200}},
                                         Case{{1, 2, 3}, {70, 131, 200}},
                                         Case{{2, 2, 2}, {70, 131, 200}}));

}  // namespace
}  // namespace taskfft
