#include "check/weighted_sum.hpp"

#include <array>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "support/slices.hpp"

namespace fftbench {
namespace {

constexpr std::size_t lanes = 4;  ///< sums at a time, none of which waits for another

/// A sum of products, spelt out: std::complex's product looks for NaN, which makes it several times
/// as slow.
class Sums {
 public:
  template <class Real>
  void add(std::size_t lane, const std::complex<Real>& value, const Complex& weight) {
    const double a = value.real(), b = value.imag(), c = weight.real(), d = weight.imag();
    real_[lane] += a * c - b * d;
    imaginary_[lane] += a * d + b * c;
  }
  template <class Real>
  void add(std::size_t lane, Real value, const Complex& weight) {
    real_[lane] += static_cast<double>(value) * weight.real();
    imaginary_[lane] += static_cast<double>(value) * weight.imag();
  }
  Complex total() const {
    return {std::accumulate(real_.begin(), real_.end(), 0.0),
            std::accumulate(imaginary_.begin(), imaginary_.end(), 0.0)};
  }

 private:
  std::array<double, lanes> real_{}, imaginary_{};
};

/// The stride that all libraries have, known when the loop is compiled.
using Contiguous = std::integral_constant<Index, 1>;

/// Adds up a row, and lets `then` change each element.
template <class Element, class Stride, class Then>
Complex row_sum(Element* row, Stride stride, std::span<const Complex> weights, Then&& then) {
  Sums sums;
  const auto visit = [&](std::size_t i, std::size_t lane) {
    Element& element = row[static_cast<Index>(i) * stride];
    sums.add(lane, element, weights[i]);
    then(element);
  };
  std::size_t i = 0;
  for (; i + lanes <= weights.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) visit(i + lane, lane);
  }
  for (; i < weights.size(); ++i) visit(i, 0);
  return sums.total();
}

using Sum = std::array<long double, 2>;

/// Over a slice of the array.
template <class Then>
Sum slice_sum(const Array& array, const Layout& slice, const Separable<Complex>& weights,
              const Then& then) {
  const Layout& layout = array.layout();
  const std::size_t axis = row_axis(layout);
  const Index start_of_slice = layout.offset(slice.box.lo), stride = layout.stride[axis];
  const auto along =
      std::span(weights.along(axis))
          .subspan(static_cast<std::size_t>(slice.box.lo[axis] - layout.box.lo[axis]),
                   static_cast<std::size_t>(slice.box.extent(axis)));
  Sum sum{};
  for_each_row(slice, axis, [&](const Extents& start, Index offset) {
    array.typed(start_of_slice + offset, [&](auto* row) {
      const Complex of_row =
          stride == 1 ? row_sum(row, Contiguous(), along, then) : row_sum(row, stride, along, then);
      const Complex weighted = weights.across(start, axis) * of_row;
      sum[0] += weighted.real();
      sum[1] += weighted.imag();
    });
  });
  return sum;
}

template <class Then>
Complex sum(const Array& array, const Separable<Complex>& weights, const Then& then) {
  ThreadPool* const threads = array.threads();
  std::vector<Sum> sums(threads ? static_cast<std::size_t>(threads->parts()) : 1);
  const auto add_up = [&](int which, int) {
    const Layout slice = slice_of(array.layout(), which, static_cast<int>(sums.size()));
    if (slice.box.volume() == 0) return;
    sums[static_cast<std::size_t>(which)] = slice_sum(array, slice, weights, then);
  };
  if (threads) {
    threads->run(add_up);
  } else {
    add_up(0, 0);
  }
  long double real = 0, imaginary = 0;  // in the order of the slices, whoever was first
  for (const Sum& of_slice : sums) {
    real += of_slice[0];
    imaginary += of_slice[1];
  }
  return {static_cast<double>(real), static_cast<double>(imaginary)};
}

}  // namespace

Complex weighted_sum(const Array& array, const Separable<Complex>& weights) {
  return sum(array, weights, [](auto&) {});
}

Complex weighted_sum_and_scale(Array& array, const Separable<Complex>& weights, double factor) {
  return sum(array, weights, [factor](auto& element) {
    using Real = decltype(std::real(element));
    element *= static_cast<Real>(factor);
  });
}

}  // namespace fftbench
