#pragma once
/// The memory that data pass through between the caller's boxes and a plan's own.

#include <cstddef>

#include "taskfft/aligned_buffer.hpp"

namespace taskfft {

/// Bytes of it.
struct BoxMemorySize {
  std::size_t input = 0;     ///< the plan's array, where it is not the caller's; in place both
  std::size_t output = 0;    ///< the same of the spectrum
  std::size_t messages = 0;  ///< what leaves at once, and what comes

  std::size_t bytes() const { return input + output + 2 * messages; }
  bool fits_in(const BoxMemorySize& other) const {
    return input <= other.input && output <= other.output && messages <= other.messages;
  }
};

/// Of one plan, or of several that take turns: nothing in it outlives a transform.
struct BoxMemory {
  explicit BoxMemory(const BoxMemorySize& needed)
      : size(needed),
        input(needed.input),
        output(needed.output),
        sent(needed.messages),
        received(needed.messages) {}

  BoxMemorySize size;
  AlignedBuffer<std::byte> input, output;
  AlignedBuffer<std::byte> sent, received;
};

}  // namespace taskfft
