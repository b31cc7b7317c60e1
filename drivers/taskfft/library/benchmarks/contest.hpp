#pragma once
/// Two ways to do the same work on cubes, compared: they take turns, and a round's ratio is that of
/// the slowest rank's times.

#include <cstdio>
#include <vector>

#include "cubes.hpp"

namespace taskfft {

struct Contest {
  const char* one;       ///< what the first way is called
  const char* other;     ///< and the second one
  Median first, second;  ///< seconds
  Median ratio;          ///< of the first one's seconds over the second one's
};

/// After some rounds that do not count.
template <class First, class Second>
Contest contest(const char* one, const char* other, int rounds, First first, Second second) {
  constexpr int warm = 3;
  std::vector<double> ones, others, ratios;
  take_turns(
      warm + rounds, [&] { ones.push_back(slowest_seconds(first)); },
      [&] { others.push_back(slowest_seconds(second)); });
  ones.erase(ones.begin(), ones.begin() + warm);
  others.erase(others.begin(), others.begin() + warm);
  for (std::size_t k = 0; k < ones.size(); ++k) ratios.push_back(ones[k] / others[k]);
  return {one, other, median(ones), median(others), median(ratios)};
}

inline void print_contest(Index length, const Contest& found) {
  std::printf("%8lld  %14s %11.3f  %14s %11.3f  %7.4f  %.4f to %.4f\n",
              static_cast<long long>(length), found.one, 1e3 * found.first.value, found.other,
              1e3 * found.second.value, found.ratio.value, found.ratio.low, found.ratio.high);
  std::fflush(stdout);
}

/// A whole program: `measure(threads, rounds, length)` are the contests of a cube; prints medians,
/// and the ratio's with its 95 % interval. Returns the program's exit code.
template <class Measure>
int print_contests(int argc, char** argv, const char* program, int rounds, Measure measure) {
  const auto wanted = cube_arguments(argc, argv, program, rounds);
  if (!wanted) return 2;
  start_mpi(argc, argv, wanted->threads);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0) {
    std::printf("%d ranks, %d threads each, medians of %d rounds, ms\n%8s  %26s  %26s  %7s  %s\n",
                ranks, wanted->threads, wanted->rounds, "length", "", "", "ratio", "95 %");
  }
  for (const Index length : wanted->lengths) {
    for (const Contest& found : measure(wanted->threads, wanted->rounds, length)) {
      if (rank == 0) print_contest(length, found);
    }
  }
  MPI_Finalize();
  return 0;
}

}  // namespace taskfft
