#pragma once
/// Turns that several programs take on one machine, so that what is compared meets the same states
/// of it: only the one whose turn it is does anything, all others sleep.

#include <cstdint>
#include <memory>
#include <stdexcept>

#include "support/clock.hpp"
#include "support/collective.hpp"
#include "support/sleeping_broadcast.hpp"

namespace fftbench {

/// Nobody gives turns any more: whoever did is gone, or ends this program. It is no fault of a
/// case, so it is no Error, and makes no record.
class NoMoreTurns : public std::runtime_error {
 public:
  NoMoreTurns() : std::runtime_error("standard input ended: nobody gives turns any more") {}
};

/// This program's side. Who started the programs gives a turn by a line on rank 0's standard input,
/// the number of the cycle in which every program has one; rank 0 tells on standard output what has
/// come of it.
class Turns {
 public:
  /// Where `taken` is false the program is alone: nothing waits, and every cycle is 0. Collective.
  Turns(bool taken, Agreement& ranks, Clock& clock);

  bool taken() const { return broadcast_ != nullptr; }
  /// The cycle of this program's next turn, when it has come. Throws NoMoreTurns. Collective.
  std::int64_t await();
  /// Tells why the turn is over, in a word: `ready`, `turn` or `case`. Collective.
  void pass(const char* what);
  /// Seconds awaited so far.
  double waited() const { return waited_; }

 private:
  Agreement& ranks_;
  Clock& clock_;
  std::unique_ptr<SleepingBroadcast> broadcast_;
  double waited_ = 0.0;
};

}  // namespace fftbench
