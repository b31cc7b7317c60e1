#pragma once
/// The transform to be done, independent of any library.

#include <cstddef>
#include <fftbench/extents.hpp>
#include <string_view>

namespace fftbench {

/// c2c: complex to complex. r2c: real to the half spectrum of the last axis (n/2+1), and back.
enum class Transform { c2c, r2c };
enum class Precision { single_, double_ };
enum class Placement { in_place, out_of_place };
/// Where the arrays live. Only host is implemented; a driver states which it offers.
enum class Memory { host, cuda, hip };

std::string_view name(Transform);
std::string_view name(Precision);
std::string_view name(Placement);
std::string_view name(Memory);

/// A forward transform with exponent sign -1 along every axis, and its unnormalised inverse.
struct Problem {
  Extents shape;  ///< points per axis, slowest first (C order): 1, 2 or 3 axes
  Transform transform = Transform::c2c;
  Precision precision = Precision::double_;
  Placement placement = Placement::out_of_place;
  Memory memory = Memory::host;

  /// Global extents of the spectrum: the last axis is n/2+1 for r2c.
  Extents spectrum_shape() const;
  /// Bytes of one real number of this precision.
  std::size_t real_bytes() const;
  /// Bytes of one element of the input (real for r2c) and of the output (complex).
  std::size_t input_element_bytes() const;
  std::size_t output_element_bytes() const;
};

}  // namespace fftbench
