// Plans of a library without FFTW: linked with without_fftw.cpp.
#include <gtest/gtest.h>

#include "taskfft/presets.hpp"
#include "taskfft/taskfft.hpp"

namespace taskfft {
namespace {

LineKernel kernel_of(const Problem& problem, const Options& options) {
  Plan plan(problem, options, MPI_COMM_WORLD);
  std::vector<double> in(2 * plan.input().size), out(2 * plan.output().size);
  plan.commit(in.data(), out.data());
  return plan.effective().options.kernel;
}

TEST(WithoutFftw, fftw_is_refused_and_the_way_to_have_it_said) {
  EXPECT_FALSE(built_with_fftw());
  for (const Options& options : {Options{.kernel = LineKernel::fftw}, preset("flups_nb")}) {
    try {
      const Plan plan({.extents = {8, 8}}, options, MPI_COMM_WORLD);
      ADD_FAILURE() << "there is no FFTW";
    } catch (const ArgumentError& error) {
      EXPECT_NE(std::string(error.what()).find("TASKFFT_FFTW=ON"), std::string::npos);
    }
  }
}

TEST(WithoutFftw, every_plan_is_made_by_our_own_kernels) {
  for (const Effort effort : {Effort::estimate, Effort::measure, Effort::patient}) {
    for (const Transform kind : {Transform::c2c, Transform::r2c, Transform::dct1}) {
      for (const Index extent : {8, 17}) {
        EXPECT_EQ(kernel_of({.extents = {extent, extent}, .transform = kind}, {.effort = effort}),
                  LineKernel::lanes);
      }
    }
  }
}

}  // namespace
}  // namespace taskfft
