#pragma once
/// The largest of deviations.

#include <cmath>

namespace taskfft::testing_support {

/// As std::max(), but a NaN counts, and stays: it is within no tolerance.
template <class Real>
void keep_worst(Real& worst, Real deviation) {
  if (!(deviation <= worst) && !std::isnan(worst)) worst = deviation;
}

}  // namespace taskfft::testing_support
