// The executor by itself, without MPI: graphs of tasks that only compute.
#include "run/threaded_executor.hpp"

#include <gtest/gtest.h>

#include <set>

#include "actions.hpp"
#include "run/balance.hpp"

namespace taskfft {
namespace {

constexpr int kWorkers = 4;

ThreadPolicy policy(bool placing, bool stealing) {
  ThreadPolicy policy;
  policy.workers = kWorkers;
  policy.placing = placing;
  policy.stealing = stealing;
  return policy;
}

TEST(ThreadedExecutor, without_placing_and_stealing_tasks_stay_at_home) {
  const TaskGraph graph = independent_tasks(12);
  ThreadedExecutor executor(policy(false, false));
  std::vector<int> ran_on(graph.size(), -1);
  Actions actions([&](const Task& task, int worker) {
    // The first worker is slow, and nobody helps.
    if (worker == 0) work_for(std::chrono::milliseconds(2));
    ran_on[static_cast<std::size_t>(task.item)] = worker;
  });
  executor.run(graph, actions);
  EXPECT_EQ(ran_on, (std::vector<int>{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}));
}

TEST(ThreadedExecutor, stealing_helps_a_slow_worker) {
  const TaskGraph graph = independent_tasks(64);
  ThreadedExecutor executor(policy(false, true));
  std::atomic<int> elsewhere{0};
  Actions actions([&](const Task& task, int worker) {
    const int home = task.item / 16;
    if (worker != home) ++elsewhere;
    // Worker 0 is held up in its first task until others have done the rest of its work.
    while (worker == 0 && elsewhere < 15) std::this_thread::yield();
  });
  // Costs are not known before a run, and tiny ones are not worth moving.
  Actions slow(
      [](const Task& /*task*/, int /*worker*/) { work_for(std::chrono::microseconds(50)); });
  executor.run(graph, slow);
  executor.run(graph, actions);
  EXPECT_GE(elsewhere, 15);
}

TEST(ThreadedExecutor, sleeping_workers_wake_for_the_next_run) {
  const TaskGraph graph = independent_tasks(8);
  ThreadedExecutor executor(policy(false, false));
  for (int repetition = 0; repetition < 5; ++repetition) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::set<int> workers;
    std::mutex mutex;
    Actions actions([&](const Task& /*task*/, int worker) {
      const std::scoped_lock lock(mutex);
      workers.insert(worker);
    });
    executor.run(graph, actions);
    EXPECT_EQ(workers.size(), static_cast<std::size_t>(kWorkers));
  }
}

TEST(Balance, homes_are_equal_shares_of_the_work_of_a_stage) {
  TaskGraphBuilder builder;
  for (const Index points : {4, 1, 1, 2}) builder.add(compute_task(0, points));
  Task unpack = compute_task(0, 10);
  unpack.kind = TaskKind::unpack;
  builder.add(unpack);
  const TaskGraph graph = std::move(builder).build();
  std::vector<int> homes;
  for (TaskId id = 0; id < 5; ++id) homes.push_back(home_worker(graph.task(id), 2));
  EXPECT_EQ(homes, (std::vector<int>{0, 1, 1, 1, 1}));
}

std::vector<int> rebalanced(std::vector<double> loads, std::vector<Assignment> tasks) {
  rebalance(loads, tasks);
  std::vector<int> workers;
  for (const Assignment& task : tasks) workers.push_back(task.worker);
  return workers;
}

TEST(Balance, tasks_move_only_where_loads_spread_too_far_and_where_it_helps) {
  using Workers = std::vector<int>;
  EXPECT_EQ(rebalanced({2, 2, 2}, {{0, 1, 0}, {1, 1, 1}, {2, 1, 2}}), (Workers{0, 1, 2}));
  EXPECT_EQ(rebalanced({4, 0}, {{0, 1, 0}, {1, 1, 0}, {2, 1, 0}, {3, 1, 0}}),
            (Workers{0, 0, 1, 1}));
  EXPECT_EQ(rebalanced({4, 0}, {{0, 4, 0}}), (Workers{0}));  // a lone task is as well anywhere
  EXPECT_EQ(rebalanced({9, 1}, {{0, 1, 1}}), (Workers{1}));  // others' tasks stay
}

}  // namespace
}  // namespace taskfft
