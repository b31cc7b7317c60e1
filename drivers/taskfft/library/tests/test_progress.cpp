// The application's own messages get on while a plan waits for its peers.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "engine/executors.hpp"
#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

/// The first rank has a receive of its own in flight when it calls forward(), and the last one
/// calls forward() only when that has begun: this takes an MPI call of the first rank.
void expect_progress(const Options& options) {
  const Problem problem = make_problem({16, 12, 10});
  SCOPED_TRACE(describe(problem, options));
  const std::vector<Complex> field = global_field(problem, 3);
  Case<double> c(problem, options);
  c.fill_input(field);
  int rank = 0, token = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Request receive = MPI_REQUEST_NULL;
  const int last = world_size() - 1;
  if (rank == 0) MPI_Irecv(&token, 1, MPI_INT, last, 7, MPI_COMM_WORLD, &receive);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == last && last > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // the others are in forward()
    token = 5;
    MPI_Ssend(&token, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  } else if (last == 0) {
    MPI_Send(&last, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  }
  c.plan().forward();
  if (rank == 0) {
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    EXPECT_EQ(token, last > 0 ? 5 : 0);
  }
  EXPECT_LE(c.output_error(serial_forward(problem, field)), c.tolerance());
}

TEST(Progress, of_the_applications_messages_while_a_plan_waits) {
  for (const Exchange exchange : {Exchange::shared, Exchange::p2p, Exchange::alltoallv}) {
    for (const int threads : {1, 2}) {
      Options options = estimate({world_size(), 1});
      options.exchange = exchange;
      options.threads = threads;
      expect_progress(options);
      if (threads == 1) continue;
      for (const ExecutorKind kind : {ExecutorKind::openmp, ExecutorKind::tbb}) {
        options.executor = kind;
        if (why_not_built(kind).empty()) expect_progress(options);
      }
    }
  }
}

}  // namespace
}  // namespace taskfft
