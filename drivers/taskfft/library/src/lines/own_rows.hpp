#pragma once
/// Rows by our own kernels: every kind and length by complex transforms on lanes.

#include <memory>
#include <optional>

#include "lines/real_kinds.hpp"
#include "lines/row_fft.hpp"
#include "lines/row_size.hpp"
#include "taskfft/lanes.hpp"

namespace taskfft {

/// Rows of complex numbers go to the lanes as they are. Two rows of real ones beside each other are
/// the real and imaginary parts of one row of complex ones, whose transform is linear (Press et
/// al., Numerical Recipes, section 12.3). Its rounding errors are those of the larger part, so that
/// both are made about one first: the errors of a row are of its own size. A row that is not finite
/// is transformed alone.
template <class Real>
class OwnRows final : public RowFft<Real> {
 public:
  /// With the tables of an alike one, where there is one.
  explicit OwnRows(const RowShape& shape, const OwnRows* alike = nullptr);
  static std::size_t scratch_bytes(LineTransform transform, Index length);
  /// All kinds keep their input.
  void execute(void* in, void* out, void* scratch) const override;

 private:
  using Complex = std::complex<Real>;

  /// What is transformed as one complex line: two rows, or one that is both of its parts.
  struct Line {
    Index first;
    Index second;
    RowScale<Real> of_first;
    RowScale<Real> of_second;
  };

  Real size_of(const void* in, Index row) const;
  Line line_from(const void* in, Index row) const;
  void load(void* in, const Line& line, Complex* z) const;
  void store(const Complex* z, void* out, const Line& line) const;
  void execute_complex(void* in, void* out, void* scratch) const;
  void execute_gathered(void* in, void* out, void* scratch) const;

  /// What does not depend on how many rows there are and where.
  struct Tables {
    explicit Tables(const RowShape& shape);
    Index points;  ///< of a complex line
    std::optional<RealKind<Real>> kind;
    LaneFft<Real> fft;
  };

  RowShape shape_;
  bool paired_;  ///< rows of reals, or their half spectra
  std::shared_ptr<const Tables> tables_;
};

extern template class OwnRows<double>;
extern template class OwnRows<float>;

}  // namespace taskfft
