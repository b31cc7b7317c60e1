/// The main of tests under mpirun: every rank runs every test, and a failure on any fails all.
/// FFTBENCH_TEST_THREAD_LEVEL is what MPI is started with.

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>

#ifndef FFTBENCH_TEST_THREAD_LEVEL
#define FFTBENCH_TEST_THREAD_LEVEL MPI_THREAD_MULTIPLE
#endif

namespace {

/// Ranks other than 0 say only what failed.
class FailurePrinter : public testing::EmptyTestEventListener {
 public:
  explicit FailurePrinter(int rank) : rank_(rank) {}
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::fprintf(stderr, "rank %d: %s:%d: %s\n", rank_, result.file_name(), result.line_number(),
                 result.message());
  }

 private:
  int rank_;
};

}  // namespace

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, FFTBENCH_TEST_THREAD_LEVEL, &provided);
  testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(std::make_unique<FailurePrinter>(rank).release());
  }
  int failed = RUN_ALL_TESTS();
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed;
}
