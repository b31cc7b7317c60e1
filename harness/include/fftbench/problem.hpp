#pragma once
/// The transform to be done, independent of any library.

#include <cstddef>
#include <fftbench/extents.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace fftbench {

/// c2c: complex to complex. r2c: real to the half spectrum of the last axis (n/2+1), and back. The
/// rest are real to real, as FFTW's manual defines them ("What FFTW Really Computes"): dct1 to dct4
/// are REDFT00, REDFT10, REDFT01, REDFT11 and dst1 to dst4 are RODFT00, RODFT10, RODFT01, RODFT11.
enum class Transform { c2c, r2c, dct1, dct2, dct3, dct4, dst1, dst2, dst3, dst4 };
enum class Precision { single_, double_ };
enum class Placement { in_place, out_of_place };
/// Where the arrays live; a driver states which it offers. What its calls get in Buffers are
/// pointers into the device's memory for cuda and hip, and cl_mem handles for opencl.
enum class Memory { host, cuda, hip, opencl };
/// What is done with the spectrum: nothing, a forward and a backward transform being the work; what
/// lies between them (Multiplier; where axes are unbounded: unbounded.hpp); or a time step of a
/// flow (NavierStokes).
enum class Workload {
  none,
  poisson,
  convolution,
  gradient,
  unbounded_poisson,
  unbounded_plane_poisson,
  unbounded_line_poisson,
  navier_stokes
};

std::string_view name(Transform);
std::string_view name(Precision);
std::string_view name(Placement);
std::string_view name(Memory);
std::string_view name(Workload);

/// A dct or dst, of which both ends are of one type and of the same shape.
constexpr bool real_to_real(Transform transform) {
  return transform != Transform::c2c && transform != Transform::r2c;
}

/// A forward transform along every axis, with exponent sign -1 where it is complex, and its
/// unnormalised inverse: of dct2 and dct3, and of dst2 and dst3, each undoes the other; the other
/// real kinds undo themselves.
struct Problem {
  Extents shape;  ///< points per axis, slowest first (C order): 1, 2 or 3 axes
  Transform transform = Transform::c2c;  ///< along every axis; r2c: the last one, c2c the others
  Precision precision = Precision::double_;
  Placement placement = Placement::out_of_place;
  Memory memory = Memory::host;
  /// Arrays of this shape that are transformed together, each with data of its own: a batch.
  int fields = 1;
  /// Where not empty, a kind for each axis in place of `transform`, which then means nothing: kinds
  /// that no single `transform` is. r2c is along the last axis only; without it, c2c along any axis
  /// makes the input complex. A dct or dst takes real and imaginary parts of complex data alike.
  std::vector<Transform> kinds = {};
  Workload workload = Workload::none;

  /// The kind along an axis: of r2c, c2c along all but the last.
  Transform kind(std::size_t axis) const;
  /// Whether the last axis of the spectrum is halved, since the input is real.
  bool halved() const { return kind(shape.size() - 1) == Transform::r2c; }
  /// The transform in a word, or a word for each axis, as in dct2-dst2-r2c.
  std::string transform_text() const;
  /// Global extents of the spectrum: the last axis is n/2+1 where it is halved.
  Extents spectrum_shape() const;
  /// Points of the periodic sequence that each axis stands for: the shape itself, but for real to
  /// real 2(n-1) for dct1, 2(n+1) for dst1, and 2n for the rest. An unnormalised round trip
  /// multiplies by its volume. Zero where the transform is not defined: dct1 needs two points.
  Extents logical_shape() const;
  /// Bytes of one real number of this precision.
  std::size_t real_bytes() const;
  bool complex_input() const;
  bool complex_output() const;
  /// Bytes of one element of the input and of the output.
  std::size_t input_element_bytes() const;
  std::size_t output_element_bytes() const;
};

}  // namespace fftbench
