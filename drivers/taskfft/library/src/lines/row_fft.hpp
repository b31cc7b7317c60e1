#pragma once
/// Transforms of batches of rows: by FFTW where it is part of the build, else by our own kernels.

#include <cstddef>
#include <memory>
#include <tuple>

#include "layout/decomposition.hpp"
#include "taskfft/arguments.hpp"

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
  /// Whether each line is transformed alike.
  bool alike(const RowShape& other) const {
    return std::tie(transform, element, sign, length) ==
           std::tie(other.transform, other.element, other.sign, other.length);
  }
};

/// Both arrays must be aligned to this many bytes, in planning and in execution, and so must the
/// strides between rows: then FFTW may use its SIMD codelets (it looks at addresses modulo 16).
inline constexpr std::size_t kRowAlignment = 16;

/// Transforms rows out of place.
template <class Real>
class RowFft {
 public:
  virtual ~RowFft() = default;
  /// Thread safe. c2r may destroy its input, the others keep it. `scratch`: this thread's own,
  /// aligned to 64, as much as OwnRows::scratch_bytes().
  virtual void execute(void* in, void* out, void* scratch) const = 0;
};

// One of two files defines what follows, and built_with_fftw(), as CMake chooses: fftw_rows.cpp or
// without_fftw.cpp.

/// The transform of such rows. Leaves both arrays as they are, with any effort. `alike`: one of
/// such lines in another number or at other distances, whose tables it may share, or null. Throws
/// ResourceError where FFTW has no plan.
template <class Real>
std::unique_ptr<RowFft<Real>> make_row_fft(const RowShape& shape, Effort effort, void* in,
                                           void* out, const RowFft<Real>* alike = nullptr);

}  // namespace taskfft
