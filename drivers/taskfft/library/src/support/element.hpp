#pragma once
/// What arrays hold: real or complex numbers.

#include <cstddef>

#include "taskfft/problem.hpp"

namespace taskfft {

/// What an array holds.
enum class Element { real, complex };

/// Real numbers in an element.
constexpr Index reals_in(Element element) {
  return element == Element::complex ? 2 : 1;
}

constexpr std::size_t element_bytes(Element element, std::size_t real_bytes) {
  return static_cast<std::size_t>(reals_in(element)) * real_bytes;
}

constexpr std::size_t real_bytes(Precision precision) {
  return precision == Precision::float64 ? sizeof(double) : sizeof(float);
}

}  // namespace taskfft
