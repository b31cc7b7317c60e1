// Natural order and bricks: what stays on a rank is in the caller's array at once, and only what
// other ranks send or receive is copied.
#include <gtest/gtest.h>
#include <mpi.h>

#include <numeric>

#include "engine/routes.hpp"
#include "graph/schedule.hpp"

namespace taskfft {
namespace {

/// One of several ranks that all share a node, or each on one of its own.
Setup setup_of(const Problem& problem, const Grid& grid, Exchange exchange, int rank) {
  Options options{.grid = grid, .exchange = exchange, .order = Order::natural};
  options.message_groups = 2;
  options.chunks = 2;
  const int ranks = grid[0] * grid[1] * std::max(grid[2], 1);
  Facts facts{.rank = rank, .ranks = ranks, .thread_level = MPI_THREAD_FUNNELED};
  if (exchange == Exchange::shared) {
    facts.ranks_per_node = ranks;
    facts.node_ranks.resize(static_cast<std::size_t>(ranks));
    std::iota(facts.node_ranks.begin(), facts.node_ranks.end(), 0);
  } else {
    facts.node_ranks = {rank};
  }
  return make_setup(problem, options, facts);
}

/// How often each element of one of the caller's arrays is read, or written, by one direction.
class Touched {
 public:
  explicit Touched(const Box& box) : times_(static_cast<std::size_t>(box.volume())), box_(box) {}

  void add(const LinePass& pass, const std::vector<Segment>& segments, Box box, Buffer array) {
    for (const Segment& segment : segments) {
      if (segment.buffer != array) continue;
      box[pass.axis] = segment.line;
      for (Index i = box[0].lo; i < box[0].hi; ++i) {
        for (Index j = box[1].lo; j < box[1].hi; ++j) {
          for (Index k = box[2].lo; k < box[2].hi; ++k) ++at(i, j, k);
        }
      }
    }
  }
  const std::vector<int>& times() const { return times_; }

 private:
  int& at(Index i, Index j, Index k) {
    const Index row = (i - box_[0].lo) * box_[1].size() + j - box_[1].lo;
    return times_.at(static_cast<std::size_t>(row * box_[2].size() + k - box_[2].lo));
  }

  std::vector<int> times_;
  Box box_;
};

/// Elements that the copies beside the arrays move.
Index copied(const Route& route, const WorkItem& item) {
  Index elements = 0;
  for (const LinePass& pass : item.passes) {
    if (pass.transform != LineTransform::copy) continue;
    const Index lines = item.box[pass.tile_axis].size() * item.box[pass.plane_axis].size();
    Index in = 0, out = 0;
    for (const Segment& segment : pass.in) in += lines * segment.line.size();
    for (const Segment& segment : pass.out) out += lines * segment.line.size();
    EXPECT_EQ(in, out);
    const bool beside =
        of_the_caller(pass.in.front().buffer) || of_the_caller(pass.out.front().buffer);
    if (beside && item.passes.size() == 1) elements += in;
  }
  EXPECT_EQ(route.packing, Packing::fused);
  return elements;
}

/// What other ranks have of the exchanges beside which a stage only copies.
Index others_part(const Route& route) {
  Index elements = 0;
  for (const ExchangeRoute& exchange : route.exchanges) {
    if (exchange.own == OwnBlock::in_buffer) continue;
    const bool leaves = exchange.own == OwnBlock::in_source;
    for (const Block& block : leaves ? exchange.send : exchange.receive) {
      if (block.peer != exchange.me) elements += block.box.volume();
    }
  }
  return elements;
}

void expect_each_element_once(const Problem& problem, const Grid& grid, Exchange exchange) {
  const int ranks = grid[0] * grid[1] * std::max(grid[2], 1);
  for (int rank = 0; rank < ranks; ++rank) {
    const Setup setup = setup_of(problem, grid, exchange, rank);
    const Box input = input_box(setup.geometry);
    const Box output = output_box(setup.geometry, Order::natural);
    for (const bool forward : {true, false}) {
      SCOPED_TRACE("rank " + std::to_string(rank) + (forward ? " forward" : " backward"));
      const Route route = make_route(setup, forward);
      Touched read(forward ? input : output), written(forward ? output : input);
      Index elements = 0;
      for (const WorkItem& item :
           make_schedule(route, setup.options.exchange, problem.placement).items) {
        read.add(item.passes.front(), item.passes.front().in, item.box, Buffer::from);
        written.add(item.passes.back(), item.passes.back().out, item.box, Buffer::to);
        elements += copied(route, item);
      }
      EXPECT_EQ(read.times(), std::vector<int>(read.times().size(), 1));
      EXPECT_EQ(written.times(), std::vector<int>(written.times().size(), 1));
      EXPECT_EQ(elements, others_part(route));
    }
  }
}

TEST(NaturalOrderOfRanks, reads_and_writes_each_element_once) {
  for (const Exchange exchange : {Exchange::shared, Exchange::p2p}) {
    for (const Grid& grid : {Grid{2, 1, 0}, Grid{3, 1, 0}, Grid{2, 2, 0}, Grid{1, 3, 0},
                             Grid{2, 1, 2}, Grid{1, 2, 3}}) {
      for (const Transform transform : {Transform::c2c, Transform::r2c, Transform::dct2}) {
        Problem problem{.extents = {7, 9, 10}, .transform = transform};
        expect_each_element_once(problem, grid, exchange);
        problem.kept = {3, 2, 4};
        expect_each_element_once(problem, grid, exchange);
      }
      expect_each_element_once(
          {.extents = {7, 8, 10}, .kinds = {Transform::r2c, Transform::c2c, Transform::c2c}}, grid,
          exchange);
    }
    expect_each_element_once({.extents = {11, 13}}, {3, 1, 0}, exchange);
  }
}

}  // namespace
}  // namespace taskfft
