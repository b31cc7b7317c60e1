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

template std::unique_ptr<RowFft<double>> make_row_fft(const RowShape&, Effort, void*, void*,
                                                      const RowFft<double>*);
template std::unique_ptr<RowFft<float>> make_row_fft(const RowShape&, Effort, void*, void*,
                                                     const RowFft<float>*);

}  // namespace taskfft
