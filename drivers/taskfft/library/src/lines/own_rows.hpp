#pragma once
/// Rows by our own kernels: every kind and length by complex transforms on lanes.

#include <optional>

#include "lines/real_kinds.hpp"
#include "lines/row_fft.hpp"
#include "taskfft/lanes.hpp"

namespace taskfft {

/// Rows of complex numbers go to the lanes as they are. Two rows of real ones beside each other are
/// the real and imaginary parts of one row of complex ones, whose transform is linear (Press et
/// al., Numerical Recipes, section 12.3).
template <class Real>
class OwnRows final : public RowFft<Real> {
 public:
  explicit OwnRows(const RowShape& shape);
  static std::size_t scratch_bytes(LineTransform transform, Index length);
  /// All kinds keep their input.
  void execute(void* in, void* out, void* scratch) const override;

 private:
  using Complex = std::complex<Real>;

  void load(void* in, Index row, Complex* line) const;
  void store(const Complex* line, void* out, Index row) const;

  RowShape shape_;
  Index rows_each_;  ///< rows of one complex line
  Index points_;     ///< of a complex line
  std::optional<RealKind<Real>> kind_;
  LaneFft<Real> fft_;
};

extern template class OwnRows<double>;
extern template class OwnRows<float>;

}  // namespace taskfft
