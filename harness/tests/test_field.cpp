/// The fields that every library is tested with.

#include "check/field.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "naive_transform.hpp"

namespace fftbench {
namespace {

constexpr std::uint64_t seed = 2026;

Problem problem(const Extents& shape, Transform transform, Precision precision) {
  return {shape, transform, precision, Placement::out_of_place, Memory::host};
}

const std::vector<Extents> shapes{{1},    {8},       {9},       {4, 6},   {5, 7},
                                  {1, 6}, {4, 5, 6}, {3, 4, 7}, {2, 1, 3}};

/// All values of the field over a box, in C order, filled row by row along `axis`.
template <class Rows>
std::vector<Complex> values(const Rows& rows, const Box& box, std::size_t axis) {
  const Layout layout = Layout::row_major(box);
  std::vector<Complex> all(static_cast<std::size_t>(layout.size));
  std::vector<Complex> row(static_cast<std::size_t>(box.extent(axis)));
  for_each_row(layout, axis, [&](const Extents& start, Index offset) {
    rows.fill(start, axis, row);
    for (std::size_t i = 0; i < row.size(); ++i) {
      all[static_cast<std::size_t>(offset + static_cast<Index>(i) * layout.stride[axis])] = row[i];
    }
  });
  return all;
}

Box whole(const Extents& shape) {
  return {Extents::filled(shape.size(), 0), shape};
}

/// Part of C-ordered values over `shape`, as values over `box`.
std::vector<Complex> cut(const std::vector<Complex>& all, const Extents& shape, const Box& box) {
  const Layout from = Layout::row_major(whole(shape));
  std::vector<Complex> part;
  for_each_element(Layout::row_major(box), [&](const Extents& index, Index) {
    part.push_back(all[static_cast<std::size_t>(from.offset(index))]);
  });
  return part;
}

/// Boxes that cut the shape in ways that ranks do: slabs of each axis, a brick, an empty box.
std::vector<Box> cuts(const Extents& shape) {
  std::vector<Box> boxes{whole(shape)};
  Box brick = whole(shape), empty = whole(shape);
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    Box slab = whole(shape);
    slab.lo[axis] = brick.lo[axis] = shape[axis] / 2;
    boxes.push_back(slab);
  }
  empty.lo[0] = shape[0];
  boxes.push_back(brick);
  boxes.push_back(empty);
  return boxes;
}

void expect_near(const std::vector<Complex>& actual, const std::vector<Complex>& expected,
                 double tolerance, const Extents& shape) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    ASSERT_LE(std::abs(actual[i] - expected[i]), tolerance)
        << "element " << i << " of " << shape.text();
  }
}

constexpr std::array transforms{Transform::c2c,  Transform::r2c,  Transform::dct1, Transform::dct2,
                                Transform::dct3, Transform::dct4, Transform::dst1, Transform::dst2,
                                Transform::dst3, Transform::dst4};

bool defined(const Problem& of) {
  return of.logical_shape().volume() > 0;
}

TEST(SuperpositionRows, agree_whatever_the_row_axis_and_the_box) {
  for (const Extents& shape : shapes) {
    const Superposition field =
        known_field(problem(shape, Transform::c2c, Precision::double_), seed);
    const auto reference = values(SuperpositionRows(field, whole(shape)), whole(shape), 0);
    for (const Box& box : cuts(shape)) {
      for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        expect_near(values(SuperpositionRows(field, box), box, axis), cut(reference, shape, box),
                    1e-13, shape);
      }
    }
  }
}

TEST(RandomRows, are_the_same_bits_whatever_the_row_axis_and_the_box) {
  for (const Extents& shape : shapes) {
    for (const Transform transform : {Transform::c2c, Transform::r2c}) {
      for (const Precision precision : {Precision::double_, Precision::single_}) {
        const Problem of = problem(shape, transform, precision);
        const auto reference = values(RandomRows(of, seed, whole(shape)), whole(shape), 0);
        for (const Box& box : cuts(shape)) {
          for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            EXPECT_EQ(values(RandomRows(of, seed, box), box, axis), cut(reference, shape, box));
          }
        }
      }
    }
  }
}

/// Rounded by way of memory: GCC 12 optimises a pair of casts to float and back away.
double in_single(double value) {
  const volatile auto rounded = static_cast<float>(value);
  return static_cast<double>(rounded);
}

TEST(RandomRows, fit_the_type_of_the_arrays) {
  const Extents shape{6, 5};
  for (const Transform transform : {Transform::c2c, Transform::r2c, Transform::dst3}) {
    const Problem of = problem(shape, transform, Precision::single_);
    for (const Complex& value : values(RandomRows(of, seed, whole(shape)), whole(shape), 1)) {
      EXPECT_EQ(value, Complex(in_single(value.real()), in_single(value.imag())));
      EXPECT_EQ(value.imag() == 0.0, transform != Transform::c2c);
      EXPECT_LE(std::abs(value.real()), 0.5);
    }
  }
}

TEST(RandomRows, depend_on_the_seed_and_differ_from_place_to_place) {
  const Extents shape{4, 6};
  const Problem of = problem(shape, Transform::c2c, Precision::double_);
  const auto one = values(RandomRows(of, 1, whole(shape)), whole(shape), 0);
  const auto other = values(RandomRows(of, 2, whole(shape)), whole(shape), 0);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_NE(one[i], other[i]);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(one[i], one[j]);
  }
}

/// Only two rows far out in an array that no memory holds are made.
TEST(RandomRows, reach_the_far_corner_of_a_huge_array) {
  const Extents shape{2048, 2048, 2048};
  const Problem of = problem(shape, Transform::c2c, Precision::double_);
  const Box corner{{2047, 2047, 2040}, {2048, 2048, 2048}};
  const Box column{{2040, 2047, 2047}, {2048, 2048, 2048}};
  EXPECT_EQ(values(RandomRows(of, seed, corner), corner, 2).back(),
            values(RandomRows(of, seed, column), column, 0).back());
}

TEST(KnownField, is_real_for_real_transforms) {
  for (const Extents& shape : shapes) {
    for (const Transform transform : transforms) {
      const Problem of = problem(shape, transform, Precision::double_);
      if (transform == Transform::c2c || !defined(of)) continue;
      const Superposition field = known_field(of, seed);
      for (const Complex& value : values(SuperpositionRows(field, whole(shape)), whole(shape), 0)) {
        EXPECT_NEAR(value.imag(), 0.0, 1e-14) << name(transform) << shape.text();
      }
    }
  }
}

TEST(KnownField, transformed_is_its_transform_by_definition) {
  for (const Extents& shape : shapes) {
    for (const Transform transform : transforms) {
      const Problem of = problem(shape, transform, Precision::double_);
      if (!defined(of)) continue;
      SCOPED_TRACE(name(transform));
      const Superposition field = known_field(of, seed);
      const auto input = values(SuperpositionRows(field, whole(shape)), whole(shape), 0);
      const Box half = whole(of.spectrum_shape());
      const auto claimed = values(SuperpositionRows(field.transformed(), half), half, 0);
      expect_near(claimed, naive_transform(of, input),
                  1e-13 * static_cast<double>(of.logical_shape().volume()), shape);
    }
  }
}

TEST(KnownField, of_kinds_per_axis_is_known_on_both_sides) {
  using enum Transform;
  for (const std::vector<Transform>& kinds : {std::vector{dct2, dst2, r2c},
                                              {dst1, c2c, r2c},
                                              {c2c, dct3, r2c},
                                              {c2c, dst4, c2c},
                                              {dct1, dst3, dct4}}) {
    const Problem of{.shape = {5, 4, 6}, .kinds = kinds};
    SCOPED_TRACE(of.transform_text());
    const Superposition field = known_field(of, seed);
    const auto input = values(SuperpositionRows(field, whole(of.shape)), whole(of.shape), 0);
    for (const Complex& value : input) {
      EXPECT_TRUE(of.complex_input() || std::abs(value.imag()) < 1e-14);
    }
    const Box half = whole(of.spectrum_shape());
    expect_near(values(SuperpositionRows(field.transformed(), half), half, 0),
                naive_transform(of, input),
                1e-13 * static_cast<double>(of.logical_shape().volume()), of.shape);
  }
}

TEST(KnownField, waves_and_impulses_weigh_alike_and_fill_both_sides) {
  const Extents shape{8, 9, 10};
  const Problem of = problem(shape, Transform::c2c, Precision::double_);
  Superposition waves = known_field(of, seed), impulses = waves;
  waves.impulses.clear();
  impulses.waves.clear();
  const auto norm = [&](const Superposition& field) {
    double sum = 0;
    for (const Complex& value : values(SuperpositionRows(field, whole(shape)), whole(shape), 2)) {
      sum += std::norm(value);
    }
    return sum;
  };
  EXPECT_NEAR(norm(waves) / norm(impulses), 1.0, 1e-9);
}

TEST(KnownField, is_exact_where_products_of_indices_exceed_32_bits) {
  const AxisMatrix inverse = AxisMatrix::forward(Transform::c2c, 2147483647).inverse();
  const Superposition field{{inverse}, {{{2147483646}, {1.0, 0.0}}}, {}};
  const Box last{{2147483646}, {2147483647}};
  const Complex value = values(SuperpositionRows(field, last), last, 0).front();
  // (n-1)^2 = 1 modulo n: one step along the circle.
  const double angle = 2 * std::numbers::pi / 2147483647.0;
  EXPECT_NEAR(value.imag(), angle, 1e-20);
  EXPECT_NEAR(value.real(), 1.0, 1e-15);
}

}  // namespace
}  // namespace fftbench
