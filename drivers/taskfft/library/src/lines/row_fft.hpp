#pragma once
/// FFTW's transforms of batches of rows.

#include <fftw3.h>

#include <complex>
#include <memory>

#include "layout/decomposition.hpp"

namespace taskfft {

/// What a batch of contiguous one-dimensional transforms looks like: the key of a plan.
/// Distances between rows are in elements of the respective side.
struct RowShape {
  LineTransform transform;
  Element element;  ///< of the input; r2r kinds transform both parts of a complex one alike
  int sign;         ///< of the exponent, for c2c
  Index length;     ///< logical transform length
  Index count;      ///< rows
  Index in_stride;  ///< from row to row
  Index out_stride;
  auto operator<=>(const RowShape&) const = default;
};

/// Both arrays must be aligned to this many bytes, in planning and in execution, and so must the
/// strides between rows: then FFTW may use its SIMD codelets (it looks at addresses modulo 16).
inline constexpr std::size_t kFftwAlignment = 16;

/// Owns an FFTW plan for rows out of place.
template <class Real>
class RowFft {
 public:
  RowFft() = default;
  /// Plans under a process-wide lock, since FFTW's planner is not thread safe. Leaves both arrays
  /// as they are. Throws ResourceError if FFTW has no plan.
  RowFft(const RowShape& shape, Effort effort, void* in, void* out);
  /// Thread safe. c2r destroys its input, the others keep it.
  void execute(void* in, void* out) const;

 private:
  struct Destroy {
    void operator()(void* plan) const;
  };
  LineTransform transform_ = LineTransform::copy;
  std::unique_ptr<void, Destroy> plan_;
};

extern template class RowFft<double>;
extern template class RowFft<float>;

}  // namespace taskfft
