#pragma once

#include <cstddef>
#include <vector>

#include "taskfft/types.hpp"

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

/// What happens to the lines along one axis; dct1 to dst4 as the transforms of these names.
enum class Kernel {
  copy,
  c2c,
  c2c_twiddle,  ///< c2c, and then the roots of unity between the halves of a 1-D transform
  twiddle_c2c,  ///< the other way round
  r2c,
  c2r,
  dct1,
  dct2,
  dct3,
  dct4,
  dst1,
  dst2,
  dst3,
  dst4
};

constexpr bool real_to_real(Kernel kernel) {
  return kernel >= Kernel::dct1;
}

constexpr bool twiddles(Kernel kernel) {
  return kernel == Kernel::c2c_twiddle || kernel == Kernel::twiddle_c2c;
}

/// Whether lines have a real and a half-complex end of different lengths.
constexpr bool halves(Kernel kernel) {
  return kernel == Kernel::r2c || kernel == Kernel::c2r;
}

/// What a forward transform of this kind does to lines.
Kernel forward_kernel(Transform kind);

/// What undoes a kernel, but for a factor. For c2c that is the same with the other sign.
Kernel inverse(Kernel kernel);

/// The kind along each axis of a problem, slowest first: r2c along the last one alone.
std::vector<Transform> axis_kinds(const Problem& problem);

/// What the caller's arrays hold.
Element input_element(const Problem& problem);
Element output_element(const Problem& problem);

}  // namespace taskfft
