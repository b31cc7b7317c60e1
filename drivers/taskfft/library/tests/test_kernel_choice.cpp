// Which kernels and stores a plan with FFTW tries.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/kernel_choice.hpp"

namespace taskfft {
namespace {

constexpr KnownLines kLanes{true, false}, kRows{false, true}, kBoth{true, true};
constexpr Index kFew = 1000, kMany = 1'000'000;

std::vector<LineKernel> kernels(const Options& options, const KnownLines& lines) {
  std::vector<LineKernel> kernels;
  for (const KernelChoice& choice : choices(options, lines, kFew)) {
    if (kernels.empty() || kernels.back() != choice.kernel) kernels.push_back(choice.kernel);
  }
  return kernels;
}

TEST(KernelChoice, own_rows_are_tried_where_lines_suit_no_lanes) {
  using enum LineKernel;
  EXPECT_EQ(kernels({}, kLanes), (std::vector{lanes, fftw}));
  EXPECT_EQ(kernels({}, kRows), (std::vector{fftw, own}));
  EXPECT_EQ(kernels({}, kBoth), (std::vector{lanes, own, fftw}));
}

TEST(KernelChoice, what_is_given_is_kept) {
  using enum LineKernel;
  for (const KnownLines& lines : {kLanes, kRows, kBoth}) {
    EXPECT_EQ(kernels({.kernel = own}, lines), std::vector{own});
    EXPECT_EQ(kernels({.kernel = fftw}, lines), std::vector{fftw});
    EXPECT_EQ(kernels({.kernel = fftw, .stores = Stores::streaming}, lines), std::vector{fftw});
  }
  EXPECT_EQ(kernels({.kernel = lanes}, kBoth), std::vector{lanes});
  EXPECT_EQ(kernels({.kernel = lanes}, kRows), std::vector{fftw});  // which has what lanes lack
  EXPECT_EQ(kernels({.kernel = own, .stores = Stores::streaming}, kRows), std::vector{own});
  for (const Stores stores : {Stores::cached, Stores::streaming, Stores::panels}) {
    for (const KernelChoice& choice : choices({.stores = stores}, kBoth, kFew)) {
      EXPECT_EQ(choice.stores, stores);
    }
  }
}

TEST(KernelChoice, panels_are_tried_where_results_do_not_fit_into_a_cache) {
  const auto tries_panels = [](const KnownLines& lines, Index points) {
    return std::ranges::any_of(choices({}, lines, points), [](const KernelChoice& choice) {
      return choice.stores == Stores::panels;
    });
  };
  EXPECT_FALSE(tries_panels(kLanes, kFew));
  EXPECT_TRUE(tries_panels(kLanes, kMany));
  EXPECT_TRUE(tries_panels(kBoth, kMany));
  EXPECT_FALSE(tries_panels(kRows, kMany));
}

TEST(KernelChoice, estimate_tries_nothing) {
  for (const KnownLines& lines : {kLanes, kRows, kBoth}) {
    EXPECT_EQ(choices({.effort = Effort::estimate}, lines, kFew).size(), 1U);
  }
  const auto first = [](Index points) { return choices({}, kLanes, points).front().stores; };
  EXPECT_EQ(first(kFew), Stores::cached);
  EXPECT_EQ(first(kMany), Stores::streaming);
}

}  // namespace
}  // namespace taskfft
