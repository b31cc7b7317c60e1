// What the graph allows is enough: its tasks in any order give the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

#include "engine/engine.hpp"
#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

/// Takes any task that is ready, at random: if a dependency were missing, the bits would differ.
class RandomExecutor final : public Executor {
 public:
  explicit RandomExecutor(unsigned seed) : random_(seed) {}

  void run(const TaskGraph& graph, TaskActions& actions) override {
    std::vector<TaskId> waiting = graph.predecessor_counts();
    std::vector<TaskId> ready;
    std::vector<std::pair<TaskId, std::vector<MPI_Request>>> posted;
    for (std::size_t k = 0; k < graph.size(); ++k) {
      if (waiting[k] == 0) ready.push_back(static_cast<TaskId>(k));
    }
    const auto finish = [&](TaskId id) {
      for (const TaskId next : graph.successors(id)) {
        if (--waiting[next] == 0) ready.push_back(next);
      }
    };
    while (!ready.empty() || !posted.empty()) {
      std::shuffle(ready.begin(), ready.end(), random_);
      if (!ready.empty()) {
        const TaskId id = ready.back();
        ready.pop_back();
        const Task& task = graph.task(id);
        if (task.kind == TaskKind::barrier) {
          finish(id);
        } else if (completes_later(task.kind)) {
          posted.emplace_back(id, std::vector<MPI_Request>{});
          actions.post(task, posted.back().second);
        } else {
          actions.run(task, 0);
          finish(id);
        }
      }
      std::erase_if(posted, [&](auto& entry) {
        int done = 0;
        MPI_Testall(static_cast<int>(entry.second.size()), entry.second.data(), &done,
                    MPI_STATUSES_IGNORE);
        if (done != 0) finish(entry.first);
        return done != 0;
      });
    }
  }

 private:
  std::mt19937 random_;
};

void expect_the_same_bits_in_any_order(const Problem& problem, const Options& options) {
  SCOPED_TRACE(describe(problem, options));
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Case<double> c(problem, options);
  const auto fill = [&c, &problem] {
    for (int f = 0; f < problem.fields; ++f) {
      c.fill_input(global_field(problem, static_cast<std::uint64_t>(f)), f);
    }
  };
  fill();
  c.plan().forward();
  const auto expected = c.output_elements();
  c.plan().backward();
  const auto back = c.input_elements();
  const auto engine =
      make_engine(problem, options, MPI_COMM_WORLD,
                  std::make_unique<RandomExecutor>(static_cast<unsigned>(rank) + 1));
  engine->commit(c.in(), c.out());
  for (int repetition = 0; repetition < 3; ++repetition) {
    fill();
    engine->forward();
    EXPECT_EQ(c.output_elements(), expected);
    engine->backward();
    EXPECT_EQ(c.input_elements(), back);
  }
}

class Dependencies : public testing::TestWithParam<int> {};

TEST_P(Dependencies, any_order_that_the_graph_allows_gives_the_same_bits) {
  Problem problem = make_problem({13, 12, 10}, Transform::r2c, Placement::in_place);
  problem.fields = GetParam();
  for (const auto& grid : all_grids(world_size(), 3)) {
    for (const auto& [exchange, packing] : all_ways()) {
      if (exchange == Exchange::shared) continue;  // the random executor knows messages alone
      Options options = estimate(grid);
      options.exchange = exchange;
      options.packing = packing;
      options.order = Order::natural;
      options.message_groups = 3;
      options.chunks = 2;
      expect_the_same_bits_in_any_order(problem, options);
      if (!small_memory_suits(problem, grid, packing)) continue;
      options.work_memory = WorkMemory::small;
      options.order = Order::transposed;
      expect_the_same_bits_in_any_order(problem, options);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(NumbersOfFields, Dependencies, testing::Values(1, 3));

}  // namespace
}  // namespace taskfft
