#pragma once
/// FFTs of contiguous lines by FFTW, batch by batch.

#include <algorithm>
#include <fftbench/error.hpp>

#include "common/fftw/api.hpp"
#include "line_pass.hpp"

namespace fftbench::contiguous_passes {

/// One direction of a pass by FFTW: a plan for a batch of lines, and one for those left over.
template <class Real>
class FftwLines {
  using F = fftw::Api<Real>;

 public:
  /// Throws Error where FFTW finds no plan.
  FftwLines(const Kernel& kernel, int points, Index count, int threads, Side<Real> source,
            Side<Real> target)
      : kernel_(kernel), threads_(threads), source_(source), target_(target) {
    // Batches of 8 lines keep FFTW's alignment whatever the length of a line.
    const Index longest = std::max(source.distance, target.distance);
    const Index fitting = batch_bytes / (longest * static_cast<Index>(sizeof(Real)));
    const Index share = (count + threads - 1) / threads;
    batch_ = std::max<Index>(std::min(fitting, share) / 8, 1) * 8;
    batches_ = count / batch_;
    if (batches_ > 0) whole_ = planned(points, static_cast<int>(batch_));
    if (count % batch_ > 0) rest_ = planned(points, static_cast<int>(count % batch_));
  }

  void execute() const {
#pragma omp parallel for num_threads(threads_)
    for (Index batch = 0; batch < batches_; ++batch) run(whole_, batch * batch_);
    if (rest_) run(rest_, batches_ * batch_);
  }

 private:
  /// Stays in any second-level cache.
  static constexpr Index batch_bytes = 128 * 1024;

  using Complex = typename F::Complex;
  using Type = Kernel::Type;
  static Complex* complex(Real* numbers) {
    return reinterpret_cast<Complex*>(numbers);
  }

  fftw::UniquePlan<Real> planned(int points, int count) const {
    fftw::UniquePlan<Real> plan(make(points, count));
    if (!plan) throw Error("FFTW found no plan for lines of this length");
    return plan;
  }

  typename F::Plan make(int n, int count) const {
    constexpr unsigned flags = FFTW_MEASURE | FFTW_DESTROY_INPUT;
    Real* from = source_.start;
    Real* to = target_.start;
    const auto reals_in = static_cast<int>(source_.distance);
    const auto reals_out = static_cast<int>(target_.distance);
    switch (kernel_.type) {
      case Type::c2c:
        return F::plan_many_c2c(1, &n, count, complex(from), nullptr, 1, reals_in / 2, complex(to),
                                nullptr, 1, reals_out / 2, kernel_.sign, flags);
      case Type::r2c:
        return F::plan_many_r2c(1, &n, count, from, nullptr, 1, reals_in, complex(to), nullptr, 1,
                                reals_out / 2, flags);
      case Type::c2r:
        return F::plan_many_c2r(1, &n, count, complex(from), nullptr, 1, reals_in / 2, to, nullptr,
                                1, reals_out, flags);
      case Type::r2r:
        return F::plan_many_r2r(1, &n, count, from, nullptr, 1, reals_in, to, nullptr, 1, reals_out,
                                &kernel_.kind, flags);
    }
    return nullptr;
  }

  void run(const fftw::UniquePlan<Real>& plan, Index first) const {
    Real* from = source_.start + first * source_.distance;
    Real* to = target_.start + first * target_.distance;
    switch (kernel_.type) {
      case Type::c2c:
        return F::execute_c2c(plan.get(), complex(from), complex(to));
      case Type::r2c:
        return F::execute_r2c(plan.get(), from, complex(to));
      case Type::c2r:
        return F::execute_c2r(plan.get(), complex(from), to);
      case Type::r2r:
        return F::execute_r2r(plan.get(), from, to);
    }
  }

  Kernel kernel_;
  int threads_;
  Side<Real> source_, target_;
  Index batch_ = 0, batches_ = 0;
  fftw::UniquePlan<Real> whole_, rest_;
};

}  // namespace fftbench::contiguous_passes
