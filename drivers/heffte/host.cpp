/// heFFTe on the host: FFTW, MKL or heFFTe's own "stock" does the one-dimensional transforms.

#include <fmt/format.h>

#include <fftbench/error.hpp>

#include "library_plan.hpp"
#include "program.hpp"
#ifdef Heffte_ENABLE_MKL
#include "common/mkl/itself.hpp"
#endif

namespace fftbench::heffte_driver {
namespace {

bool uses(const char* backend, const Request& request) {
  return request.settings.text("backend") == backend;
}

Support transformable_by_fftw(const Problem& problem) {
  if (problem.transform == Transform::r2c && problem.shape.back() == 1) {
    return Support::no("heFFTe gets no plan from FFTW for real rows of a single point");
  }
  return Support::yes();
}

/// By MKL's Fourier transforms heFFTe makes a dct2 and a dst2 of four times as long rows.
Support transformable_by_mkl(const Request& request) {
  const Transform transform = request.problem.transform;
  if (transform == Transform::dct1 || transform == Transform::dst1) {
    return Support::no(fmt::format("heFFTe has no {} with MKL", name(transform)));
  }
  if (real_to_real(transform) && !request.settings.flag("reorder")) {
    return Support::no("heFFTe reorders for real to real transforms with MKL in any case");
  }
  return Support::yes();
}

/// Points of the row that heFFTe's own transform makes of `extent` points.
Index stock_length(Transform transform, Index extent) {
  if (!real_to_real(transform)) return extent;
  return 4 * (transform == Transform::dct1 ? extent - 1 : extent);
}

Support transformable_by_stock(const Request& request) {
  const Problem& problem = request.problem;
  if (problem.transform == Transform::dst1) return Support::no("heFFTe's stock has no dst1");
  if (real_to_real(problem.transform) && !request.settings.flag("reorder")) {
    return Support::no("heFFTe reorders for its stock real to real transforms in any case");
  }
  for (const Index extent : problem.shape) {
    const Index length = stock_length(problem.transform, extent);
    const bool power_of_2 = (length & (length - 1)) == 0;
    Index rest = length % 7 == 0 ? length / 7 : length;
    for (const Index prime : {2, 3, 5}) {
      while (rest % prime == 0) rest /= prime;
    }
    if (rest == 1 && length <= (power_of_2 ? 256 : 56)) continue;
    return Support::no(
        fmt::format("the errors of heFFTe's stock transforms exceed the tolerance for rows of more "
                    "than 56 points (powers of 2: 256), or with prime factors above 7 or 7 twice, "
                    "as {} points here",
                    length));
  }
  return Support::yes();
}

/// Its vectors are chosen when heFFTe is configured.
LineKernel stock_kernel() {
#if defined(Heffte_ENABLE_AVX512)
  const std::vector<std::string> vectors{"avx", "avx512"};
#elif defined(Heffte_ENABLE_AVX)
  const std::vector<std::string> vectors{"avx"};
#else
  const std::vector<std::string> vectors;
#endif
  return {"heFFTe's stock", vectors, "heffte_config.h: Heffte_ENABLE_AVX, Heffte_ENABLE_AVX512"};
}

/// `Tag` is heFFTe's word for who does which transform; void where it has none.
template <class Tag, class Point, class Wave>
std::unique_ptr<Plan> plan_of(const Request& request, MPI_Comm comm, const Traits& traits) {
  if constexpr (std::is_void_v<Tag>) {
    throw Error("heFFTe has no such transform");  // as transformable() says
  } else {
    return std::make_unique<HefftePlan<Tag, Point, Wave>>(request, comm, traits);
  }
}

template <class Real, class Fourier, class Cosine1, class Cosine2, class Sine1, class Sine2>
std::unique_ptr<Plan> plan_with(const Request& request, MPI_Comm comm, const Traits& traits) {
  using Complex = std::complex<Real>;
  switch (request.problem.transform) {
    case Transform::c2c:
      return plan_of<Fourier, Complex, Complex>(request, comm, traits);
    case Transform::r2c:
      return plan_of<Fourier, Real, Complex>(request, comm, traits);
    case Transform::dct1:
      return plan_of<Cosine1, Real, Real>(request, comm, traits);
    case Transform::dct2:
      return plan_of<Cosine2, Real, Real>(request, comm, traits);
    case Transform::dst1:
      return plan_of<Sine1, Real, Real>(request, comm, traits);
    default:
      return plan_of<Sine2, Real, Real>(request, comm, traits);
  }
}

template <class Real>
std::unique_ptr<Plan> plan_in(const Request& request, MPI_Comm comm) {
  using namespace heffte::backend;
  if (uses("fftw", request)) {
    const Traits traits{.told = {{"planner", "estimate"}}};
    return plan_with<Real, fftw, fftw_cos1, fftw_cos, fftw_sin1, fftw_sin>(request, comm, traits);
  }
  Traits traits{.twice_as_long = true, .told = {{"planner", "none"}}};
#ifdef Heffte_ENABLE_MKL
  if (uses("mkl", request)) {
    mkl_set_num_threads(1);  // heFFTe links its threads, and leaves their number to MKL
    traits.kernels = mkl_kernels();
    return plan_with<Real, mkl, void, mkl_cos, void, mkl_sin>(request, comm, traits);
  }
#endif
  traits.kernels = {stock_kernel()};
  return plan_with<Real, stock, stock_cos1, stock_cos, void, stock_sin>(request, comm, traits);
}

std::vector<Setting> backends() {
#ifdef Heffte_ENABLE_MKL
  return {"fftw", "mkl", "stock"};
#else
  return {"fftw", "stock"};
#endif
}

}  // namespace

const char* program() {
  return "heffte";
}
Memory memory() {
  return Memory::host;
}

std::vector<Transform> transforms() {
  return {Transform::c2c,  Transform::r2c,  Transform::dct1,
          Transform::dct2, Transform::dst1, Transform::dst2};
}

std::vector<Option> own_options() {
  return {
      {"backend", "who does the one-dimensional transforms", backends()},
      {"reorder", "bring each axis into contiguous memory before transforming it", {true, false}}};
}

Support transformable(const Request& request, int) {
  const Problem& problem = request.problem;
  if (problem.transform == Transform::dct1 && problem.shape.size() < 3) {
    return Support::no("heFFTe transforms a third axis too, and there is no dct1 of one point");
  }
  if (uses("fftw", request)) return transformable_by_fftw(problem);
  return uses("mkl", request) ? transformable_by_mkl(request) : transformable_by_stock(request);
}

std::unique_ptr<Plan> make_plan(const Request& request, MPI_Comm comm) {
  if (request.problem.precision == Precision::single_) return plan_in<float>(request, comm);
  return plan_in<double>(request, comm);
}

}  // namespace fftbench::heffte_driver
