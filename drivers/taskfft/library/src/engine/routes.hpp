#pragma once
/// What a setup comes to: the routes of the plan, and the work buffers that they need.

#include <array>
#include <vector>

#include "engine/setup.hpp"
#include "layout/work.hpp"

namespace taskfft {

/// One direction of the plan that the setup describes.
Route make_route(const Setup& setup, bool forward);

/// Backward, with the spectrum shown before it is transformed. Not of one dimension, which begins
/// with a copy and has no memory for the rank's own block.
Route make_shown_route(const Setup& setup);

/// Both of them in one. Only where Options::round_trips is still set.
Route make_round_trip_route(const Setup& setup);

/// All that the plan does, as far as it needs memory of its own: a spectrum that is shown needs
/// what backward does, but where that begins with a copy, which leaves out the rank's own block.
std::vector<Route> all_routes(const Setup& setup);

/// The most elements that MPI would have to count in one call on this rank; 0 if no count can be
/// too large, because large messages go in pieces.
Index largest_count(const Setup& setup);

/// The work buffers of a plan, from Buffer::send_even to Buffer::planes.
inline constexpr std::size_t kWorkBuffers = 7;
constexpr std::size_t work_index(Buffer buffer) {
  return static_cast<std::size_t>(buffer) - static_cast<std::size_t>(Buffer::send_even);
}

/// Their bytes on this rank, enough for all that the plan does. Send buffers may lie in shared
/// memory.
std::array<std::size_t, kWorkBuffers> buffer_bytes(const Setup& setup);

}  // namespace taskfft
