#pragma once
/// The loops that a device's bound is measured with. Each call gives the device its work and
/// returns.

#include <cstddef>

namespace fftbench::lower_bound::device {

/// Multiprocessors of the device in use; throws Error where it can't be asked.
int multiprocessors();

/// From one array to the other, in bytes that 16 divides: what both have is moved, with changed
/// bits so that nothing can be left out, and what one has alone is read, or written. So many blocks
/// of 256 threads; `streaming`: past the caches, as far as the device has it. `unused` is a place
/// of the device for what nobody asks for.
void pass(const void* from, std::size_t held, void* to, std::size_t wanted, bool streaming,
          int blocks, unsigned* unused);

/// What both have as the runtime copies it, and the rest as above; not for one array alone.
void copy(const void* from, std::size_t held, void* to, std::size_t wanted, int blocks,
          unsigned* unused);

/// So many floating-point operations in registers, a fused multiply-add being two; at most as many
/// fewer as one thread makes.
void multiply_add(std::size_t operations, bool single, int blocks, unsigned* unused);

}  // namespace fftbench::lower_bound::device
