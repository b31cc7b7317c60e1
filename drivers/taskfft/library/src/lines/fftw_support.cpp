#include "lines/fftw_support.hpp"

#include <mutex>
#include <string>

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

}  // namespace

template <class Real>
RowFft<Real>::RowFft(const RowShape& shape, Effort effort, void* in, void* out)
    : transform_(shape.transform) {
  using F = Fftw<Real>;
  using Complex = typename F::Complex;
  const Index parts = real_to_real(transform_) ? reals_in(shape.element) : 1;
  const typename F::Dim row{shape.length, parts, parts};
  const typename F::Dim batch[] = {{shape.count, parts * shape.in_stride, parts * shape.out_stride},
                                   {parts, 1, 1}};
  const unsigned flags = flags_of(effort);
  const std::scoped_lock lock(planner_mutex());
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
void RowFft<Real>::execute(void* in, void* out) const {
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
void RowFft<Real>::Destroy::operator()(void* plan) const {
  const std::scoped_lock lock(planner_mutex());
  Fftw<Real>::destroy(static_cast<typename Fftw<Real>::Plan>(plan));
}

template class RowFft<double>;
template class RowFft<float>;

}  // namespace taskfft
