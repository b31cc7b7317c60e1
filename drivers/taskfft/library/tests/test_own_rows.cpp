// Rows by our own kernels, as a library without FFTW transforms them, against the sums that define
// each kind.
#include <gtest/gtest.h>

#include "lines/own_rows.hpp"
#include "taskfft/aligned_buffer.hpp"
#include "verify/direct.hpp"
#include "worst.hpp"

namespace taskfft {
namespace {

using testing_support::keep_worst;
using testing_support::noise;
using LongComplex = std::complex<long double>;

constexpr Transform kKinds[] = {Transform::dct1, Transform::dct2, Transform::dct3, Transform::dct4,
                                Transform::dst1, Transform::dst2, Transform::dst3, Transform::dst4};

/// Rows of real or complex numbers with gaps between them.
template <class Number>
class Rows {
 public:
  Rows(Index count, Index stride) : stride_(stride), numbers_(at(count, 0), kGap) {}
  Number& operator()(Index row, Index i) { return numbers_[at(row, i)]; }
  Number* data() { return numbers_.data(); }
  bool gaps_stand(Index length) const {
    for (std::size_t k = 0; k < numbers_.size(); ++k) {
      if (static_cast<Index>(k) % stride_ >= length && numbers_[k] != kGap) return false;
    }
    return true;
  }

 private:
  static constexpr Number kGap = Number(-7);
  std::size_t at(Index row, Index i) const { return static_cast<std::size_t>(row * stride_ + i); }
  Index stride_;
  std::vector<Number> numbers_;
};

template <class Real>
void fill(Real& number, std::uint64_t key) {
  number = static_cast<Real>(noise(key));
}
template <class Real>
void fill(std::complex<Real>& number, std::uint64_t key) {
  number = {static_cast<Real>(noise(2 * key)), static_cast<Real>(noise(2 * key + 1))};
}

template <class Real>
void execute(LineTransform transform, Element element, int sign, Index length, Index count,
             void* in, Index in_stride, void* out, Index out_stride) {
  const OwnRows<Real> rows({transform, element, sign, length, count, in_stride, out_stride});
  const AlignedBuffer<std::byte> scratch(OwnRows<Real>::scratch_bytes(transform, length));
  rows.execute(in, out, scratch.get());
}

/// How far elements of some rows are from the sums, relative to them; of long rows, some elements.
template <class In, class Out>
long double error_of(Transform kind, Rows<In>& in, Rows<Out>& out, Index elements, Index length,
                     Index count, int sign = -1) {
  long double error = 0, norm = 0;
  for (Index k = 0; k < elements; k += 1 + length / 64) {
    std::vector<LongComplex> weights;
    for (Index j = 0; j < length; ++j) {
      const LongComplex w = verify::weight<long double>(kind, length, k, j);
      weights.push_back(sign < 0 ? w : std::conj(w));
    }
    for (Index row = 0; row < count; ++row) {
      LongComplex sum = 0;
      for (Index j = 0; j < length; ++j) {
        sum += LongComplex(in(row, j)) * weights[static_cast<std::size_t>(j)];
      }
      error += std::norm(sum - LongComplex(out(row, k)));
      norm += std::norm(sum);
    }
  }
  return std::sqrt(error / norm);
}

template <class Real, class In, class Out>
void expect_forward(Transform kind, Index length, Index count, int sign = -1) {
  constexpr bool real = std::is_same_v<In, Real>;
  const Index elements = kind == Transform::r2c ? length / 2 + 1 : length;
  Rows<In> in(count, length + 3);
  Rows<Out> out(count, elements + 5);
  for (Index row = 0; row < count; ++row) {
    for (Index i = 0; i < length; ++i) {
      fill(in(row, i), static_cast<std::uint64_t>(row * length + i));
    }
  }
  execute<Real>(forward_line_transform(kind), real ? Element::real : Element::complex, sign, length,
                count, in.data(), length + 3, out.data(), elements + 5);
  const Transform sums = kind == Transform::r2c ? Transform::c2c : kind;
  EXPECT_LE(error_of(sums, in, out, elements, length, count, sign),
            8 * std::numeric_limits<Real>::epsilon())
      << name(kind) << ", " << length << " points, " << count << " rows";
  EXPECT_TRUE(out.gaps_stand(elements)) << name(kind) << ", " << length << " points";
}

/// Real rows to half spectra, which have been compared, and back.
template <class Real>
void expect_round_trip(Index length, Index count) {
  using Number = std::complex<Real>;
  const Index half = length / 2 + 1;
  Rows<Real> field(count, length), again(count, length + 1);
  Rows<Number> spectrum(count, half);
  for (Index row = 0; row < count; ++row) {
    for (Index i = 0; i < length; ++i) {
      fill(field(row, i), static_cast<std::uint64_t>(row * length + i));
    }
  }
  execute<Real>(LineTransform::r2c, Element::real, 0, length, count, field.data(), length,
                spectrum.data(), half);
  execute<Real>(LineTransform::c2r, Element::complex, 0, length, count, spectrum.data(), half,
                again.data(), length + 1);
  Real worst = 0;
  for (Index row = 0; row < count; ++row) {
    for (Index i = 0; i < length; ++i) {
      keep_worst(worst, std::abs(again(row, i) / static_cast<Real>(length) - field(row, i)));
    }
  }
  EXPECT_LE(worst, 8 * std::numeric_limits<Real>::epsilon()) << length << " reals";
  EXPECT_TRUE(again.gaps_stand(length)) << length << " reals";
}

template <class Real>
void expect_all(Index length, Index count) {
  using Number = std::complex<Real>;
  expect_forward<Real, Number, Number>(Transform::c2c, length, count, length % 2 == 0 ? -1 : +1);
  expect_forward<Real, Real, Number>(Transform::r2c, length, count);
  expect_round_trip<Real>(length, count);
  for (const Transform kind : kKinds) {
    if (kind == Transform::dct1 && length < 2) continue;
    expect_forward<Real, Real, Real>(kind, length, count);
  }
}

template <class Real>
class OwnRowsOf : public testing::Test {};
using Reals = testing::Types<double, float>;
TYPED_TEST_SUITE(OwnRowsOf, Reals);

TYPED_TEST(OwnRowsOf, every_length_up_to_200) {
  for (Index length = 1; length <= 200; ++length) expect_all<TypeParam>(length, 3);
}

TYPED_TEST(OwnRowsOf, primes_and_long_rows) {
  for (const Index length : {211, 401, 601, 809, 997, 1009, 1024}) expect_all<TypeParam>(length, 1);
  expect_forward<TypeParam, TypeParam, TypeParam>(Transform::dct4, 10007, 1);
  expect_forward<TypeParam, TypeParam, TypeParam>(Transform::dst1, 16384, 1);
}

TYPED_TEST(OwnRowsOf, any_number_of_rows) {
  for (const Index count : {1, 2, 15, 16, 17, 33, 64}) expect_all<TypeParam>(13, count);
}

/// Rows of noise, each times a factor of its own, transformed with the others and alone.
template <class Real, class In, class Out>
void expect_apart(LineTransform transform, Index length, const std::vector<Real>& factors) {
  const auto count = static_cast<Index>(factors.size());
  const Index elements_in = std::is_same_v<In, Real> ? length : length / 2 + 1;
  const Index elements = std::is_same_v<Out, Real> ? length : length / 2 + 1;
  const Element element = std::is_same_v<In, Real> ? Element::real : Element::complex;
  Rows<In> in(count, elements_in);
  Rows<Out> together(count, elements);
  for (Index row = 0; row < count; ++row) {
    for (Index i = 0; i < elements_in; ++i) {
      fill(in(row, i), static_cast<std::uint64_t>(row * length + i));
      in(row, i) *= factors[static_cast<std::size_t>(row)];
    }
  }
  execute<Real>(transform, element, 0, length, count, in.data(), elements_in, together.data(),
                elements);
  for (Index row = 0; row < count; ++row) {
    Rows<Out> alone(1, elements);
    execute<Real>(transform, element, 0, length, 1, &in(row, 0), elements_in, alone.data(),
                  elements);
    Real error = 0, size = 0;
    bool finite = true;
    for (Index k = 0; k < elements; ++k) {
      keep_worst(error, std::abs(together(row, k) - alone(0, k)));
      size = std::max(size, std::abs(alone(0, k)));
      finite = finite && std::isfinite(std::abs(together(row, k)));
    }
    const Real factor = factors[static_cast<std::size_t>(row)];
    EXPECT_EQ(finite, std::isfinite(factor));
    if (!finite) continue;
    EXPECT_EQ(size == 0, factor == 0);
    EXPECT_LE(error, 8 * std::numeric_limits<Real>::epsilon() * size)
        << "transform " << static_cast<int>(transform) << ", " << length << " points, row " << row
        << " of size " << factor;
  }
}

TYPED_TEST(OwnRowsOf, no_row_spoils_another_whatever_it_holds) {
  using Real = TypeParam;
  using Limits = std::numeric_limits<Real>;
  const Real large = std::is_same_v<Real, double> ? static_cast<Real>(1e200) : Real{1e30F};
  const Real tiny = 1000 * Limits::min(), huge = Limits::max() / 1000;
  const std::vector<Real> factors = {1,
                                     Real{1e8},
                                     1,
                                     large,
                                     1 / large,
                                     1,
                                     huge,
                                     tiny,
                                     0,
                                     large,
                                     0,
                                     0,
                                     1,
                                     Limits::quiet_NaN(),
                                     Limits::infinity(),
                                     1,
                                     1,
                                     1,
                                     2,
                                     -Limits::infinity(),
                                     tiny};
  for (const Index length : {5, 12, 17, 33}) {
    expect_apart<Real, Real, std::complex<Real>>(LineTransform::r2c, length, factors);
    expect_apart<Real, std::complex<Real>, Real>(LineTransform::c2r, length, factors);
    for (const Transform kind : kKinds) {
      expect_apart<Real, Real, Real>(forward_line_transform(kind), length, factors);
    }
  }
}

TYPED_TEST(OwnRowsOf, both_parts_of_complex_rows) {
  using Number = std::complex<TypeParam>;
  for (const Index length : {2, 9, 16, 23}) {
    for (const Transform kind : kKinds) expect_forward<TypeParam, Number, Number>(kind, length, 5);
  }
}

}  // namespace
}  // namespace taskfft
