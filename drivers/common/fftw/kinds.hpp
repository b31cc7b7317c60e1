#pragma once
/// FFTW's words for dcts and dsts.

#include <fftw3.h>

#include <array>
#include <fftbench/problem.hpp>
#include <vector>

namespace fftbench::fftw {

/// Of a dct or dst.
inline fftw_r2r_kind kind_of(Transform transform) {
  constexpr std::array kinds{FFTW_REDFT00, FFTW_REDFT10, FFTW_REDFT01, FFTW_REDFT11,
                             FFTW_RODFT00, FFTW_RODFT10, FFTW_RODFT01, FFTW_RODFT11};
  return kinds[static_cast<std::size_t>(transform) - static_cast<std::size_t>(Transform::dct1)];
}

/// The kind that undoes a kind.
inline fftw_r2r_kind undoing(fftw_r2r_kind kind) {
  switch (kind) {
    case FFTW_REDFT10:
      return FFTW_REDFT01;
    case FFTW_REDFT01:
      return FFTW_REDFT10;
    case FFTW_RODFT10:
      return FFTW_RODFT01;
    case FFTW_RODFT01:
      return FFTW_RODFT10;
    default:
      return kind;
  }
}

/// The kind along every axis of a problem of dcts and dsts, and those that undo them.
struct RealKinds {
  explicit RealKinds(const Problem& problem) {
    for (std::size_t axis = 0; axis < problem.shape.size(); ++axis) {
      forward.push_back(kind_of(problem.kind(axis)));
      backward.push_back(undoing(forward.back()));
    }
  }

  std::vector<fftw_r2r_kind> forward, backward;
};

}  // namespace fftbench::fftw
