#pragma once
/// What each repetition adds to its data: a single element, of which every wave number takes part,
/// and to its spectrum a single wave, which is everywhere in what comes back. Whoever keeps a
/// spectrum or a field can't foresee them, and they cost no pass over the data.

#include "check/field.hpp"

namespace fftbench {

struct Impulse {
  Extents at;
  Complex size;
};

/// At a random place of N, of a random size between sqrt(N)/16 and sqrt(N)/8, real where the input
/// is: about a third of the random field's norm, which is sqrt(N/12) of a real field and sqrt(N/6)
/// of a complex one, so that it is far above the tolerance at any size.
Impulse random_impulse(const Problem& problem, int repetition, std::uint64_t seed);

/// A wave of a random wave number, with an amplitude between 1/16 and 1/8: of the random field's
/// norm that is as much as of an impulse.
Superposition random_wave(const Problem& problem, int repetition, std::uint64_t seed);

}  // namespace fftbench
