/// heFFTe on the host: FFTW or heFFTe's own "stock" does the one-dimensional transforms.

#include <fmt/format.h>

#include "library_plan.hpp"
#include "program.hpp"

namespace fftbench::heffte_driver {
namespace {

/// Not heFFTe's own ("stock").
bool uses_fftw(const Request& request) {
  return request.settings.text("backend") == "fftw";
}

Support transformable_by_fftw(const Problem& problem) {
  if (problem.transform == Transform::r2c && problem.shape.back() == 1) {
    return Support::no("heFFTe gets no plan from FFTW for real rows of a single point");
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

/// heFFTe's tag for each transform with its own FFT library or with FFTW.
template <class Real, class Fourier, class Cosine1, class Cosine2, class Sine2>
std::unique_ptr<Plan> plan_with(const Request& request, MPI_Comm comm, const Traits& traits) {
  using Complex = std::complex<Real>;
  switch (request.problem.transform) {
    case Transform::c2c:
      return std::make_unique<HefftePlan<Fourier, Complex, Complex>>(request, comm, traits);
    case Transform::r2c:
      return std::make_unique<HefftePlan<Fourier, Real, Complex>>(request, comm, traits);
    case Transform::dct1:
      return std::make_unique<HefftePlan<Cosine1, Real, Real>>(request, comm, traits);
    case Transform::dct2:
      return std::make_unique<HefftePlan<Cosine2, Real, Real>>(request, comm, traits);
    case Transform::dst2:
      return std::make_unique<HefftePlan<Sine2, Real, Real>>(request, comm, traits);
    default:  // of what transformable() lets through, only FFTW has this one
      return std::make_unique<HefftePlan<heffte::backend::fftw_sin1, Real, Real>>(request, comm,
                                                                                  traits);
  }
}

template <class Real>
std::unique_ptr<Plan> plan_in(const Request& request, MPI_Comm comm) {
  using namespace heffte::backend;
  if (uses_fftw(request)) {
    const Traits traits{.told = {{"planner", "estimate"}}};
    return plan_with<Real, fftw, fftw_cos1, fftw_cos, fftw_sin>(request, comm, traits);
  }
  const Traits traits{
      .twice_as_long = true, .told = {{"planner", "none"}}, .kernels = {stock_kernel()}};
  return plan_with<Real, stock, stock_cos1, stock_cos, stock_sin>(request, comm, traits);
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
      {"backend", "who does the one-dimensional transforms", {"fftw", "stock"}},
      {"reorder", "bring each axis into contiguous memory before transforming it", {true, false}}};
}

Support transformable(const Request& request, int) {
  const Problem& problem = request.problem;
  if (problem.transform == Transform::dct1 && problem.shape.size() < 3) {
    return Support::no("heFFTe transforms a third axis too, and there is no dct1 of one point");
  }
  return uses_fftw(request) ? transformable_by_fftw(problem) : transformable_by_stock(request);
}

std::unique_ptr<Plan> make_plan(const Request& request, MPI_Comm comm) {
  if (request.problem.precision == Precision::single_) return plan_in<float>(request, comm);
  return plan_in<double>(request, comm);
}

}  // namespace fftbench::heffte_driver
