#pragma once
/// The clock of every measurement, replaceable so that the loop around it can be tested without
/// waiting.

namespace fftbench {

class Clock {
 public:
  virtual ~Clock() = default;
  /// Seconds since some fixed moment; never goes back.
  virtual double now() = 0;
};

class SteadyClock : public Clock {
 public:
  double now() override;
};

/// The smallest step seen between two readings, in seconds.
double resolution(Clock& clock);

}  // namespace fftbench
