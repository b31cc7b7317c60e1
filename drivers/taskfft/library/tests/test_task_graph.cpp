#include "graph/task_graph.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "engine/routes.hpp"
#include "graph/schedule.hpp"
#include "layout/chunks.hpp"

namespace taskfft {
namespace {

constexpr Task kTask{TaskKind::transform, 0, 0, 0, 0};

std::vector<TaskId> followers(const TaskGraph& graph, TaskId id) {
  const auto span = graph.successors(id);
  return {span.begin(), span.end()};
}

TEST(TaskGraph, readers_wait_for_writers_and_writers_for_readers) {
  TaskGraphBuilder builder;
  builder.add(kTask);
  builder.writes({0, {0, 10}}, 0);
  builder.add(kTask);
  builder.reads({0, {0, 5}});
  builder.add(kTask);
  builder.reads({0, {5, 10}});
  builder.add(kTask);
  builder.writes({0, {4, 6}}, 1);
  builder.add(kTask);
  builder.reads({0, {7, 8}});
  const TaskGraph graph = std::move(builder).build();
  EXPECT_EQ(followers(graph, 0), (std::vector<TaskId>{1, 2, 3, 4}));
  EXPECT_EQ(followers(graph, 1), (std::vector<TaskId>{3}));
  EXPECT_EQ(followers(graph, 2), (std::vector<TaskId>{3}));
  EXPECT_EQ(followers(graph, 3), (std::vector<TaskId>{}));
  EXPECT_EQ(graph.predecessor_counts(), (std::vector<TaskId>{0, 1, 1, 3, 1}));
}

TEST(TaskGraph, writes_of_one_phase_do_not_wait_for_each_other) {
  TaskGraphBuilder builder;
  builder.add(kTask);
  builder.reads({0, {0, 9}});
  for (int k = 0; k < 3; ++k) {
    builder.add(kTask);
    builder.writes({0, {k, k + 5}}, 7);
  }
  builder.add(kTask);
  builder.reads({0, {3, 4}});
  builder.add(kTask);
  builder.writes({0, {0, 9}}, 8);
  const TaskGraph graph = std::move(builder).build();
  EXPECT_EQ(followers(graph, 0), (std::vector<TaskId>{1, 2, 3, 5}));
  EXPECT_EQ(followers(graph, 1), (std::vector<TaskId>{4, 5}));
  EXPECT_EQ(followers(graph, 2), (std::vector<TaskId>{4, 5}));
  EXPECT_EQ(followers(graph, 3), (std::vector<TaskId>{4, 5}));
}

/// One region written by many tasks, joined, and then read by as many.
TaskGraph crowds(int tasks) {
  TaskGraphBuilder builder;
  for (int phase = 0; phase < 2; ++phase) {
    for (int k = 0; k < tasks; ++k) {
      builder.add(kTask);
      if (phase == 0) builder.writes({0, {0, 10}}, 0);
      if (phase == 1) builder.reads({0, {k % 10, 10}});
    }
    if (phase == 0) builder.join({TaskKind::barrier, 0, 0, 0, 0}, {{0, {0, 10}}});
  }
  return std::move(builder).build();
}

TEST(TaskGraph, crowds_wait_for_each_other_by_a_barrier) {
  constexpr int many = 100, few = 3;
  const TaskGraph graph = crowds(many);
  ASSERT_EQ(graph.size(), 2U * many + 1);
  EXPECT_EQ(graph.task(many).kind, TaskKind::barrier);
  EXPECT_EQ(graph.predecessors(many).size(), std::size_t{many});
  for (TaskId id = many + 1; id < 2 * many + 1; ++id) {
    ASSERT_EQ(graph.predecessors(id).size(), 1U);
    EXPECT_EQ(graph.predecessors(id)[0], many);
  }
  EXPECT_EQ(crowds(few).size(), 2U * few);
}

TEST(TaskGraph, spaces_and_empty_regions_do_not_meet) {
  TaskGraphBuilder builder;
  builder.add(kTask);
  builder.writes({0, {0, 4}}, 0);
  builder.add(kTask);
  builder.reads({1, {0, 4}});
  builder.reads({0, {2, 2}});
  const TaskGraph graph = std::move(builder).build();
  EXPECT_EQ(graph.predecessor_counts(), (std::vector<TaskId>{0, 0}));
}

Route route_on(const Grid& grid, Index planes, int groups, Packing packing, int fields,
               Placement placement, bool forward = true, Index rows = 4,
               Order order = Order::transposed, Index middle = 6,
               Transform transform = Transform::c2c) {
  Problem problem;
  problem.transform = transform;
  problem.extents = {planes, middle, rows};
  problem.placement = placement;
  problem.fields = fields;
  const Options options{.grid = grid,
                        .exchange = Exchange::p2p,
                        .order = order,
                        .packing = packing,
                        .message_groups = groups,
                        .sends_in_flight = 0,
                        .chunks = 1};
  return make_route(make_setup(problem, options, {.rank = 1, .ranks = 4}), forward);
}

Route pencil_route(int groups, Packing packing, int fields = 1,
                   Placement placement = Placement::out_of_place) {
  return route_on({2, 2}, 8, groups, packing, fields, placement);
}

TEST(Schedule, static_order_is_topological) {
  for (const Packing packing : {Packing::fused, Packing::separate, Packing::datatypes}) {
    for (const Exchange exchange : {Exchange::p2p, Exchange::alltoallv, Exchange::ialltoallv}) {
      const Schedule schedule =
          make_schedule(pencil_route(2, packing), exchange, Placement::out_of_place);
      for (std::size_t k = 0; k < schedule.graph.size(); ++k) {
        const auto id = static_cast<TaskId>(k);
        for (const TaskId next : schedule.graph.successors(id)) EXPECT_GT(next, id);
      }
    }
  }
}

TEST(Schedule, a_group_leaves_as_soon_as_its_chunk_is_done) {
  const Schedule schedule =
      make_schedule(pencil_route(2, Packing::fused), Exchange::p2p, Placement::out_of_place);
  // The first transform of the first stage is waited for by its own send and by the transform
  // of the same group in the second stage, not by the other group.
  for (std::size_t k = 0; k < schedule.graph.size(); ++k) {
    const auto id = static_cast<TaskId>(k);
    const Task& task = schedule.graph.task(id);
    if (task.kind != TaskKind::transform || task.place != 0) continue;
    for (const TaskId next : schedule.graph.successors(id)) {
      EXPECT_EQ(schedule.graph.task(next).group, task.group);
    }
    EXPECT_EQ(schedule.graph.successors(id).size(), 2U);
  }
}

TEST(Schedule, only_so_many_sends_to_a_peer_are_under_way) {
  constexpr int groups = 5;
  for (const int limit : {0, 1, 2}) {
    Route route =
        route_on({2, 2}, 32, groups, Packing::fused, 1, Placement::out_of_place, true, 512);
    route.sends_in_flight = limit;
    const Schedule schedule = make_schedule(route, Exchange::p2p, Placement::out_of_place);
    for (std::size_t k = 0; k < schedule.graph.size(); ++k) {
      const auto id = static_cast<TaskId>(k);
      const Task& task = schedule.graph.task(id);
      if (task.kind != TaskKind::send) continue;
      std::vector<int> earlier;  // groups whose sends to this peer in this exchange come before
      for (const TaskId before : schedule.graph.predecessors(id)) {
        const Task& other = schedule.graph.task(before);
        if (other.kind == TaskKind::send && other.place == task.place) {
          EXPECT_EQ(other.peer, task.peer);
          earlier.push_back(other.group);
        }
      }
      const bool waits = limit > 0 && task.group >= limit;
      EXPECT_EQ(earlier, waits ? std::vector{task.group - limit} : std::vector<int>{});
    }
  }
}

TEST(Schedule, more_sends_to_a_peer_than_there_are_change_nothing) {
  constexpr int groups = 5;
  Route route = route_on({4, 1}, 4 * groups, groups, Packing::fused, 2, Placement::out_of_place);
  route.sends_in_flight = groups;
  const TaskGraph all = make_schedule(route, Exchange::p2p, Placement::out_of_place).graph;
  route.sends_in_flight = std::numeric_limits<int>::max();
  const TaskGraph most = make_schedule(route, Exchange::p2p, Placement::out_of_place).graph;
  ASSERT_EQ(all.size(), most.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto id = static_cast<TaskId>(k);
    EXPECT_EQ(followers(all, id), followers(most, id));
  }
}

/// Everything that a task waits for, directly or not.
std::set<TaskId> ancestors(const TaskGraph& graph, TaskId id) {
  std::set<TaskId> all;
  std::vector<TaskId> open{id};
  while (!open.empty()) {
    const TaskId next = open.back();
    open.pop_back();
    for (const TaskId before : graph.predecessors(next)) {
      if (all.insert(before).second) open.push_back(before);
    }
  }
  return all;
}

TEST(Schedule, nonblocking_collectives_start_in_order_and_do_not_wait_for_each_other) {
  const Schedule schedule =
      make_schedule(pencil_route(3, Packing::fused), Exchange::ialltoallv, Placement::out_of_place);
  const TaskGraph& graph = schedule.graph;
  std::optional<TaskId> last;
  for (TaskId id = 0; id < static_cast<TaskId>(graph.size()); ++id) {
    const Task& task = graph.task(id);
    if (task.kind != TaskKind::collective) continue;
    const std::set<TaskId> before = ancestors(graph, id);
    if (last) {
      EXPECT_TRUE(before.contains(*last));
    }
    for (const TaskId other : before) {
      const Task& earlier = graph.task(other);
      // No call waits for another of its exchange to end, nor for data of later groups.
      EXPECT_FALSE(earlier.kind == TaskKind::completion &&
                   (earlier.place == task.place || earlier.group > task.group));
    }
    last = id;
  }
  EXPECT_TRUE(last);
}

/// The messages that the first or the last transform of a stage waits for, or those that wait for
/// it: kind and group.
std::set<int> groups_among(const TaskGraph& graph, const std::set<TaskId>& tasks, TaskKind kind) {
  std::set<int> groups;
  for (const TaskId id : tasks) {
    if (graph.task(id).kind == kind) groups.insert(graph.task(id).group);
  }
  return groups;
}

/// Lines of these are contiguous in the spectrum, and chunked by its last axis. As long rows have
/// four tiles of them.
constexpr Transform contiguous = Transform::dct2;
constexpr Index long_row = 256;

/// The groups whose messages the transforms of lines of a rank of four wait for, in the first
/// exchange.
std::set<std::set<int>> awaited_by_lines(int groups, Index middle, Order order,
                                         Transform transform) {
  const Route route = route_on({4, 1}, 64, groups, Packing::fused, 1, Placement::out_of_place, true,
                               long_row, order, middle, transform);
  const TaskGraph graph = make_schedule(route, Exchange::p2p, Placement::out_of_place).graph;
  std::set<std::set<int>> awaited;
  for (TaskId id = 0; id < static_cast<TaskId>(graph.size()); ++id) {
    const Task& task = graph.task(id);
    if (task.kind != TaskKind::transform || task.place != 1) continue;
    awaited.insert(groups_among(graph, ancestors(graph, id), TaskKind::receive));
  }
  return awaited;
}

TEST(Schedule, lines_begin_with_the_groups_that_came_across) {
  // Four of planes, and four across, a range each.
  const std::set<std::set<int>> expected{
      {0, 1, 2, 3, 4}, {0, 1, 2, 3, 5}, {0, 1, 2, 3, 6}, {0, 1, 2, 3, 7}};
  EXPECT_EQ(awaited_by_lines(8, 6, Order::transposed, contiguous), expected);
  EXPECT_EQ(awaited_by_lines(8, 16, Order::transposed, Transform::c2c), expected);
  EXPECT_EQ(awaited_by_lines(8, 16, Order::natural, Transform::c2c), expected);
}

TEST(Schedule, lines_wait_for_all_groups_of_their_range) {
  // Of the sixteen by planes eight have one. Sixteen go across: four for each of four tiles, and
  // two for each of eight ranges.
  for (const auto& [order, transform, each] : {std::tuple(Order::transposed, contiguous, 4),
                                               {Order::transposed, Transform::c2c, 2},
                                               {Order::natural, Transform::c2c, 2}}) {
    std::set<std::set<int>> expected;
    for (int first = 16; first < 32; first += each) {
      std::set<int> groups;
      for (int group = 0; group < 8; ++group) groups.insert(group);
      for (int group = first; group < first + each; ++group) groups.insert(group);
      expected.insert(groups);
    }
    EXPECT_EQ(awaited_by_lines(32, 32, order, transform), expected);
  }
}

TEST(Schedule, backward_groups_leave_across_before_all_lines_are_transformed) {
  const Route route = route_on({4, 1}, 64, 8, Packing::fused, 1, Placement::out_of_place, false,
                               long_row, Order::transposed, 6, contiguous);
  const TaskGraph graph = make_schedule(route, Exchange::p2p, Placement::out_of_place).graph;
  std::map<int, std::size_t> transforms;  // that a group's messages wait for
  for (TaskId id = 0; id < static_cast<TaskId>(graph.size()); ++id) {
    if (graph.task(id).kind != TaskKind::send) continue;
    const std::set<TaskId> before = ancestors(graph, id);
    transforms[graph.task(id).group] =
        static_cast<std::size_t>(std::count_if(before.begin(), before.end(), [&](TaskId one) {
          return graph.task(one).kind == TaskKind::transform;
        }));
  }
  const std::size_t all = transforms.at(7);
  for (const int across : {0, 1, 2, 3}) EXPECT_EQ(transforms.at(across), all / 4);
  for (const int planes : {4, 5, 6}) EXPECT_EQ(transforms.at(planes), all);
}

/// 0, 2, 4 for the stages and 1, 3 for the exchanges between them.
int step_of(const Task& task) {
  return task.kind == TaskKind::transform ? 2 * task.place : 2 * task.place + 1;
}

TEST(Schedule, with_fork_and_join_a_stage_waits_for_all_before_it) {
  for (const Packing packing : {Packing::fused, Packing::separate, Packing::datatypes}) {
    for (const Exchange exchange : {Exchange::p2p, Exchange::alltoallv, Exchange::ialltoallv}) {
      const Schedule schedule =
          make_schedule(pencil_route(2, packing), exchange, Placement::out_of_place, true);
      const TaskGraph& graph = schedule.graph;
      const auto count = static_cast<TaskId>(graph.size());
      for (TaskId id = 0; id < count; ++id) {
        const Task& task = graph.task(id);
        if (task.kind != TaskKind::transform) continue;
        const std::set<TaskId> before = ancestors(graph, id);
        for (TaskId other = 0; other < count; ++other) {
          const bool earlier = step_of(graph.task(other)) < step_of(task);
          EXPECT_EQ(before.contains(other), earlier) << "task " << id << " and task " << other;
        }
      }
    }
  }
}

/// Stages 0 to 2 and exchanges 0 and 1 are the first one's.
Schedule two_fields(Placement placement, bool fork_join) {
  return make_schedule(pencil_route(2, Packing::fused, 2, placement), Exchange::p2p, placement,
                       fork_join);
}

TEST(Schedule, a_field_is_transformed_while_the_messages_of_the_one_before_travel) {
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    const TaskGraph graph = two_fields(placement, false).graph;
    for (TaskId id = 0; id < static_cast<TaskId>(graph.size()); ++id) {
      const Task& task = graph.task(id);
      if (task.kind != TaskKind::transform || task.place != 3) continue;
      for (const TaskId before : ancestors(graph, id)) {
        const Task& other = graph.task(before);
        EXPECT_FALSE(other.kind == TaskKind::receive && other.place == 1);
        EXPECT_FALSE(other.kind == TaskKind::transform && other.place == 2);
      }
    }
  }
}

TEST(Schedule, with_fork_and_join_a_field_waits_for_the_one_before) {
  const TaskGraph graph = two_fields(Placement::in_place, true).graph;
  const auto count = static_cast<TaskId>(graph.size());
  for (TaskId id = 0; id < count; ++id) {
    const Task& task = graph.task(id);
    if (task.kind != TaskKind::transform || task.place < 3) continue;
    const std::set<TaskId> before = ancestors(graph, id);
    for (TaskId other = 0; other < count; ++other) {
      const Task& earlier = graph.task(other);
      if (earlier.kind != TaskKind::transform || earlier.place >= 3) continue;
      EXPECT_TRUE(before.contains(other)) << "task " << id << " and task " << other;
    }
  }
}

/// The most work of transforms that wait for each other.
double critical_path(const TaskGraph& graph) {
  std::vector<double> until(graph.size());
  for (TaskId id = 0; id < static_cast<TaskId>(graph.size()); ++id) {
    double before = 0;
    for (const TaskId other : graph.predecessors(id)) before = std::max(before, until[other]);
    until[id] = before + graph.task(id).work;
  }
  return *std::max_element(until.begin(), until.end());
}

double critical_path(Transform transform, Placement placement, bool forward) {
  Problem problem;
  problem.extents = {10, 128, 256};
  problem.transform = transform;
  problem.placement = placement;
  problem.fields = 2;
  const Options options{.grid = {1, 1},
                        .exchange = Exchange::p2p,
                        .order = Order::natural,
                        .packing = Packing::fused,
                        .threads = 16,
                        .chunks = 16};
  const Facts facts{.rank = 0, .ranks = 1, .thread_level = MPI_THREAD_MULTIPLE};
  const Route route = make_route(make_setup(problem, options, facts), forward);
  EXPECT_TRUE(plane_cut(route, 0).cuts());
  return critical_path(make_schedule(route, Exchange::p2p, placement, false).graph);
}

TEST(Schedule, planes_of_one_rank_do_not_wait_for_each_other_in_place) {
  for (const bool forward : {true, false}) {
    EXPECT_DOUBLE_EQ(critical_path(Transform::c2c, Placement::in_place, forward),
                     critical_path(Transform::c2c, Placement::out_of_place, forward));
  }
  EXPECT_DOUBLE_EQ(critical_path(Transform::r2c, Placement::in_place, true),
                   critical_path(Transform::r2c, Placement::out_of_place, true));
}

}  // namespace
}  // namespace taskfft
