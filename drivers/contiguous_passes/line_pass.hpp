#pragma once
/// One axis of a transform: what happens to its lines, and a pass over all of them.

#include <fftw3.h>

#include <fftbench/extents.hpp>
#include <fftbench/problem.hpp>

#include "step.hpp"

namespace fftbench::contiguous_passes {

/// What happens to lines of n points.
struct Kernel {
  enum class Type { c2c, r2c, c2r, r2r } type;
  int sign;            ///< of c2c
  fftw_r2r_kind kind;  ///< of r2r
};

/// What a kind of transform does forward to its axis (Problem::kind).
Kernel kernel_of(Transform kind);
/// What undoes it, but for a factor.
Kernel inverse(const Kernel& kernel);

/// One end of a pass: contiguous lines, one after the other; in real numbers.
template <class Real>
struct Side {
  Real* start;
  Index length;    ///< of a line
  Index distance;  ///< from a line to the next
};

/// All lines along one axis, each read and written once, where they lie or into the other array.
/// `Lines` is one direction of it: FftwLines or LaneLines.
template <class Lines>
class LinePass final : public Step {
 public:
  template <class Real>
  LinePass(const Kernel& kernel, int points, Index count, int threads, const Side<Real>& from,
           const Side<Real>& to)
      : forward_(kernel, points, count, threads, from, to),
        backward_(inverse(kernel), points, count, threads, to, from) {}
  void forward() override { forward_.execute(); }
  void backward() override { backward_.execute(); }

 private:
  Lines forward_, backward_;
};

}  // namespace fftbench::contiguous_passes
