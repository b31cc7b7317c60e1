// Work that is uneven on purpose: which tasks take longer, and by how much at least.
#include "study/skew.hpp"

#include <gtest/gtest.h>

#include "actions.hpp"

namespace taskfft {
namespace {

using std::chrono::microseconds;
using Clock = std::chrono::steady_clock;

std::vector<bool> lengthened(const TaskGraph& graph, const Skew& skew) {
  std::vector<bool> longer;
  for (TaskId id = 0; id < static_cast<TaskId>(graph.size()); ++id) {
    longer.push_back(skew.lengthens(graph.task(id)));
  }
  return longer;
}

TEST(Skew, lengthens_what_the_first_thread_is_at_home_with) {
  const TaskGraph graph = independent_tasks(4);
  EXPECT_EQ(lengthened(graph, {100, 2, 0}), (std::vector<bool>{true, true, false, false}));
  EXPECT_EQ(lengthened(graph, {100, 2, 1}), (std::vector<bool>{true, true, false, false}));
  EXPECT_EQ(lengthened(graph, {100, 4, 0}), (std::vector<bool>{true, false, false, false}));
}

TEST(Skew, lengthens_the_first_rank_where_ranks_have_one_thread) {
  const TaskGraph graph = independent_tasks(2);
  EXPECT_EQ(lengthened(graph, {100, 1, 0}), (std::vector<bool>{true, true}));
  EXPECT_EQ(lengthened(graph, {100, 1, 1}), (std::vector<bool>{false, false}));
}

TEST(Skew, lengthens_only_what_computes) {
  Task task = compute_task(0);
  const Skew skew{100, 1, 0};
  for (const TaskKind kind : {TaskKind::transform, TaskKind::pack, TaskKind::unpack}) {
    task.kind = kind;
    EXPECT_TRUE(skew.lengthens(task));
  }
  for (const TaskKind kind : {TaskKind::send, TaskKind::collective, TaskKind::barrier}) {
    task.kind = kind;
    EXPECT_FALSE(skew.lengthens(task));
  }
}

TEST(Skew, a_longer_task_takes_its_own_time_and_so_many_per_cent_more) {
  constexpr microseconds own{200};
  int runs = 0;
  Actions actions([&](const Task& /*task*/, int worker) {
    EXPECT_EQ(worker, 3);
    ++runs;
    work_for(own);
  });
  SkewedActions skewed(actions, {160, 1, 0});
  const auto begin = Clock::now();
  skewed.run(compute_task(0), 3);
  EXPECT_GE(Clock::now() - begin, own * 260 / 100);
  EXPECT_EQ(runs, 1);
}

}  // namespace
}  // namespace taskfft
