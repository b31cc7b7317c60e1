// After a run that failed a plan is dead, on all ranks.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "engine/engine.hpp"
#include "run/serial_executor.hpp"
#include "run/threaded_executor.hpp"
#include "support.hpp"
#include "support/kept.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

/// Fails at the first transform of a stage, otherwise does what another does.
class FailingActions final : public TaskActions {
 public:
  FailingActions(TaskActions& inner, int stage) : inner_(inner), stage_(stage) {}
  void run(const Task& task, int worker) override {
    if (task.kind == TaskKind::transform && task.place == stage_) {
      throw std::runtime_error("a cosmic ray");
    }
    inner_.run(task, worker);
  }
  bool arrived(const Task& task) override { return inner_.arrived(task); }
  void still_waiting() override { inner_.still_waiting(); }
  void post(const Task& task, std::vector<MPI_Request>& requests) override {
    inner_.post(task, requests);
  }
  bool owns_requests(const Task& task) const override { return inner_.owns_requests(task); }

 private:
  TaskActions& inner_;
  int stage_;
};

/// When a rank fails.
struct Failing {
  bool ever;
  int run = 2;
  int stage = 0;
};

/// Runs graphs on another executor, one of them not to its end.
template <class Inner>
class FailingExecutor final : public Executor {
 public:
  template <class... Arguments>
  explicit FailingExecutor(const Failing& failing, const Arguments&... arguments)
      : inner_(arguments...), failing_(failing) {}
  int workers() const override { return inner_.workers(); }
  void run(const TaskGraph& graph, TaskActions& actions) override {
    FailingActions failing(actions, failing_.stage);
    inner_.run(graph, ++runs_ == failing_.run && failing_.ever ? failing : actions);
  }

 private:
  Inner inner_;
  Failing failing_;
  int runs_ = 0;
};

void expect_dead_after_a_failure(std::unique_ptr<Executor> executor, const Options& options) {
  const Problem problem = make_problem({16, 12, 10});
  Case<double> arrays(problem, options);
  const auto engine = make_engine(problem, options, MPI_COMM_WORLD, std::move(executor));
  engine->commit(arrays.in(), arrays.out());
  engine->forward();
  MPI_Barrier(MPI_COMM_WORLD);  // or ranks that are still at it may be told
  EXPECT_THROW(engine->backward(), std::runtime_error);
  for (int repetition = 0; repetition < 2; ++repetition) {
    try {
      engine->forward();
      ADD_FAILURE() << "the plan lives";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("make a new one"), std::string::npos);
    }
  }
  EXPECT_THROW(engine->backward(), Error);
  EXPECT_THROW(engine->commit(arrays.in(), arrays.out()), Error);
}

/// The last rank does.
Failing failing(int run = 2, int stage = 0) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return {rank == world_size() - 1, run, stage};
}

/// With one thread, and with two.
void expect_dead_after_failures(Exchange exchange) {
  SCOPED_TRACE(name(exchange));
  Options options = estimate({world_size(), 1});
  options.exchange = exchange;
  expect_dead_after_a_failure(std::make_unique<FailingExecutor<SerialExecutor>>(failing()),
                              options);
  options.threads = 2;
  ThreadPolicy policy;
  policy.workers = 2;
  expect_dead_after_a_failure(
      std::make_unique<FailingExecutor<ThreadedExecutor>>(failing(), policy), options);
}

TEST(Failures, of_one_rank_are_the_end_of_the_plan_on_all) {
  expect_dead_after_failures(Exchange::shared);
}

TEST(Failures, of_one_rank_reach_those_that_wait_for_its_messages) {
  for (const Exchange exchange : {Exchange::p2p, Exchange::persistent, Exchange::ialltoallv}) {
    expect_dead_after_failures(exchange);
  }
}

// Run by itself, as it ends the job.
TEST(Failures, DISABLED_of_one_rank_end_the_job_where_others_are_in_a_collective_call) {
  Options options = estimate({world_size(), 1});
  options.exchange = Exchange::alltoallv;
  expect_dead_after_a_failure(std::make_unique<FailingExecutor<SerialExecutor>>(failing()),
                              options);
}

TEST(Failures, of_a_plan_end_those_that_work_in_the_same_memory) {
  const Problem problem = make_problem({16, 12, 10});
  for (const Exchange exchange : {Exchange::shared, Exchange::p2p}) {
    Options options = estimate({world_size(), 1});
    options.exchange = exchange;
    Case<double> arrays(problem, options);
    const auto lender = make_engine(problem, options, MPI_COMM_WORLD,
                                    std::make_unique<FailingExecutor<SerialExecutor>>(failing(1)));
    const auto borrower =
        make_engine(problem, options, MPI_COMM_WORLD, nullptr, std::nullopt, lender.get());
    for (Engine* engine : {lender.get(), borrower.get()}) {
      engine->commit(arrays.in(), arrays.out());
    }
    borrower->forward();
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_THROW(lender->forward(), std::runtime_error);
    EXPECT_THROW(borrower->forward(), Error);
  }
}

/// The last rank's visitor throws in the last stage, when others may have all that they need of it:
/// it goes away, and they may not know. Returns whether this is that rank.
bool fails_late(Plan& plan) {
  const bool fails = world_rank() == world_size() - 1;
  MPI_Barrier(MPI_COMM_WORLD);
  try {
    plan.forward([fails](const SpectrumRun&) {
      if (fails) throw std::runtime_error("no such wave");
    });
    EXPECT_FALSE(fails);
  } catch (const std::runtime_error&) {
  }
  return fails;
}

constexpr std::array kNotBlocking{Exchange::shared, Exchange::p2p, Exchange::persistent,
                                  Exchange::ialltoallv};

TEST(Failures, of_one_rank_reach_those_that_agree_on_other_arrays) {
  const Problem problem = make_problem({16, 12, 10});
  for (const Exchange exchange : kNotBlocking) {
    for (const bool commits : {false, true}) {
      SCOPED_TRACE(name(exchange));
      Options options = estimate({world_size(), 1});
      options.exchange = exchange;
      Case<double> arrays(problem, options), others(problem, options);
      if (fails_late(arrays.plan())) continue;
      if (commits) {
        EXPECT_THROW(arrays.plan().commit(others.in(), others.out()), Error);
      } else {
        EXPECT_THROW(arrays.plan().backward(others.out(), others.in()), Error);
      }
      EXPECT_THROW(arrays.plan().forward(), Error);
    }
  }
}

TEST(Failures, of_one_rank_reach_those_that_work_in_the_same_memory_already) {
  const Problem problem = make_problem({16, 12, 10});
  for (const Exchange exchange : kNotBlocking) {
    for (const bool lender_ends : {false, true}) {
      SCOPED_TRACE(name(exchange));
      Options options = estimate({world_size(), 1});
      options.exchange = exchange;
      auto lender = std::make_unique<Case<double>>(problem, options);
      Case<double> arrays(problem, options);
      const auto borrow = [&] {
        auto borrower = std::make_unique<Plan>(problem, options, lender->plan());
        borrower->commit(arrays.in(), arrays.out());
        return borrower;
      };
      const auto first = borrow(), second = borrow();
      if (lender_ends) lender.reset();
      if (lender_ends ? fails_late(*first) : fails_late(lender->plan())) continue;
      EXPECT_THROW(second->forward(), Error);
      EXPECT_THROW(first->forward(), Error);
    }
  }
}

// Run by itself, as it ends the job.
TEST(Failures, DISABLED_of_one_rank_end_the_job_where_plans_in_its_memory_make_collective_calls) {
  const Problem problem = make_problem({16, 12, 10});
  Options options = estimate({world_size(), 1});
  options.exchange = Exchange::p2p;
  Case<double> lender(problem, options);
  options.exchange = Exchange::alltoallv;
  Case<double> arrays(problem, options);
  Plan borrower(problem, options, lender.plan());
  borrower.commit(arrays.in(), arrays.out());
  if (!fails_late(lender.plan())) borrower.forward();
}

// A message that has found its peer may not be cancelled: MPI reads and writes on.
TEST(Failures, leave_memory_to_messages_that_may_be_under_way) {
  const Problem problem = make_problem({16, 12, 10});
  Options options = estimate({world_size(), 1});
  options.exchange = Exchange::p2p;
  Case<double> arrays(problem, options);
  for (const bool fails : {true, false}) {
    const Failing when = fails ? failing(1) : Failing{false};
    auto engine = make_engine(problem, options, MPI_COMM_WORLD,
                              std::make_unique<FailingExecutor<SerialExecutor>>(when));
    engine->commit(arrays.in(), arrays.out());
    if (fails) {
      EXPECT_THROW(engine->forward(), std::runtime_error);
    } else {
      engine->forward();
    }
    const std::weak_ptr<WorkArea> area = engine->work_area();
    engine.reset();
    EXPECT_EQ(area.expired(), !fails);
  }
}

// MPI may read how much goes to whom as long as the call is under way.
TEST(Failures, leave_arguments_to_collective_calls_that_may_be_under_way) {
  const Problem problem = make_problem(with_buffers());  // one rank calls, too
  Options options = estimate({world_size(), 1});
  for (const Exchange exchange : {Exchange::p2p, Exchange::ialltoallv}) {
    options.exchange = exchange;
    Case<double> arrays(problem, options);
    const std::size_t before = kept_until_exit();
    {
      const auto engine =
          make_engine(problem, options, MPI_COMM_WORLD,
                      std::make_unique<FailingExecutor<SerialExecutor>>(failing(1)));
      engine->commit(arrays.in(), arrays.out());
      EXPECT_THROW(engine->forward(), std::runtime_error);
    }
    const std::size_t calls = exchange == Exchange::ialltoallv ? 2 : 0;  // of two directions
    EXPECT_EQ(kept_until_exit(), before + 1 + calls);
  }
}

// The ranks tell each other, and nobody listens: the next plan must not hear of it.
TEST(Failures, of_all_ranks_are_none_of_later_plans) {
  const Problem problem = make_problem({16, 12, 10});
  for (int repetition = 0; repetition < 3; ++repetition) {
    for (const Exchange exchange : {Exchange::p2p, Exchange::shared}) {
      Options options = estimate({world_size(), 1});
      options.exchange = exchange;
      Case<double> failing(problem, options);
      EXPECT_THROW(failing.plan().forward([](const SpectrumRun&) { throw Error("no such wave"); }),
                   Error);
    }
    Case<double> later(problem, estimate({world_size(), 1}));
    later.plan().forward();
    later.plan().backward();
  }
}

TEST(Failures, of_one_rank_in_trials_end_commit_on_all) {
  const Problem problem = make_problem({16, 12, 10});
  Case<double> arrays(problem, estimate({world_size(), 1}));
  Options options;
  options.grid = {world_size(), 1};
  options.exchange = Exchange::shared;
  for (const int run : {1, 2, 3, 4}) {
    for (const int stage : {0, 1}) {  // the others wait for what the first gives, not the second
      const auto engine =
          make_engine(problem, options, MPI_COMM_WORLD,
                      std::make_unique<FailingExecutor<SerialExecutor>>(failing(run, stage)));
      EXPECT_THROW(engine->commit(arrays.in(), arrays.out()), std::runtime_error);
      EXPECT_THROW(engine->forward(), Error);
      EXPECT_THROW(engine->commit(arrays.in(), arrays.out()), Error);
    }
  }
}

}  // namespace
}  // namespace taskfft
