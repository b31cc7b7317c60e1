#pragma once
/// A cube of numbers whose spectrum is known, transformed by some library on very many ranks that a
/// simulator runs in one process. Nothing is gathered: every rank compares what it holds.

#include <mpi.h>

#include <array>
#include <complex>
#include <functional>
#include <string>
#include <vector>

#include "taskfft/layout.hpp"

namespace simulated {

using taskfft::Index;
using taskfft::Layout;
using Numbers = std::vector<std::complex<double>>;

/// A library's plan for this rank's part of the cube.
struct Transform {
  Layout input, output;
  std::complex<double>* field;
  std::complex<double>* spectrum;
  std::function<void()> forward;   ///< field to spectrum, unscaled
  std::function<void()> backward;  ///< spectrum to field, unscaled
};

/// How the library has done it.
struct Description {
  std::string library;
  std::array<int, 3> grid;
  std::string decomposition;
  std::string exchange;
  int message_groups;
};

/// Collective: transforms the cube forward and backward, compares both results, and prints a line
/// of JSON on the first rank; times are simulated seconds of the slowest rank. False if any number
/// was wrong.
bool transform_cube(Index length, const Transform& transform, const Description& description);

/// The program: `run` gets the length of the cube's edges and the other arguments, one behind the
/// other. Returns what main() should: 1 if `run` did not succeed.
int run_program(int argc, char** argv, bool (*run)(Index length, const std::string& settings));

}  // namespace simulated
