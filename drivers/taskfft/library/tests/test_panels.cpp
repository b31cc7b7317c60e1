// Lines side by side by way of panels: the bits of lines that are stored at once.
#include <gtest/gtest.h>

#include "lines/panel.hpp"
#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

/// What a transform there and back leaves in the input, after the spectrum.
template <class Real>
std::vector<Complex> there_and_back(const Problem& problem, const Options& options) {
  Case<Real> c(problem, options);
  for (int f = 0; f < problem.fields; ++f) c.fill_input(global_field(problem, 11), f);
  c.plan().forward();
  std::vector<Complex> all = c.output_elements();
  c.plan().backward();
  const std::vector<Complex> back = c.input_elements();
  all.insert(all.end(), back.begin(), back.end());
  return all;
}

template <class Real>
void expect_the_bits_of_other_stores(const Problem& problem, Options options) {
  SCOPED_TRACE(describe(problem, options));
  options.stores = Stores::cached;
  const std::vector<Complex> expected = there_and_back<Real>(problem, options);
  options.stores = Stores::panels;
  EXPECT_EQ(there_and_back<Real>(problem, options), expected);
}

template <class Real>
void expect_the_bits_of_other_stores(Problem problem) {
  int count = 0;
  problem.precision = sizeof(Real) == sizeof(double) ? Precision::float64 : Precision::float32;
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    problem.placement = placement;
    for (const Grid& grid : all_grids(world_size(), problem.extents.size())) {
      for (const Order order : {Order::transposed, Order::natural}) {
        Options options = estimate(grid);
        options.kernel = LineKernel::lanes;
        options.order = order;
        options.threads = 1 + count++ % 2;
        expect_the_bits_of_other_stores<Real>(problem, options);
      }
    }
  }
}

// On one rank in natural order lines along axis 0 have their elements multiples of 64 KiB apart,
// and lie in the array; there are more than a panel's, and some are left over.
TEST(Panels, of_lines_whose_elements_compete_for_places_in_a_cache) {
  expect_the_bits_of_other_stores<double>(make_problem({6, 32, 128}));
  expect_the_bits_of_other_stores<float>(make_problem({6, 64, 128}));
  expect_the_bits_of_other_stores<double>(make_problem({6, 32, 254}, Transform::r2c));
}

TEST(Panels, of_lines_that_go_elsewhere) {
  expect_the_bits_of_other_stores<double>(make_problem({24, 10, 70}));
  expect_the_bits_of_other_stores<float>(make_problem({10, 24, 140}));
  expect_the_bits_of_other_stores<double>(make_problem({24, 70, 10}, Transform::r2c));
}

TEST(Panels, of_several_fields_and_of_truncated_spectra) {
  Problem problem = make_problem({12, 10, 70});
  problem.fields = 2;
  expect_the_bits_of_other_stores<double>(problem);
  problem.fields = 1;
  problem.kept = {5, 4, 30};
  expect_the_bits_of_other_stores<double>(problem);
}

// A single line is contiguous and beside others, of which there are none: it is multiplied on its
// way.
TEST(Panels, of_single_lines_that_are_scaled) {
  for (const std::vector<Index>& extents :
       {std::vector<Index>{64, 12, 1}, {12, 64, 1}, {64, 64, 1}, {12, 1, 64}, {1, 64, 12}}) {
    for (const Grid& grid : {Grid{1, world_size()}, Grid{world_size(), 1}}) {
      for (const Order order : {Order::transposed, Order::natural}) {
        Options options = estimate(grid);
        options.kernel = LineKernel::lanes;
        options.order = order;
        for (const Scaling scaling : {Scaling::forward, Scaling::backward}) {
          options.scaling = scaling;
          for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
            const Problem problem = make_problem(extents, Transform::c2c, placement);
            expect_the_bits_of_other_stores<double>(problem, options);
          }
        }
      }
    }
  }
}

TEST(Panels, have_whole_tiles_and_fit_into_a_second_level_cache) {
  for (const Index length : {1, 7, 128, 256, 500, 1024, 4096}) {
    for (const std::size_t element : {sizeof(std::complex<float>), sizeof(std::complex<double>)}) {
      SCOPED_TRACE(std::to_string(length) + " elements of " + std::to_string(element) + " bytes");
      const Panel panel = panel_of(length, element);
      const Index bytes = panel.lines * static_cast<Index>(element);
      EXPECT_EQ(bytes % 128, 0);  // a tile of the widest lanes
      EXPECT_LE(bytes, 1024);
      EXPECT_TRUE(bytes == 256 || bytes * length <= 1 << 18);
      EXPECT_EQ((panel.stride - panel.lines) * static_cast<Index>(element), 64);
      EXPECT_GE(static_cast<Index>(panel_bytes(length, element)), length * bytes);
    }
  }
}

}  // namespace
}  // namespace taskfft
