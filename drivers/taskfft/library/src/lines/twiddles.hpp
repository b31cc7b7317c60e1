#pragma once
/// The roots of unity within a one-dimensional transform.

#include <complex>
#include <vector>

#include "layout/box.hpp"
#include "lines/complex_product.hpp"

namespace taskfft {

/// The roots of unity that join the two halves of a one-dimensional transform of n = n1 n2 points
/// (Bailey, "FFTs in external or hierarchical memory", 1990): between them, element (j, k) is
/// multiplied by exp(-2 pi i j k / n). Two tables of about sqrt(n) roots give any of them by one
/// product.
class Twiddles {
 public:
  explicit Twiddles(Index n);

  /// Multiplies line[j] by exp(sign 2 pi i j k / n) for j = 0 .. length - 1; (length - 1) k < n.
  template <class Real>
  void multiply(std::complex<Real>* line, Index length, Index k, int sign) const;

 private:
  using Root = std::complex<double>;
  /// exp(2 pi i m / n)
  Root root(Index m) const { return product(coarse_[m / step_], fine_[m % step_]); }

  Index step_;
  std::vector<Root> fine_;    ///< by m = 0 .. step - 1
  std::vector<Root> coarse_;  ///< by m / step
};

}  // namespace taskfft
