// Plans of a library without FFTW: linked with without_fftw.cpp.
#include <gtest/gtest.h>

#include "../benchmarks/allocations.hpp"
#include "layout/tile_rows.hpp"
#include "lines/row_pass.hpp"
#include "support.hpp"
#include "taskfft/presets.hpp"

namespace taskfft {
namespace {

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

TEST(WithoutFftw, our_own_kernels_are_right_with_any_effort) {
  using namespace testing_support;
  for (const Effort effort : {Effort::estimate, Effort::measure, Effort::patient}) {
    for (const Transform kind : {Transform::c2c, Transform::r2c, Transform::dct1}) {
      for (const Index extent : {8, 17}) {
        const Problem problem = make_problem({extent, extent}, kind);
        const bool named = effort == Effort::patient;
        const LineKernel kernel = named ? LineKernel::own : LineKernel::automatic;
        Case<double> c(problem, {.effort = effort, .kernel = kernel});
        EXPECT_EQ(c.plan().effective().options.kernel, named ? LineKernel::own : LineKernel::lanes);
        const std::vector<Complex> field = global_field(problem, 1);
        c.fill_input(field);
        c.plan().forward();
        EXPECT_LE(c.output_error(serial_forward(problem, field)), c.tolerance()) << name(kind);
        c.plan().backward();
        EXPECT_LE(c.input_error(field, round_trip_scale(problem)), c.tolerance()) << name(kind);
      }
    }
  }
}

TEST(WithoutFftw, tables_are_made_once_for_all_rows_of_a_length) {
  constexpr Index length = 10'000;
  RowShape shape{LineTransform::dct2, Element::real, 0, length, 8, length, length};
  RowFfts<double> ffts(Effort::estimate);
  Allocations::begin();
  const RowFft<double>* const first = ffts.get(shape, nullptr, nullptr);
  EXPECT_GT(Allocations::peak_bytes(), static_cast<std::size_t>(length));
  shape.count = 5;
  shape.in_stride = 2 * length;
  Allocations::begin();
  EXPECT_NE(ffts.get(shape, nullptr, nullptr), first);
  EXPECT_LT(Allocations::peak_bytes(), 1000U);
}

TEST(WithoutFftw, the_longest_rows_still_fill_vectors) {
  constexpr Index lanes_of_doubles = 64 / sizeof(double), lanes_of_floats = 64 / sizeof(float);
  for (const Index length : {10, 100, 1000, 100'000}) {
    EXPECT_EQ(tile_rows(length, sizeof(std::complex<double>)) % (2 * lanes_of_doubles), 0);
    EXPECT_EQ(tile_rows(length, sizeof(std::complex<float>)) % (2 * lanes_of_floats), 0);
    EXPECT_EQ(tile_rows(length, sizeof(double)) % (2 * lanes_of_doubles), 0);
    EXPECT_EQ(tile_rows(length, sizeof(float)) % (2 * lanes_of_floats), 0);
  }
}

}  // namespace
}  // namespace taskfft
