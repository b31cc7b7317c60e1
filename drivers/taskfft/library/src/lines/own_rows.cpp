#include "lines/own_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace taskfft {
namespace {

Index points_of(LineTransform transform, Index length) {
  return real_to_real(transform) ? RealKind<double>::points(transform, length) : length;
}

/// Of the widest vectors there are.
template <class Real>
constexpr Index kMostLanes = 64 / sizeof(Real);

/// Elements from line to line in scratch: in whole cache lines for any lanes, and not a power of
/// two, whose lines would fall on one cache set.
Index line_stride(Index points) {
  return (points + 3) / 4 * 4 + 4;
}

/// Two rows of reals as the parts of complex numbers, each multiplied by a factor of its own; or
/// one row as both of them.
template <class Number, class Real>
struct RowPair {
  Number* first;
  Number* second;
  Real of_first;
  Real of_second;
  std::complex<Real> get(Index i) const { return {of_first * first[i], of_second * second[i]}; }
  void put(Index i, std::complex<Real> number) const {
    second[i] = of_second * number.imag();
    first[i] = of_first * number.real();
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
void split(const std::complex<Real>* z, Index n, const RowPair<std::complex<Real>, Real>& spectra) {
  const Real of_first = spectra.of_first / 2, of_second = spectra.of_second / 2;
  for (Index k = 0; 2 * k <= n; ++k) {
    const std::complex<Real> a = z[k], b = z[k == 0 ? 0 : n - k];
    spectra.second[k] = {of_second * (a.imag() + b.imag()), of_second * (b.real() - a.real())};
    spectra.first[k] = {of_first * (a.real() + b.real()), of_first * (a.imag() - b.imag())};
  }
}

/// The opposite. Imaginary parts of elements that are their own mirror images count as zero.
template <class Real>
void join(const RowPair<std::complex<Real>, Real>& spectra, Index n, std::complex<Real>* z) {
  for (Index k = 0; 2 * k <= n; ++k) {
    const std::complex<Real> a = spectra.of_first * spectra.first[k];
    const std::complex<Real> b = spectra.of_second * spectra.second[k];
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
OwnRows<Real>::Tables::Tables(const RowShape& shape)
    : points(points_of(shape.transform, shape.length)),
      kind(real_to_real(shape.transform)
               ? std::optional<RealKind<Real>>(std::in_place, shape.transform, shape.length)
               : std::nullopt),
      fft(LineLayout::contiguous, LaneTransform::c2c,
          kind                                    ? kind->sign()
          : shape.transform == LineTransform::c2c ? shape.sign
          : shape.transform == LineTransform::r2c ? -1
                                                  : +1,
          points) {}

template <class Real>
OwnRows<Real>::OwnRows(const RowShape& shape, const OwnRows* alike)
    : shape_(shape),
      paired_(halves(shape.transform) || shape.element == Element::real),
      tables_(alike ? alike->tables_ : std::make_shared<const Tables>(shape)) {}

template <class Real>
std::size_t OwnRows<Real>::scratch_bytes(LineTransform transform, Index length) {
  if (transform == LineTransform::copy) return 0;
  const Index points = points_of(transform, length);
  return LaneFft<Real>::scratch_bytes(points) +
         static_cast<std::size_t>(kMostLanes<Real> * line_stride(points)) * sizeof(Complex);
}

template <class Real>
Real OwnRows<Real>::size_of(const void* in, Index row) const {
  const Index stride = row * shape_.in_stride;
  if (shape_.transform != LineTransform::c2r) {
    return row_size(static_cast<const Real*>(in) + stride, shape_.length);
  }
  const Real* const spectrum = static_cast<const Real*>(in) + 2 * stride;
  // Without the imaginary parts that count as zero.
  return row_size(spectrum, 1) + row_size(spectrum + 2, shape_.length - 1);
}

template <class Real>
typename OwnRows<Real>::Line OwnRows<Real>::line_from(const void* in, Index row) const {
  if (!paired_) return {row, row, {}, {}};
  const Real size = size_of(in, row);
  const RowScale<Real> scale(size);
  const Line alone{row, row, scale, scale};
  if (row + 1 == shape_.count || !std::isfinite(size)) return alone;
  const Real next_size = size_of(in, row + 1);
  if (!std::isfinite(next_size)) return alone;
  return {row, row + 1, scale, RowScale<Real>(next_size)};
}

template <class Real>
void OwnRows<Real>::load(void* in, const Line& line, Complex* z) const {
  const auto pair = [&](auto* rows) {
    return RowPair{rows + line.first * shape_.in_stride, rows + line.second * shape_.in_stride,
                   line.of_first.before, line.of_second.before};
  };
  auto* const reals = static_cast<Real*>(in);
  auto* const numbers = static_cast<Complex*>(in);
  if (shape_.transform == LineTransform::c2r) {
    join(pair(numbers), shape_.length, z);
  } else if (shape_.transform == LineTransform::r2c) {
    const RowPair both = pair(reals);
    for (Index i = 0; i < shape_.length; ++i) z[i] = both.get(i);
  } else if (paired_) {
    tables_->kind->before(pair(reals), z);
  } else {
    tables_->kind->before(ComplexRow<Real>{numbers + line.first * shape_.in_stride}, z);
  }
}

template <class Real>
void OwnRows<Real>::store(const Complex* z, void* out, const Line& line) const {
  const auto pair = [&](auto* rows) {
    return RowPair{rows + line.first * shape_.out_stride, rows + line.second * shape_.out_stride,
                   line.of_first.after, line.of_second.after};
  };
  auto* const reals = static_cast<Real*>(out);
  auto* const numbers = static_cast<Complex*>(out);
  if (shape_.transform == LineTransform::r2c) {
    split(z, shape_.length, pair(numbers));
  } else if (shape_.transform == LineTransform::c2r) {
    const RowPair both = pair(reals);
    for (Index i = 0; i < shape_.length; ++i) both.put(i, z[i]);
  } else if (paired_) {
    tables_->kind->after(z, pair(reals));
  } else {
    tables_->kind->after(z, ComplexRow<Real>{numbers + line.first * shape_.out_stride});
  }
}

template <class Real>
void OwnRows<Real>::execute(void* in, void* out, void* scratch) const {
  if (shape_.transform == LineTransform::c2c) {
    execute_complex(in, out, scratch);
  } else {
    execute_gathered(in, out, scratch);
  }
}

template <class Real>
void OwnRows<Real>::execute_complex(void* in, void* out, void* scratch) const {
  const Index points = tables_->points;
  const LaneFft<Real>& fft = tables_->fft;
  for (Index row = 0; row < shape_.count; row += fft.width()) {
    const LanePiece<Real> from{static_cast<Real*>(in) + 2 * row * shape_.in_stride, points, 1,
                               shape_.in_stride};
    const LanePiece<Real> to{static_cast<Real*>(out) + 2 * row * shape_.out_stride, points, 1,
                             shape_.out_stride};
    const Index count = std::min<Index>(fft.width(), shape_.count - row);
    fft.execute({&from, 1, false, false}, {&to, 1, false, false}, static_cast<int>(count), scratch);
  }
}

template <class Real>
void OwnRows<Real>::execute_gathered(void* in, void* out, void* scratch) const {
  const Index points = tables_->points;
  const LaneFft<Real>& fft = tables_->fft;
  const Index stride = line_stride(points);
  auto* const z = static_cast<Complex*>(scratch);
  const LanePiece<Real> piece{reinterpret_cast<Real*>(z), points, 1, stride};
  const LaneSide<Real> side{&piece, 1, false, false};
  std::array<Line, kMostLanes<Real>> lines;
  for (Index row = 0; row < shape_.count;) {
    int count = 0;
    for (; count < fft.width() && row < shape_.count; ++count) {
      Line& line = lines[static_cast<std::size_t>(count)];
      line = line_from(in, row);
      load(in, line, z + count * stride);
      row = line.second + 1;
    }
    fft.execute(side, side, count, z + fft.width() * stride);
    for (int k = 0; k < count; ++k) {
      store(z + k * stride, out, lines[static_cast<std::size_t>(k)]);
    }
  }
}

template class OwnRows<double>;
template class OwnRows<float>;

}  // namespace taskfft
