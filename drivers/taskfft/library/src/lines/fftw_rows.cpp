// A build with FFTW: it transforms rows.
#include <fftw3.h>

#include <cstring>
#include <mutex>
#include <string>
#include <vector>

#include "lines/row_fft.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

std::mutex& planner_mutex() {
  static std::mutex mutex;
  return mutex;
}

unsigned flags_of(Effort effort) {
  switch (effort) {
    case Effort::estimate:
      return FFTW_ESTIMATE;
    case Effort::measure:
      return FFTW_MEASURE;
    case Effort::patient:
      return FFTW_PATIENT;
  }
  throw ArgumentError("unknown planner effort: use estimate, measure or patient");
}

fftw_r2r_kind kind_of(LineTransform transform) {
  switch (transform) {
    case LineTransform::dct1:
      return FFTW_REDFT00;
    case LineTransform::dct2:
      return FFTW_REDFT10;
    case LineTransform::dct3:
      return FFTW_REDFT01;
    case LineTransform::dct4:
      return FFTW_REDFT11;
    case LineTransform::dst1:
      return FFTW_RODFT00;
    case LineTransform::dst2:
      return FFTW_RODFT10;
    case LineTransform::dst3:
      return FFTW_RODFT01;
    default:
      return FFTW_RODFT11;
  }
}

/// FFTW's C interface under one name for both precisions. The guru interface takes 64-bit sizes.
template <class Real>
struct Fftw;

template <>
struct Fftw<double> {
  using Plan = fftw_plan;
  using Dim = fftw_iodim64;
  static constexpr auto c2c = fftw_plan_guru64_dft;
  static constexpr auto r2c = fftw_plan_guru64_dft_r2c;
  static constexpr auto c2r = fftw_plan_guru64_dft_c2r;
  static constexpr auto r2r = fftw_plan_guru64_r2r;
  static constexpr auto execute_c2c = fftw_execute_dft;
  static constexpr auto execute_r2c = fftw_execute_dft_r2c;
  static constexpr auto execute_c2r = fftw_execute_dft_c2r;
  static constexpr auto execute_r2r = fftw_execute_r2r;
  static constexpr auto destroy = fftw_destroy_plan;
  using Complex = fftw_complex;
};

template <>
struct Fftw<float> {
  using Plan = fftwf_plan;
  using Dim = fftwf_iodim64;
  static constexpr auto c2c = fftwf_plan_guru64_dft;
  static constexpr auto r2c = fftwf_plan_guru64_dft_r2c;
  static constexpr auto c2r = fftwf_plan_guru64_dft_c2r;
  static constexpr auto r2r = fftwf_plan_guru64_r2r;
  static constexpr auto execute_c2c = fftwf_execute_dft;
  static constexpr auto execute_r2c = fftwf_execute_dft_r2c;
  static constexpr auto execute_c2r = fftwf_execute_dft_c2r;
  static constexpr auto execute_r2r = fftwf_execute_r2r;
  static constexpr auto destroy = fftwf_destroy_plan;
  using Complex = fftwf_complex;
};

/// What rows hold, put back in the end.
class KeptRows {
 public:
  KeptRows(void* rows, Index count, std::size_t stride_bytes, std::size_t row_bytes)
      : rows_(static_cast<std::byte*>(rows)),
        stride_(stride_bytes),
        kept_(static_cast<std::size_t>(count), std::vector<std::byte>(row_bytes)) {
    for (std::size_t k = 0; k < kept_.size(); ++k) std::memcpy(kept_[k].data(), row(k), row_bytes);
  }
  ~KeptRows() {
    for (std::size_t k = 0; k < kept_.size(); ++k) {
      std::memcpy(row(k), kept_[k].data(), kept_[k].size());
    }
  }
  KeptRows(const KeptRows&) = delete;
  KeptRows& operator=(const KeptRows&) = delete;

 private:
  std::byte* row(std::size_t k) const { return rows_ + k * stride_; }

  std::byte* rows_;
  std::size_t stride_;
  std::vector<std::vector<std::byte>> kept_;
};

/// One side of what FFTW is given to plan, which it times its plans on unless it only estimates.
KeptRows kept_side(void* rows, const RowShape& shape, Effort effort, bool goes_in,
                   std::size_t real_bytes) {
  const bool real_side = shape.transform == (goes_in ? LineTransform::r2c : LineTransform::c2r);
  const bool half_side = halves(shape.transform) && !real_side;
  const Element element = real_side ? Element::real : half_side ? Element::complex : shape.element;
  const std::size_t bytes = element_bytes(element, real_bytes);
  const Index length = half_side ? shape.length / 2 + 1 : shape.length;
  return {rows, effort == Effort::estimate ? 0 : shape.count,
          static_cast<std::size_t>(goes_in ? shape.in_stride : shape.out_stride) * bytes,
          static_cast<std::size_t>(length) * bytes};
}

/// Owns an FFTW plan for rows out of place.
template <class Real>
class FftwRows final : public RowFft<Real> {
 public:
  /// Plans under a process-wide lock, since FFTW's planner is not thread safe.
  FftwRows(const RowShape& shape, Effort effort, void* in, void* out);
  void execute(void* in, void* out, void* scratch) const override;

 private:
  struct Destroy {
    void operator()(void* plan) const;
  };
  LineTransform transform_;
  std::unique_ptr<void, Destroy> plan_;
};

template <class Real>
FftwRows<Real>::FftwRows(const RowShape& shape, Effort effort, void* in, void* out)
    : transform_(shape.transform) {
  using F = Fftw<Real>;
  using Complex = typename F::Complex;
  const Index parts = real_to_real(transform_) ? reals_in(shape.element) : 1;
  const typename F::Dim row{shape.length, parts, parts};
  const typename F::Dim batch[] = {{shape.count, parts * shape.in_stride, parts * shape.out_stride},
                                   {parts, 1, 1}};
  const unsigned flags = flags_of(effort);
  const std::scoped_lock lock(planner_mutex());
  const KeptRows kept_in = kept_side(in, shape, effort, true, sizeof(Real));
  const KeptRows kept_out = kept_side(out, shape, effort, false, sizeof(Real));
  switch (transform_) {
    case LineTransform::c2c:
      plan_.reset(F::c2c(1, &row, 1, batch, static_cast<Complex*>(in), static_cast<Complex*>(out),
                         shape.sign, flags));
      break;
    case LineTransform::r2c:
      plan_.reset(
          F::r2c(1, &row, 1, batch, static_cast<Real*>(in), static_cast<Complex*>(out), flags));
      break;
    case LineTransform::c2r:
      plan_.reset(
          F::c2r(1, &row, 1, batch, static_cast<Complex*>(in), static_cast<Real*>(out), flags));
      break;
    case LineTransform::copy:
      break;
    default: {
      const fftw_r2r_kind kind = kind_of(transform_);
      plan_.reset(
          F::r2r(1, &row, 2, batch, static_cast<Real*>(in), static_cast<Real*>(out), &kind, flags));
    }
  }
  if (!plan_) {
    throw ResourceError("FFTW has no plan for " + std::to_string(shape.count) + " rows of length " +
                        std::to_string(shape.length) + "; try another planner effort");
  }
}

template <class Real>
void FftwRows<Real>::execute(void* in, void* out, void*) const {
  using F = Fftw<Real>;
  using Complex = typename F::Complex;
  const auto plan = static_cast<typename F::Plan>(plan_.get());
  switch (transform_) {
    case LineTransform::c2c:
      F::execute_c2c(plan, static_cast<Complex*>(in), static_cast<Complex*>(out));
      break;
    case LineTransform::r2c:
      F::execute_r2c(plan, static_cast<Real*>(in), static_cast<Complex*>(out));
      break;
    case LineTransform::c2r:
      F::execute_c2r(plan, static_cast<Complex*>(in), static_cast<Real*>(out));
      break;
    case LineTransform::copy:
      break;
    default:
      F::execute_r2r(plan, static_cast<Real*>(in), static_cast<Real*>(out));
  }
}

template <class Real>
void FftwRows<Real>::Destroy::operator()(void* plan) const {
  const std::scoped_lock lock(planner_mutex());
  Fftw<Real>::destroy(static_cast<typename Fftw<Real>::Plan>(plan));
}

}  // namespace

bool built_with_fftw() {
  return true;
}

template <class Real>
std::unique_ptr<RowFft<Real>> make_row_fft(const RowShape& shape, Effort effort, void* in,
                                           void* out, const RowFft<Real>*) {
  return std::make_unique<FftwRows<Real>>(shape, effort, in, out);
}

template std::unique_ptr<RowFft<double>> make_row_fft(const RowShape&, Effort, void*, void*,
                                                      const RowFft<double>*);
template std::unique_ptr<RowFft<float>> make_row_fft(const RowShape&, Effort, void*, void*,
                                                     const RowFft<float>*);

}  // namespace taskfft
