#pragma once
/// Random problems with random options.

#include <cstdint>
#include <string>

#include "taskfft/taskfft.hpp"

namespace taskfft::verify {

/// One problem in one way, the same on all ranks.
struct Trial {
  Problem problem;
  Options options;
  int ranks = 1;          ///< the first ones of the world
  bool reversed = false;  ///< counted backwards in the plan's communicator
  bool shares = false;    ///< works in the memory of the plan before, if that had these ranks
  bool other = false;     ///< transforms other arrays than those that are committed
  bool boxes = false;     ///< between boxes by chance, or the plan's own:
  bool own_input = false, own_output = false;
  int shift = 0;           ///< reals that arrays lie behind an address that suits vectors
  std::uint64_t seed = 0;  ///< of the field
};

/// The trial of a number; `world`: the ranks that there are, `points`: the most of a problem.
Trial random_trial(std::uint64_t seed, std::uint64_t number, int world, Index points);

std::string describe(const Trial& trial);

}  // namespace taskfft::verify
