#pragma once
/// The largest of the errors of all repetitions.

#include <cmath>
#include <limits>

namespace fftbench {

class WorstError {
 public:
  /// What is no finite number counts as infinite. Repetitions count from 0, warm-up included.
  void note(double error, int repetition) {
    if (!std::isfinite(error)) error = std::numeric_limits<double>::infinity();
    if (error <= error_) return;
    error_ = error;
    repetition_ = repetition;
  }

  double error() const { return error_; }
  /// The first repetition that had it.
  int repetition() const { return repetition_; }

 private:
  double error_ = 0.0;
  int repetition_ = 0;
};

}  // namespace fftbench
