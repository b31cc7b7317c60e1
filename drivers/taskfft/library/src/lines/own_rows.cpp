#include "lines/own_rows.hpp"

#include <algorithm>

namespace taskfft {
namespace {

Index points_of(LineTransform transform, Index length) {
  return real_to_real(transform) ? RealKind<double>::points(transform, length) : length;
}

/// Elements from line to line in scratch: in whole cache lines for any lanes, and not a power of
/// two, whose lines would fall on one cache set.
Index line_stride(Index points) {
  return (points + 3) / 4 * 4 + 4;
}

/// Two rows of reals as the parts of complex numbers; the last row of an odd number is both of
/// them.
template <class Real>
struct RowPair {
  Real* first;
  Real* second;
  std::complex<Real> get(Index i) const { return {first[i], second[i]}; }
  void put(Index i, std::complex<Real> number) const {
    second[i] = number.imag();
    first[i] = number.real();
  }
};

template <class Real>
struct ComplexRow {
  std::complex<Real>* row;
  std::complex<Real> get(Index i) const { return row[i]; }
  void put(Index i, std::complex<Real> number) const { row[i] = number; }
};

/// The half spectra of both parts of a complex line from its transform.
template <class Real>
void split(const std::complex<Real>* z, Index n, std::complex<Real>* first,
           std::complex<Real>* second) {
  constexpr Real half = static_cast<Real>(0.5);
  for (Index k = 0; 2 * k <= n; ++k) {
    const std::complex<Real> a = z[k], b = z[k == 0 ? 0 : n - k];
    second[k] = {half * (a.imag() + b.imag()), half * (b.real() - a.real())};
    first[k] = {half * (a.real() + b.real()), half * (a.imag() - b.imag())};
  }
}

/// The opposite. Imaginary parts of elements that are their own mirror images count as zero.
template <class Real>
void join(const std::complex<Real>* first, const std::complex<Real>* second, Index n,
          std::complex<Real>* z) {
  for (Index k = 0; 2 * k <= n; ++k) {
    const std::complex<Real> a = first[k], b = second[k];
    if (k == 0 || 2 * k == n) {
      z[k] = {a.real(), b.real()};
      continue;
    }
    z[k] = {a.real() - b.imag(), a.imag() + b.real()};
    z[n - k] = {a.real() + b.imag(), b.real() - a.imag()};
  }
}

}  // namespace

template <class Real>
OwnRows<Real>::OwnRows(const RowShape& shape)
    : shape_(shape),
      rows_each_(halves(shape.transform) || shape.element == Element::real ? 2 : 1),
      points_(points_of(shape.transform, shape.length)),
      kind_(real_to_real(shape.transform)
                ? std::optional<RealKind<Real>>(std::in_place, shape.transform, shape.length)
                : std::nullopt),
      fft_(LaneTransform::c2c,
           kind_                                   ? kind_->sign()
           : shape.transform == LineTransform::c2c ? shape.sign
           : shape.transform == LineTransform::r2c ? -1
                                                   : +1,
           points_) {}

template <class Real>
std::size_t OwnRows<Real>::scratch_bytes(LineTransform transform, Index length) {
  if (transform == LineTransform::copy) return 0;
  constexpr Index most_lanes = 64 / sizeof(Real);
  const Index points = points_of(transform, length);
  return LaneFft<Real>::scratch_bytes(points) +
         static_cast<std::size_t>(most_lanes * line_stride(points)) * sizeof(Complex);
}

template <class Real>
void OwnRows<Real>::load(void* in, Index row, Complex* line) const {
  const Index next = std::min(row + rows_each_, shape_.count) - 1;
  const auto at = [&](auto* rows, Index k) { return rows + k * shape_.in_stride; };
  auto* const reals = static_cast<Real*>(in);
  auto* const numbers = static_cast<Complex*>(in);
  if (shape_.transform == LineTransform::c2r) {
    join(at(numbers, row), at(numbers, next), shape_.length, line);
  } else if (shape_.transform == LineTransform::r2c) {
    const RowPair<Real> pair{at(reals, row), at(reals, next)};
    for (Index i = 0; i < shape_.length; ++i) line[i] = pair.get(i);
  } else if (rows_each_ == 2) {
    kind_->before(RowPair<Real>{at(reals, row), at(reals, next)}, line);
  } else {
    kind_->before(ComplexRow<Real>{at(numbers, row)}, line);
  }
}

template <class Real>
void OwnRows<Real>::store(const Complex* line, void* out, Index row) const {
  const Index next = std::min(row + rows_each_, shape_.count) - 1;
  const auto at = [&](auto* rows, Index k) { return rows + k * shape_.out_stride; };
  auto* const reals = static_cast<Real*>(out);
  auto* const numbers = static_cast<Complex*>(out);
  if (shape_.transform == LineTransform::r2c) {
    split(line, shape_.length, at(numbers, row), at(numbers, next));
  } else if (shape_.transform == LineTransform::c2r) {
    const RowPair<Real> pair{at(reals, row), at(reals, next)};
    for (Index i = 0; i < shape_.length; ++i) pair.put(i, line[i]);
  } else if (rows_each_ == 2) {
    kind_->after(line, RowPair<Real>{at(reals, row), at(reals, next)});
  } else {
    kind_->after(line, ComplexRow<Real>{at(numbers, row)});
  }
}

template <class Real>
void OwnRows<Real>::execute(void* in, void* out, void* scratch) const {
  const Index lanes = fft_.width();
  const bool direct = shape_.transform == LineTransform::c2c;
  const Index stride = line_stride(points_);
  auto* const lines = static_cast<Complex*>(scratch);
  for (Index row = 0; row < shape_.count; row += lanes * rows_each_) {
    const Index count = std::min(lanes, (shape_.count - row + rows_each_ - 1) / rows_each_);
    LanePiece<Real> from{reinterpret_cast<Real*>(lines), points_, 1, stride}, to = from;
    if (direct) {
      from.start = static_cast<Real*>(in) + 2 * row * shape_.in_stride;
      from.across = shape_.in_stride;
      to.start = static_cast<Real*>(out) + 2 * row * shape_.out_stride;
      to.across = shape_.out_stride;
    }
    for (Index k = 0; k < count && !direct; ++k) load(in, row + k * rows_each_, lines + k * stride);
    fft_.execute({&from, 1, false, false}, {&to, 1, false, false}, static_cast<int>(count),
                 lines + lanes * stride);
    for (Index k = 0; k < count && !direct; ++k) {
      store(lines + k * stride, out, row + k * rows_each_);
    }
  }
}

template class OwnRows<double>;
template class OwnRows<float>;

}  // namespace taskfft
