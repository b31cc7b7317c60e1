#pragma once
/// MPI from the first to the last call.

#include <fmt/core.h>
#include <mpi.h>

#include <fftbench/error.hpp>
#include <set>

#include "support/thread_times.hpp"

namespace fftbench {

class MpiEnvironment {
 public:
  MpiEnvironment(int& argc, char**& argv, int thread_level) {
    threads_before_ = threads();
    asked_ = thread_level;
    MPI_Init_thread(&argc, &argv, asked_, &given_);
  }
  ~MpiEnvironment() { MPI_Finalize(); }
  MpiEnvironment(const MpiEnvironment&) = delete;
  MpiEnvironment& operator=(const MpiEnvironment&) = delete;

  int rank() const {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
  }

  /// The threads that there were before MPI started.
  static const std::set<int>& threads_before() { return threads_before_; }

  /// Throws Error where MPI lets fewer threads call it than was asked for.
  static void expect_thread_level() {
    if (given_ >= asked_) return;
    throw Error(
        fmt::format("this program asks MPI for {}, but gets {}: it needs an MPI library that "
                    "was built for threads",
                    name(asked_), name(given_)));
  }

 private:
  static const char* name(int thread_level) {
    if (thread_level == MPI_THREAD_SINGLE) return "MPI_THREAD_SINGLE";
    if (thread_level == MPI_THREAD_FUNNELED) return "MPI_THREAD_FUNNELED";
    return thread_level == MPI_THREAD_SERIALIZED ? "MPI_THREAD_SERIALIZED" : "MPI_THREAD_MULTIPLE";
  }

  // Of the process, as MPI is.
  static inline std::set<int> threads_before_;
  static inline int asked_ = MPI_THREAD_SINGLE, given_ = MPI_THREAD_SINGLE;
};

}  // namespace fftbench
