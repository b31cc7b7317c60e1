/// What the kernels of a case were built for.

#include "run/kernels.hpp"

#include <gtest/gtest.h>

namespace fftbench {
namespace {

using Sets = std::vector<std::string>;

std::string warned(const LineKernel& kernel, const Sets& processor) {
  const auto warning = narrow_kernel(kernel, processor);
  if (!warning) return "";
  EXPECT_EQ(warning->code, "narrow_kernel");
  return warning->text;
}

TEST(Kernels, fftw_lists_its_instruction_sets_after_its_version) {
  const std::string version = "fftw-3.3.10-sse2-avx";
  EXPECT_EQ(fftw_kernel(version), (LineKernel{"FFTW", {"sse2", "avx"}, version}));
  EXPECT_EQ(fftw_kernel("fftw-3.3.10").instruction_sets, Sets());
}

TEST(Kernels, narrow_ones_lack_the_widest_vectors_of_the_processor) {
  const Sets processor{"sse2", "avx", "avx2"};
  EXPECT_EQ(warned(fftw_kernel("fftw-3.3.10-sse2-avx"), processor),
            "the processor has avx2, but FFTW is built for sse2, avx (fftw-3.3.10-sse2-avx)");
  EXPECT_NE(warned(fftw_kernel("fftw-3.3.10-sse2-avx-avx2_128"), processor), "");
  EXPECT_EQ(warned(fftw_kernel("fftw-3.3.10-sse2-avx-avx2-avx2_128-avx512"), processor), "");
  EXPECT_EQ(warned({"stock", {}, "a header"}, processor),
            "the processor has avx2, but stock is built for no vectors (a header)");
}

TEST(Kernels, of_an_unknown_processor_nothing_is_said) {
  EXPECT_EQ(warned(fftw_kernel("fftw-3.3.10"), {}), "");
}

}  // namespace
}  // namespace fftbench
