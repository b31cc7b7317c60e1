#pragma once
/// What to transform.

#include <cstdint>
#include <vector>

#include "taskfft/names.hpp"

namespace taskfft {

/// Every size, extent and stride: 64 bits, so that 2048^3 and beyond are nothing special.
using Index = std::int64_t;

/// dct1 to dst4 are real to real, as FFTW's manual defines them ("What FFTW Really Computes"). Of
/// complex elements they transform the real and the imaginary part alike. The backward transform is
/// the kind that undoes the forward one: 2 and 3 undo each other, 1 and 4 undo themselves. dct1
/// needs at least two points along its axis.
enum class Transform {
  c2c,   ///< complex to complex
  r2c,   ///< real input, complex output with this axis halved: n/2 + 1; backward is c2r
  dct1,  ///< REDFT00
  dct2,  ///< REDFT10
  dct3,  ///< REDFT01
  dct4,  ///< REDFT11
  dst1,  ///< RODFT00
  dst2,  ///< RODFT10
  dst3,  ///< RODFT01
  dst4,  ///< RODFT11
};
template <>
inline constexpr auto words<Transform> = word_list("c2c", "r2c", "dct1", "dct2", "dct3", "dct4",
                                                   "dst1", "dst2", "dst3", "dst4");

constexpr bool real_to_real(Transform transform) {
  return transform >= Transform::dct1;
}

enum class Precision { float64, float32 };
template <>
inline constexpr auto words<Precision> = word_list("double", "single");

enum class Placement { out_of_place, in_place };
template <>
inline constexpr auto words<Placement> = word_list("out_of_place", "in_place");

struct Problem {
  /// Global extents, slowest axis first (C order), one to three of them, each at least 1. One
  /// extent: c2c only, and on P ranks it must have two factors of at least P.
  std::vector<Index> extents;
  Transform transform = Transform::c2c;  ///< along every axis; r2c: the last one, c2c the others
  Precision precision = Precision::float64;
  Placement placement = Placement::out_of_place;
  /// Where not empty, a kind for each axis in place of `transform`: {dct2, dst2, r2c} has real
  /// input. r2c may be along any axis, but along one alone, and the other periodic ones have c2c.
  /// With c2c along any axis and no r2c, the input is complex; with neither, input and output are
  /// real. Where r2c is not along the last axis, what a Grid and a Plan's layouts say of how the
  /// axes 0, 1 and 2 are split is meant of an order in which it is; arrays are in C order all the
  /// same.
  std::vector<Transform> kinds = {};
  /// Arrays of this kind that are transformed together, up to 65536: while the messages of one
  /// travel, the next one is transformed. Each of the two arrays that are committed holds all of
  /// them, Layout::field_stride apart.
  int fields = 1;
  /// Where not empty, a truncated spectrum, as for the 2/3 and 3/2 rules: along each axis it has
  /// the lowest waves alone. A c2c axis of n points then has those with |k| < kept, min(n, 2 kept
  /// - 1) elements in the order 0, 1, .., kept - 1, -(kept - 1), .., -1; one with r2c, or real to
  /// real, has its first `kept` elements (whose waves wave_number() of spectrum.hpp tells: sines
  /// begin with wave 1). At most all that there are: n/2 + 1 of c2c and r2c, n of real to real.
  /// Forward makes no others, and backward takes them for zero; between its stages they are neither
  /// transformed nor sent. For two and three dimensions.
  std::vector<Index> kept = {};
};

}  // namespace taskfft
