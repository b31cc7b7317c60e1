#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <vector>

#include "lines/row_pass.hpp"
#include "taskfft/aligned_buffer.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

constexpr Index kRows = 3, kLength = 30, kStride = 40;

/// Rows with numbers in and between them.
struct Array {
  AlignedBuffer<double> numbers{2 * kRows * kStride};
  Array() {
    std::generate_n(numbers.get(), size(), [n = 0.0]() mutable { return n += 0.5; });
  }
  static std::size_t size() { return 2 * kRows * kStride; }
  std::vector<double> all() const { return {numbers.get(), numbers.get() + size()}; }
};

TEST(RowFft, planning_leaves_the_arrays_as_they_are) {
  const std::vector<double> before = Array().all();
  for (const LineTransform transform : {LineTransform::c2c, LineTransform::r2c, LineTransform::c2r,
                                        LineTransform::dct2, LineTransform::dst1}) {
    for (const Element element : {Element::real, Element::complex}) {
      if (transform < LineTransform::dct1 &&
          (element == Element::real) != (transform == LineTransform::r2c)) {
        continue;
      }
      const RowShape shape{transform, element, -1, kLength, kRows, kStride, kStride};
      for (const Effort effort : {Effort::estimate, Effort::measure}) {
        const Array in, out;
        const auto plan = make_row_fft<double>(shape, effort, in.numbers.get(), out.numbers.get());
        EXPECT_NE(plan, nullptr);
        EXPECT_EQ(in.all(), before) << static_cast<int>(transform);
        EXPECT_EQ(out.all(), before) << static_cast<int>(transform);
      }
    }
  }
}

TEST(RowFfts, a_shape_that_has_no_transform_has_none_the_next_time_either) {
  RowFfts<double> ffts(Effort::estimate);
  const Array in, out;
  const RowShape one_point{LineTransform::dct1, Element::real, 0, 1, kRows, kStride, kStride};
  for (int time = 0; time < 2; ++time) {
    EXPECT_THROW(ffts.get(one_point, in.numbers.get(), out.numbers.get()), Error);
  }
}

}  // namespace
}  // namespace taskfft
