#pragma once
/// What a driver tells of where its time goes: whether interception (profile.hpp) sees all of it,
/// and what the library's own timers say.

#include <optional>

namespace fftbench {

/// Whether the intercepted calls are all of a kind of work. The harness knows by itself where FFTW
/// is never called, where FFTW calls MPI, and where several threads compute.
struct Visible {
  /// False where FFTW transforms some lines and something else the others, and where a library has
  /// FFTW move data by itself, without a transform.
  bool fft = true;
  bool exchange = true;  ///< false where data reach other ranks without MPI, by shared memory
};

/// Seconds on one rank by the library's own clock, the mean over its threads; none where it does
/// not tell. What the phases leave of the wall time is other work.
struct Phases {
  std::optional<double> fft, pack, exchange, unpack, scale;

  /// Adds what both tell.
  Phases& operator+=(const Phases& more);
};

}  // namespace fftbench
