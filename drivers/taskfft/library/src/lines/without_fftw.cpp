// A build without FFTW: our own kernels transform rows, and have nothing to search for.
#include "lines/own_rows.hpp"

namespace taskfft {

bool built_with_fftw() {
  return false;
}

template <class Real>
std::unique_ptr<RowFft<Real>> make_row_fft(const RowShape& shape, Effort, void*, void*) {
  return std::make_unique<OwnRows<Real>>(shape);
}

template <class Real>
std::size_t row_scratch_bytes(LineTransform transform, Index length) {
  return OwnRows<Real>::scratch_bytes(transform, length);
}

template std::unique_ptr<RowFft<double>> make_row_fft(const RowShape&, Effort, void*, void*);
template std::unique_ptr<RowFft<float>> make_row_fft(const RowShape&, Effort, void*, void*);
template std::size_t row_scratch_bytes<double>(LineTransform, Index);
template std::size_t row_scratch_bytes<float>(LineTransform, Index);

}  // namespace taskfft
