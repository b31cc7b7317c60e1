// A build without FFTW: our own kernels transform rows, and have nothing to search for.
#include "lines/own_rows.hpp"

namespace taskfft {

bool built_with_fftw() {
  return false;
}

template <class Real>
std::unique_ptr<RowFft<Real>> make_row_fft(const RowShape& shape, Effort, void*, void*,
                                           const RowFft<Real>* alike) {
  return std::make_unique<OwnRows<Real>>(shape, static_cast<const OwnRows<Real>*>(alike));
}

template <class Real>
std::size_t row_scratch_bytes(LineTransform transform, Index length) {
  return OwnRows<Real>::scratch_bytes(transform, length);
}

template std::unique_ptr<RowFft<double>> make_row_fft(const RowShape&, Effort, void*, void*,
                                                      const RowFft<double>*);
template std::unique_ptr<RowFft<float>> make_row_fft(const RowShape&, Effort, void*, void*,
                                                     const RowFft<float>*);
template std::size_t row_scratch_bytes<double>(LineTransform, Index);
template std::size_t row_scratch_bytes<float>(LineTransform, Index);

}  // namespace taskfft
