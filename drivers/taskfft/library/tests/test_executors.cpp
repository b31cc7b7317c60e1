// What every executor with several threads must do, on graphs of tasks without MPI.
#include "engine/executors.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "actions.hpp"

namespace taskfft {
namespace {

constexpr int kThreads = 4;

using Kind = std::pair<ExecutorKind, Scheduler>;

class AnyExecutor : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    if (!why_not_built(GetParam().first).empty()) GTEST_SKIP() << why_not_built(GetParam().first);
    Options options;
    options.threads = kThreads;
    std::tie(options.executor, options.scheduler) = GetParam();
    executor_ = make_executor(options, MPI_THREAD_FUNNELED, {});
  }
  Executor& executor() { return *executor_; }

 private:
  std::unique_ptr<Executor> executor_;
};

INSTANTIATE_TEST_SUITE_P(Kinds, AnyExecutor,
                         testing::Values(Kind{ExecutorKind::own, Scheduler::graph},
                                         Kind{ExecutorKind::own, Scheduler::static_},
                                         Kind{ExecutorKind::tbb, Scheduler::graph},
                                         Kind{ExecutorKind::openmp, Scheduler::graph},
                                         Kind{ExecutorKind::openmp, Scheduler::static_}),
                         [](const testing::TestParamInfo<Kind>& tested) {
                           const ExecutorKind kind = tested.param.first;
                           const bool fixed = tested.param.second == Scheduler::static_;
                           const std::string name = kind == ExecutorKind::own   ? "own"
                                                    : kind == ExecutorKind::tbb ? "tbb"
                                                                                : "openmp";
                           return name + (fixed ? "_static" : "");
                         });

TEST_P(AnyExecutor, every_task_runs_once_and_after_those_it_waits_for) {
  constexpr int chains = 6, length = 50;
  TaskGraphBuilder builder;
  for (int item = 0; item < chains * length; ++item) {
    builder.add(compute_task(item));
    builder.writes({item % chains, {0, 1}}, item);
    // Neighbouring chains look at each other now and then.
    if (item % 7 == 0) builder.reads({(item + 1) % chains, {0, 1}});
  }
  const TaskGraph graph = std::move(builder).build();
  for (int repetition = 0; repetition < 20; ++repetition) {
    std::vector<std::atomic<int>> runs(graph.size());
    std::atomic<int> wrong{0};
    Actions actions([&](const Task& task, int worker) {
      for (const TaskId before : graph.predecessors(task.item)) {
        if (runs[static_cast<std::size_t>(before)] != 1) ++wrong;
      }
      if (worker < 0 || worker >= executor().workers()) ++wrong;
      ++runs[static_cast<std::size_t>(task.item)];
    });
    executor().run(graph, actions);
    EXPECT_EQ(wrong, 0);
    for (const auto& count : runs) EXPECT_EQ(count, 1);
  }
}

TEST_P(AnyExecutor, no_two_tasks_at_a_time_have_one_workers_number) {
  const TaskGraph graph = independent_tasks(200);
  std::array<std::atomic<int>, kThreads> inside{};
  std::atomic<int> clashes{0};
  Actions actions([&](const Task& /*task*/, int worker) {
    std::atomic<int>& mine = inside[static_cast<std::size_t>(worker)];
    if (++mine != 1) ++clashes;
    work_for(std::chrono::microseconds(20));
    --mine;
  });
  executor().run(graph, actions);
  EXPECT_EQ(clashes, 0);
}

TEST_P(AnyExecutor, an_exception_reaches_the_caller_and_the_next_run_is_whole) {
  const TaskGraph graph = independent_tasks(40);
  for (int guilty = 0; guilty < 40; guilty += 13) {
    Actions failing([&](const Task& task, int /*worker*/) {
      if (task.item == guilty) throw std::runtime_error("task " + std::to_string(guilty));
    });
    EXPECT_THROW(executor().run(graph, failing), std::runtime_error);
    std::atomic<int> done{0};
    Actions counting([&](const Task& /*task*/, int /*worker*/) { ++done; });
    executor().run(graph, counting);
    EXPECT_EQ(done, 40);
  }
}

TEST_P(AnyExecutor, an_empty_graph_is_done_at_once) {
  Actions actions([](const Task& /*task*/, int /*worker*/) { FAIL(); });
  executor().run(TaskGraphBuilder().build(), actions);
}

TEST_P(AnyExecutor, a_barrier_waits_for_all_before_it) {
  constexpr int each = 10;
  TaskGraphBuilder builder;
  for (int item = 0; item < each; ++item) {
    builder.add(compute_task(item));
    builder.reads({0, {0, 1}});
  }
  builder.add({TaskKind::barrier, 0, 0, 0, 0});
  builder.writes({0, {0, 1}}, 0);
  for (int item = each; item < 2 * each; ++item) {
    builder.add(compute_task(item));
    builder.reads({0, {0, 1}});
  }
  const TaskGraph graph = std::move(builder).build();
  std::atomic<int> before{0}, early{0};
  Actions actions([&](const Task& task, int /*worker*/) {
    if (task.item < each) {
      ++before;
    } else if (before < each) {
      ++early;
    }
  });
  executor().run(graph, actions);
  EXPECT_EQ(before, each);
  EXPECT_EQ(early, 0);
}

/// Chains of a chunk, a message that takes some asking, and another chunk.
class Correspondence final : public TaskActions {
 public:
  static TaskGraph graph(int chains) {
    TaskGraphBuilder builder;
    for (int chain = 0; chain < chains; ++chain) {
      builder.add(compute_task(chain));
      builder.writes({0, {chain, chain + 1}}, 0);
      builder.add({TaskKind::publish, 0, 0, 0, chain});
      builder.writes({0, {chain, chain + 1}}, 1);
      builder.add({TaskKind::await, 0, 0, 0, chain});
      builder.writes({0, {chain, chain + 1}}, 2);
      builder.add(compute_task(chain));
      builder.writes({0, {chain, chain + 1}}, 3);
    }
    return std::move(builder).build();
  }

  void run(const Task& task, int /*worker*/) override {
    if (computes(task.kind)) {
      work_for(std::chrono::microseconds(100));
      ++chunks;
    } else {
      note_thread();
    }
  }
  bool arrived(const Task& /*task*/) override {
    note_thread();
    return ++asked % 50 == 0;
  }
  void post(const Task& /*task*/, std::vector<MPI_Request>& /*requests*/) override {}

  std::atomic<int> chunks{0};
  int asked = 0;
  std::set<std::thread::id> threads;

 private:
  void note_thread() { threads.insert(std::this_thread::get_id()); }
};

TEST_P(AnyExecutor, only_the_calling_thread_communicates) {
  constexpr int chains = 16;
  const TaskGraph graph = Correspondence::graph(chains);
  for (int repetition = 0; repetition < 5; ++repetition) {
    Correspondence actions;
    executor().run(graph, actions);
    EXPECT_EQ(actions.chunks, 2 * chains);
    EXPECT_EQ(actions.threads, (std::set{std::this_thread::get_id()}));
  }
}

TEST_P(AnyExecutor, a_recorded_run_is_accounted_for) {
  Recorder recorder(executor().workers());
  executor().record(&recorder);
  Correspondence actions;
  executor().run(Correspondence::graph(16), actions);
  double compute = 0;
  constexpr double rounding = 1e-9;
  for (const WorkerTimes& times : recorder.times()) {
    compute += times.compute;
    EXPECT_GE(times.scheduling, -rounding);
    EXPECT_LE(times.compute + times.exchange + times.idle, times.all + rounding);
  }
  EXPECT_GE(compute, 32 * 100e-6);
}

}  // namespace
}  // namespace taskfft
