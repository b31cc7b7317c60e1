#pragma once
/// What benchmarks of transformed cubes share: arguments `[threads [rounds [length ...]]]`, the
/// start of MPI for so many threads, and the clock.

#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <vector>

#include "taskfft/problem.hpp"
#include "turns.hpp"

namespace taskfft {

struct CubeArguments {
  int threads;
  int rounds;
  std::vector<Index> lengths;
};

/// Nothing, once the usage was printed, where an argument is not at least 1.
inline std::optional<CubeArguments> cube_arguments(int argc, char** argv, const char* program,
                                                   int rounds) {
  CubeArguments wanted{argument(argc, argv, 1, 1), argument(argc, argv, 2, rounds), {64, 128, 256}};
  if (argc > 3) wanted.lengths.clear();
  bool sound = wanted.threads > 0 && wanted.rounds > 0;
  for (int place = 3; place < argc; ++place) {
    wanted.lengths.push_back(argument(argc, argv, place, 0));
    sound = sound && wanted.lengths.back() > 0;
  }
  if (sound) return wanted;
  std::fprintf(stderr, "usage: %s [threads [rounds [length ...]]], all of them at least 1\n",
               program);
  return std::nullopt;
}

/// Ends the program where this MPI allows no threads and some are wanted.
inline void start_mpi(int& argc, char**& argv, int threads) {
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  if (threads == 1 || level >= MPI_THREAD_FUNNELED) return;
  std::fprintf(stderr, "this MPI allows no threads: ask for 1\n");
  MPI_Abort(MPI_COMM_WORLD, 2);
}

/// The seconds that the slowest rank takes for what all ranks begin together.
template <class Work>
double slowest_seconds(Work work) {
  MPI_Barrier(MPI_COMM_WORLD);
  const auto begin = std::chrono::steady_clock::now();
  work();
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return seconds;
}

}  // namespace taskfft
