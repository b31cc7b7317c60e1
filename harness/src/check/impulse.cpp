#include "check/impulse.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "check/philox.hpp"

namespace fftbench {
namespace {

/// What is drawn for a repetition: a place, and a length and a turn.
class Draw {
 public:
  Draw(const Extents& shape, int repetition, std::uint32_t stream, std::uint64_t seed)
      : shape_(shape),
        first_(static_cast<std::uint64_t>(repetition) * (Extents::max_dims + 1)),
        stream_(stream),
        seed_(seed) {}

  Extents place() const {
    Extents place;
    for (std::size_t axis = 0; axis < shape_.size(); ++axis) {
      place.push_back(
          static_cast<Index>(words(axis)[0] % static_cast<std::uint64_t>(shape_[axis])));
    }
    return place;
  }
  /// Between 1/2 and 1.
  double length() const { return 0.75 + 0.5 * centred_uniform(words(shape_.size())[0]); }
  /// Between -1/2 and 1/2.
  double turn() const { return centred_uniform(words(shape_.size())[1]); }

 private:
  std::array<std::uint64_t, 2> words(std::size_t which) const {
    return philox_words(first_ + which, stream_, seed_);
  }

  Extents shape_;
  std::uint64_t first_;
  std::uint32_t stream_;
  std::uint64_t seed_;
};

}  // namespace

Impulse random_impulse(const Problem& problem, int repetition, std::uint64_t seed) {
  constexpr std::uint32_t stream = 7;
  const Draw draw(problem.shape, repetition, stream, seed);
  const double size = std::sqrt(static_cast<double>(problem.shape.volume())) / 8.0 * draw.length();
  const double half_turns = 2.0 * draw.turn();
  return {draw.place(), problem.complex_input() ? std::polar(size, std::numbers::pi * half_turns)
                                                : Complex(std::copysign(size, half_turns))};
}

Superposition random_wave(const Problem& problem, int repetition, std::uint64_t seed) {
  constexpr std::uint32_t stream = 9;
  const Draw draw(problem.shape, repetition, stream, seed);
  // Never far from real: of a wave that is its own conjugate the real part is all that there is.
  const Complex amplitude = std::polar(draw.length() / 8.0, 0.5 * std::numbers::pi * draw.turn());
  return wave_field(problem, draw.place(), amplitude);
}

}  // namespace fftbench
