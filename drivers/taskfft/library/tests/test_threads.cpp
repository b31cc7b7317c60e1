// Several threads per rank: the same bits as one, whatever shares the work out.
#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <complex>
#include <optional>
#include <set>
#include <thread>

#include "bound_threads.hpp"
#include "engine/engine.hpp"
#include "engine/executors.hpp"
#include "run/cores.hpp"
#include "run/threaded_executor.hpp"
#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

Options pinned() {
  Options options;
  options.effort = Effort::estimate;
  options.stores = Stores::streaming;
  return options;
}

std::vector<std::complex<double>> transformed(const Problem& problem, const Options& options,
                                              const std::vector<Complex>& field) {
  Case<double> c(problem, options);
  for (int f = 0; f < problem.fields; ++f) c.fill_input(field, f);
  c.plan().forward();
  c.plan().backward();
  c.plan().forward();
  return c.output_elements();
}

/// How many elements are further away than `tolerance` times the largest.
std::ptrdiff_t far_ones(const std::vector<std::complex<double>>& some,
                        const std::vector<std::complex<double>>& others, double tolerance) {
  double largest = 0;
  for (const auto& value : others) largest = std::max(largest, std::abs(value));
  std::ptrdiff_t far = 0;
  for (std::size_t k = 0; k < others.size(); ++k) {
    if (!(std::abs(some[k] - others[k]) <= tolerance * largest)) ++far;
  }
  return far;
}

/// At most `tolerance` away from what one thread gives; 0: the same bits.
void expect_the_answer_of_one_thread(const Problem& problem, Options options, double tolerance) {
  const std::vector<Complex> field = global_field(problem, 11);
  const auto expected = transformed(problem, options, field);
  options.chunks = 0;
  for (const int threads : {1, 2, 4}) {
    for (const Scheduler scheduler : {Scheduler::graph, Scheduler::fork_join, Scheduler::static_}) {
      options.threads = threads;
      options.scheduler = scheduler;
      options.chunks = 3 - options.chunks;  // in turn: these, or about four for each thread
      SCOPED_TRACE(describe(problem, options));
      const auto found = transformed(problem, options, field);
      ASSERT_EQ(found.size(), expected.size());
      EXPECT_EQ(far_ones(found, expected, tolerance), 0);
    }
  }
}

void expect_the_bits_of_one_thread(const Problem& problem, const Options& options) {
  expect_the_answer_of_one_thread(problem, options, 0);
}

TEST(Bitwise, threads_schedulers_and_chunks_give_the_same_bits) {
  for (const auto& grid : all_grids(world_size(), 3)) {
    for (const auto& [exchange, packing] : all_ways()) {
      Options options = pinned();
      options.grid = grid;
      options.exchange = exchange;
      options.packing = packing;
      options.message_groups = 2;
      const Problem problem = make_problem({14, 20, 18}, Transform::r2c, Placement::in_place);
      expect_the_bits_of_one_thread(problem, options);
      if (!small_memory_suits(problem, grid, packing)) continue;
      options.work_memory = WorkMemory::small;
      expect_the_bits_of_one_thread(problem, options);
    }
  }
}

// Its rows are no whole tiles: those of a chunk go on from row to row.
TEST(Bitwise, chunks_of_natural_order_give_the_same_bits) {
  Options options = pinned();
  options.order = Order::natural;
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    for (const Transform transform : {Transform::c2c, Transform::r2c}) {
      expect_the_bits_of_one_thread(make_problem({11, 21, 18}, transform, placement), options);
      expect_the_bits_of_one_thread(make_problem({30, 18}, transform, placement), options);
    }
  }
}

/// Executors that are not ours, with the schedulers they have.
std::vector<std::pair<ExecutorKind, Scheduler>> other_executors() {
  std::vector<std::pair<ExecutorKind, Scheduler>> others;
  if (why_not_built(ExecutorKind::tbb).empty()) {
    others.emplace_back(ExecutorKind::tbb, Scheduler::graph);
    others.emplace_back(ExecutorKind::tbb, Scheduler::fork_join);
  }
  if (why_not_built(ExecutorKind::openmp).empty()) {
    others.emplace_back(ExecutorKind::openmp, Scheduler::graph);
    others.emplace_back(ExecutorKind::openmp, Scheduler::fork_join);
    others.emplace_back(ExecutorKind::openmp, Scheduler::static_);
  }
  return others;
}

TEST(Bitwise, other_executors_give_the_same_bits) {
  const Problem problem = make_problem({14, 20, 18}, Transform::r2c, Placement::in_place);
  const std::vector<Complex> field = global_field(problem, 13);
  for (const auto& [exchange, packing] : all_ways()) {
    Options options = pinned();
    options.exchange = exchange;
    options.packing = packing;
    options.message_groups = 2;
    const auto expected = transformed(problem, options, field);
    for (const auto& [executor, scheduler] : other_executors()) {
      for (const int threads : {1, 3}) {
        options.executor = executor;
        options.scheduler = scheduler;
        options.threads = threads;
        SCOPED_TRACE(describe(problem, options));
        EXPECT_EQ(transformed(problem, options, field), expected);
      }
    }
  }
}

TEST(Bitwise, work_that_is_uneven_on_purpose_gives_the_same_bits) {
  const Problem problem = make_problem({14, 20, 18}, Transform::r2c, Placement::in_place);
  const std::vector<Complex> field = global_field(problem, 13);
  Options options = pinned();
  options.threads = 2;
  const auto expected = transformed(problem, options, field);
  options.skew = 100;
  EXPECT_EQ(far_ones(transformed(problem, options, field), expected, 0), 0);
}

TEST(Bitwise, threads_give_the_same_bits_with_fftw_too) {
  Options options = pinned();
  options.kernel = LineKernel::fftw;
  options.order = Order::natural;
  expect_the_bits_of_one_thread(make_problem({11, 14, 13}, Transform::c2c, Placement::out_of_place),
                                options);
  expect_the_bits_of_one_thread(make_problem({12, 11, 9}, Transform::dct2, Placement::in_place),
                                options);
}

// Chunks of these cut lines that lie side by side. FFTW is given as many lines as a chunk has, and
// takes other instructions for eight lines than for one: where it is built with fused ones, they
// round otherwise.
TEST(Rounding, is_all_that_chunks_of_lines_change_with_fftw) {
  constexpr double rounding = 1e-13;
  Options options = pinned();
  options.kernel = LineKernel::fftw;
  options.order = Order::natural;
  for (const auto& extents : {std::vector<Index>{21, 26}, std::vector<Index>{12 * 15}}) {
    expect_the_answer_of_one_thread(make_problem(extents, Transform::c2c, Placement::in_place),
                                    options, rounding);
  }
}

TEST(Bitwise, planes_that_are_cut_give_the_same_bits) {
  for (const Transform transform : {Transform::c2c, Transform::r2c}) {
    for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
      const Problem problem = make_problem({3, 100, 80}, transform, placement);
      for (const LineKernel kernel : {LineKernel::lanes, LineKernel::fftw}) {
        for (const Scaling scaling : {Scaling::none, Scaling::symmetric}) {
          Options options = pinned();
          options.kernel = kernel;
          options.scaling = scaling;
          options.order = scaling == Scaling::none ? Order::natural : Order::transposed;
          options.chunks = 1;
          const std::vector<Complex> field = global_field(problem, 17);
          const auto expected = transformed(problem, options, field);
          options.chunks = 0;
          for (options.threads = 4; options.threads < 12; options.threads += 3) {
            SCOPED_TRACE(describe(problem, options));
            EXPECT_EQ(transformed(problem, options, field), expected);
          }
        }
      }
    }
  }
}

TEST(Bitwise, threads_give_the_same_bits_with_batches_too) {
  for (const Exchange exchange : {Exchange::shared, Exchange::p2p, Exchange::ialltoallv}) {
    Options options = pinned();
    options.exchange = exchange;
    Problem batch = make_problem({14, 20, 18}, Transform::r2c, Placement::in_place);
    batch.fields = 4;
    expect_the_bits_of_one_thread(batch, options);
  }
}

/// Makes some of the tasks take longer, at random.
class DelayingActions final : public TaskActions {
 public:
  DelayingActions(TaskActions& actions, std::uint64_t seed) : actions_(actions), seed_(seed) {}
  void run(const Task& task, int worker) override {
    const double random = noise(seed_ + static_cast<std::uint64_t>(calls_++)) + 0.5;
    constexpr std::chrono::duration<double, std::micro> longest(100);
    if (random > 0.75) std::this_thread::sleep_for((random - 0.75) * 4 * longest);
    if (random < 0.25) std::this_thread::yield();
    actions_.run(task, worker);
  }
  bool arrived(const Task& task) override { return actions_.arrived(task); }
  void post(const Task& task, std::vector<MPI_Request>& requests) override {
    actions_.post(task, requests);
  }
  bool owns_requests(const Task& task) const override { return actions_.owns_requests(task); }

 private:
  TaskActions& actions_;
  std::uint64_t seed_;
  std::atomic<int> calls_{0};
};

class DelayingExecutor final : public Executor {
 public:
  explicit DelayingExecutor(std::unique_ptr<Executor> executor) : executor_(std::move(executor)) {}
  void run(const TaskGraph& graph, TaskActions& actions) override {
    DelayingActions delaying(actions, ++runs_ << 32U);
    executor_->run(graph, delaying);
  }
  int workers() const override { return executor_->workers(); }

 private:
  std::unique_ptr<Executor> executor_;
  std::uint64_t runs_ = 0;
};

/// The same plan twice: run by one thread, and by several with delays, which must not show.
class Twins {
 public:
  Twins(const Problem& problem, const Options& options, ExecutorKind executor, Scheduler scheduler)
      : problem_(problem), serial_(problem, options), delayed_(problem, options) {
    Options threaded = options;
    threaded.threads = 4;
    threaded.executor = executor;
    threaded.scheduler = scheduler;
    engine_ = make_engine(
        problem, threaded, MPI_COMM_WORLD,
        std::make_unique<DelayingExecutor>(make_executor(threaded, MPI_THREAD_FUNNELED, {})));
    engine_->commit(delayed_.in(), delayed_.out());
  }

  void fill(std::uint64_t seed) {
    const std::vector<Complex> field = global_field(problem_, seed);
    serial_.fill_input(field);
    delayed_.fill_input(field);
  }
  void start() { engine_->forward(); }
  void expect_equal() {
    serial_.plan().forward();
    EXPECT_EQ(delayed_.output_elements(), serial_.output_elements());
    engine_->backward();
    serial_.plan().backward();
    EXPECT_EQ(delayed_.input_elements(), serial_.input_elements());
  }

 private:
  Problem problem_;
  Case<double> serial_, delayed_;
  std::unique_ptr<Engine> engine_;
};

TEST(Delays, of_tasks_do_not_show_in_two_plans_of_two_hundred_executions_each) {
  Options a = pinned(), b = pinned();
  a.exchange = Exchange::shared;
  b.exchange = Exchange::persistent;
  b.message_groups = 2;
  auto executors = other_executors();
  executors.emplace_back(ExecutorKind::own, Scheduler::graph);
  for (const auto& [executor, scheduler] : executors) {
    Twins first(make_problem({12, 10, 16}, Transform::c2c, Placement::in_place), a, executor,
                scheduler);
    Twins second(make_problem({9, 15, 8}, Transform::r2c, Placement::out_of_place), b, executor,
                 scheduler);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      first.fill(seed);
      second.fill(seed + 1000);
      first.start();
      second.start();
      second.expect_equal();
      first.expect_equal();
      ASSERT_FALSE(HasFailure()) << "executor " << int(executor) << ", input " << seed;
    }
  }
}

TEST(Funneled, only_the_calling_thread_needs_to_communicate) {
  const Problem problem = make_problem({16, 12, 10}, Transform::c2c, Placement::out_of_place);
  const std::vector<Complex> field = global_field(problem, 12);
  Options options = pinned();
  options.message_groups = 2;
  options.chunks = 4;
  for (const auto& [exchange, packing] : all_ways()) {
    for (const bool anyone : {false, true}) {
      options.exchange = exchange;
      options.packing = packing;
      Case<double> c(problem, options);
      ThreadPolicy policy;
      policy.workers = 3;
      policy.anyone_communicates = anyone;
      const auto engine =
          make_engine(problem, options, MPI_COMM_WORLD, std::make_unique<ThreadedExecutor>(policy));
      engine->commit(c.in(), c.out());
      for (int repetition = 0; repetition < 10; ++repetition) {
        c.fill_input(field);
        engine->forward();
        EXPECT_LE(c.output_error(serial_forward(problem, field)), c.tolerance());
        engine->backward();
        EXPECT_LE(c.input_error(field, 16 * 12 * 10), 2 * c.tolerance());
      }
    }
  }
}

TEST(Cores, ranks_that_share_processors_get_different_ones_or_none) {
  const Communicator world = Communicator::duplicate(MPI_COMM_WORLD);
  const std::size_t allowed = allowed_cores().size();
  for (const int workers : {1, 2}) {
    const std::vector<int> mine = share_of_cores(world, workers);
    const auto wanted = static_cast<std::size_t>(workers);
    // Tests run unbound: all ranks may use the same processors.
    const bool enough = wanted * static_cast<std::size_t>(world_size()) <= allowed;
    ASSERT_EQ(mine.size(), enough ? wanted : 0);
    std::vector<int> all(mine.size() * static_cast<std::size_t>(world_size()));
    MPI_Allgather(mine.data(), static_cast<int>(mine.size()), MPI_INT, all.data(),
                  static_cast<int>(mine.size()), MPI_INT, MPI_COMM_WORLD);
    EXPECT_EQ(std::set<int>(all.begin(), all.end()).size(), all.size());
  }
}

TEST(Cores, are_not_those_of_other_ranks_that_plan_for_themselves) {
  if (allowed_cores().size() < 2) GTEST_SKIP() << "needs two processors";
  const Problem problem = make_problem({16, 12, 10});
  Options options = pinned();
  options.threads = 2;
  const int before = bound_threads();
  const Plan alone(problem, options, MPI_COMM_SELF);  // as each rank has one at the same time
  EXPECT_EQ(bound_threads() - before, world_size() == 1 ? 1 : 0);
  MPI_Barrier(MPI_COMM_WORLD);
}

/// The first processor alone for the calling thread and those that it starts, while it lives.
class OneProcessor {
 public:
  OneProcessor() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(allowed_processors().front(), &first);
    sched_setaffinity(0, sizeof first, &first);
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t before_{};
};

TEST(Cores, that_ranks_have_in_common_in_part_are_nobodys) {
  if (world_size() == 1 || allowed_cores().size() < 2) {
    GTEST_SKIP() << "needs two ranks and two processors";
  }
  const Communicator node = Communicator::of_node(Communicator::duplicate(MPI_COMM_WORLD));
  std::optional<OneProcessor> one;
  if (world_rank() == 0) one.emplace();
  EXPECT_TRUE(share_of_cores(node, 1).empty());
}

TEST(Cores, that_are_too_few_on_one_rank_are_told_of_on_all) {
  const Problem problem = make_problem({16, 12, 10});
  Options options = pinned();
  options.threads = 2;
  std::optional<OneProcessor> one;
  if (world_rank() == world_size() - 1) one.emplace();
  const Plan plan(problem, options, MPI_COMM_WORLD);
  ASSERT_EQ(plan.effective().notes.size(), 1U);
  EXPECT_NE(plan.effective().notes[0].find("threads 2 take turns on 1 processor,"),
            std::string::npos)
      << plan.effective().notes[0];
}

}  // namespace
}  // namespace taskfft
