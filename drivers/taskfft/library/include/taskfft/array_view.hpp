#pragma once
/// The caller's arrays, with the number and the type of their elements.

#include <complex>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <type_traits>

#include "taskfft/problem.hpp"

namespace taskfft {

template <class T>
concept RealNumber = std::same_as<T, double> || std::same_as<T, float>;

template <class T>
inline constexpr bool is_complex_number = false;
template <RealNumber Real>
inline constexpr bool is_complex_number<std::complex<Real>> = true;

/// What arrays hold: double, float, or std::complex of them.
template <class T>
concept ArrayElement = RealNumber<T> || is_complex_number<T>;

/// A vector, a span, an array: contiguous memory.
template <class Range>
concept ElementRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
    ArrayElement<std::ranges::range_value_t<Range>>;

template <class Range>
concept WritableElementRange = ElementRange<Range> &&
    !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>>;

/// How many elements an array has, and of which type.
struct ArrayType {
  std::size_t size;
  Precision precision;
  bool is_complex;
  bool operator==(const ArrayType&) const = default;

  template <ArrayElement T>
  static constexpr ArrayType of(std::size_t size) {
    constexpr bool is_double = std::same_as<T, double> || std::same_as<T, std::complex<double>>;
    return {size, is_double ? Precision::float64 : Precision::float32, is_complex_number<T>};
  }
};

/// An array that is read.
struct ConstArrayView {
  const void* data;
  ArrayType type;

  template <ElementRange Range>
  ConstArrayView(const Range& range)  // NOLINT: any range is one
      : data(std::ranges::data(range)),
        type(ArrayType::of<std::ranges::range_value_t<Range>>(std::ranges::size(range))) {}
};

/// An array that is written.
struct ArrayView {
  void* data;
  ArrayType type;

  template <WritableElementRange Range>
  ArrayView(Range&& range)  // NOLINT: any range is one
      : data(std::ranges::data(range)),
        type(ArrayType::of<std::ranges::range_value_t<Range>>(std::ranges::size(range))) {}
};

}  // namespace taskfft
