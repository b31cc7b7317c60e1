#pragma once
/// Cosine and sine transforms by one complex transform of about as many points, with work before
/// and after it that is linear over complex numbers: real and imaginary parts may be two real
/// lines.

#include <complex>
#include <vector>

#include "layout/line_transform.hpp"
#include "lines/complex_product.hpp"

namespace taskfft {

/// One kind and length, as FFTW's manual defines them ("What FFTW Really Computes"), with N =
/// length:
/// - DCT-II, DCT-III: J. Makhoul, "A fast cosine transform in one and two dimensions", IEEE Trans.
///   Acoust. Speech Signal Process. 28, 1980: even elements, then odd ones backwards; C[k] =
///   w^k V[k] + w^-k V[N-k] with w = exp(-pi i / 2N), and the same from its end.
/// - DCT-IV is the odd half of the DCT-II of 2N elements of which the last N are zero. Those are
///   the transform U of N points u[j] = w^2j x[2j], from the middle on -w^2j x[2N-1-2j]: C[k] =
///   w^(k + 1/2) U[k] + w^-(k + 1/2) U[N-1-k].
/// - DCT-I and DST-I: the periodic line of which theirs is half, even or odd.
/// - DST-II to IV: the cosine transform with every second element of one end negated, and the
///   other end backwards (Z. Wang, "Fast algorithms for the discrete W transform and for the
///   discrete Fourier transform", IEEE Trans. Acoust. Speech Signal Process. 32, 1984).
template <class Real>
class RealKind {
 public:
  using Complex = std::complex<Real>;

  /// `kind`: dct1 to dst4.
  RealKind(LineTransform kind, Index length);

  /// Points of the complex transform, and its exponent's sign.
  static Index points(LineTransform kind, Index length);
  int sign() const {
    return kind_ == LineTransform::dct3 || kind_ == LineTransform::dst3 ? +1 : -1;
  }

  /// `line` has get(i) and put(i, number) for i = 0 .. length - 1; `z`: points().
  template <class Line>
  void before(const Line& line, Complex* z) const;
  template <class Line>
  void after(const Complex* z, const Line& line) const;

 private:
  bool sine() const { return kind_ >= LineTransform::dst1; }
  /// exp(-pi i m / 4 length)
  Complex root(Index m) const { return roots_[static_cast<std::size_t>(m)]; }

  LineTransform kind_;
  Index length_;
  std::vector<Complex> roots_;  ///< m = 0 .. 4 length - 1; none for dct1 and dst1
};

extern template class RealKind<double>;
extern template class RealKind<float>;

template <class Real>
template <class Line>
void RealKind<Real>::before(const Line& line, Complex* z) const {
  const Index n = length_;
  const auto mirrored = [&](Index j) { return line.get(sine() ? n - 1 - j : j); };
  switch (kind_) {
    case LineTransform::dct1:
      for (Index j = 0; j < n; ++j) z[j] = line.get(j);
      for (Index j = 1; j < n - 1; ++j) z[2 * (n - 1) - j] = z[j];
      return;
    case LineTransform::dst1:
      z[0] = z[n + 1] = 0;
      for (Index j = 0; j < n; ++j) {
        z[j + 1] = line.get(j);
        z[2 * n + 1 - j] = -z[j + 1];
      }
      return;
    case LineTransform::dct2:
    case LineTransform::dst2:
      for (Index j = 0; 2 * j < n; ++j) z[j] = line.get(2 * j);
      for (Index j = 0; 2 * j + 1 < n; ++j) {
        z[n - 1 - j] = sine() ? -line.get(2 * j + 1) : line.get(2 * j + 1);
      }
      return;
    case LineTransform::dct3:
    case LineTransform::dst3:
      z[0] = mirrored(0);
      for (Index j = 1; j < n; ++j) {
        const Complex a = mirrored(j), b = mirrored(n - j);
        z[j] = product(std::conj(root(2 * j)), {a.real() + b.imag(), a.imag() - b.real()});
      }
      return;
    default:
      for (Index j = 0; 2 * j < n; ++j) z[j] = product(root(4 * j), mirrored(2 * j));
      for (Index j = (n + 1) / 2; j < n; ++j) {
        z[j] = product(-root(4 * j), mirrored(2 * n - 1 - 2 * j));
      }
  }
}

template <class Real>
template <class Line>
void RealKind<Real>::after(const Complex* z, const Line& line) const {
  const Index n = length_;
  const auto both = [](Complex w, Complex a, Complex b) {
    return product(w, a) + product(std::conj(w), b);
  };
  switch (kind_) {
    case LineTransform::dct1:
      for (Index k = 0; k < n; ++k) line.put(k, z[k]);
      return;
    case LineTransform::dst1:
      for (Index k = 0; k < n; ++k) line.put(k, {-z[k + 1].imag(), z[k + 1].real()});
      return;
    case LineTransform::dct2:
    case LineTransform::dst2:
      for (Index k = 0; k < n; ++k) {
        line.put(sine() ? n - 1 - k : k, both(root(2 * k), z[k], z[k == 0 ? 0 : n - k]));
      }
      return;
    case LineTransform::dct3:
    case LineTransform::dst3:
      for (Index j = 0; 2 * j < n; ++j) line.put(2 * j, z[j]);
      for (Index j = 0; 2 * j + 1 < n; ++j) {
        line.put(2 * j + 1, sine() ? -z[n - 1 - j] : z[n - 1 - j]);
      }
      return;
    default:
      for (Index k = 0; k < n; ++k) {
        const Complex value = both(root(2 * k + 1), z[k], z[n - 1 - k]);
        line.put(k, sine() && k % 2 != 0 ? -value : value);
      }
  }
}

}  // namespace taskfft
