#include "measure/greens_spectrum.hpp"

#include <array>
#include <cmath>
#include <fftbench/layout.hpp>
#include <fftbench/unbounded.hpp>
#include <numbers>
#include <numeric>
#include <vector>

namespace fftbench {
namespace {

/// In C order.
struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;

  const double* row(std::size_t i) const { return values.data() + i * columns; }
};

/// What transforms an even function to its factors of places `first` to before `last` along an axis
/// of the spectrum: it takes half of the period and a point more. An axis with a first end stands
/// for a period of 2n points, and dst2 has no wave number 0.
Matrix cosines(Transform kind, Index n, Index first, Index last) {
  const Index period = real_to_real(kind) ? 2 * n : n, lowest = kind == Transform::dst2 ? 1 : 0;
  Matrix matrix{
      static_cast<std::size_t>(last - first), static_cast<std::size_t>(period / 2 + 1), {}};
  for (Index k = first + lowest; k < last + lowest; ++k) {
    for (Index j = 0; j <= period / 2; ++j) {
      const double weight = 2 * j % period == 0 ? 1.0 : 2.0;  // it stands for its mirror image, too
      const double turn = static_cast<double>(k * j % period) / static_cast<double>(period);
      matrix.values.push_back(weight * std::cos(2.0 * std::numbers::pi * turn));
    }
  }
  return matrix;
}

Matrix times_transposed(const Matrix& left, const Matrix& right) {
  Matrix product{left.rows, right.rows, {}};
  for (std::size_t i = 0; i < left.rows; ++i) {
    for (std::size_t j = 0; j < right.rows; ++j) {
      const double* const row = left.row(i);
      product.values.push_back(std::inner_product(row, row + left.columns, right.row(j), 0.0));
    }
  }
  return product;
}

/// Of the first points along both axes, the second axis' one behind the other.
Matrix greens_quadrant(std::size_t axes, const std::array<Matrix, 2>& along, double wave_number) {
  Matrix quadrant{along[1].columns, along[0].columns, {}};
  for (std::size_t y = 0; y < quadrant.rows; ++y) {
    for (std::size_t x = 0; x < quadrant.columns; ++x) {
      const auto squared = static_cast<Index>(x * x + y * y);
      quadrant.values.push_back(greens_function(axes, squared, wave_number));
    }
  }
  return quadrant;
}

}  // namespace

void greens_spectrum(const Problem& problem, const Box& part,
                     const std::function<void(const Extents& place, double factor)>& visit) {
  const std::size_t axes = unbounded_axes(problem.workload);
  const Matrix itself = cosines(Transform::c2c, 1, 0, 1);  // of one point
  std::array<Matrix, 2> along{itself, itself};
  Layout waves = Layout::row_major(part);
  if (part.volume() == 0) return;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    along[axis] = cosines(problem.kind(axis), problem.shape[axis], part.lo[axis], part.hi[axis]);
    waves.box.hi[axis] = part.lo[axis] + 1;
  }
  for_each_element(waves, [&](const Extents& wave, Index) {
    const Matrix quadrant = greens_quadrant(axes, along, bounded_wave_number(problem, wave));
    const Matrix factors = times_transposed(times_transposed(along[0], quadrant), along[1]);
    Extents place = wave;
    for (std::size_t i = 0; i < factors.values.size(); ++i) {
      place[0] = part.lo[0] + static_cast<Index>(i / factors.columns);
      if (axes > 1) place[1] = part.lo[1] + static_cast<Index>(i % factors.columns);
      visit(place, factors.values[i]);
    }
  });
}

}  // namespace fftbench
