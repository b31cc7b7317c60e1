/// A baseline can't be checked against a transform, but it can be shown to leave no work out: every
/// pass scales the energy by the length of its lines, no crossing loses an element, and all of it
/// can be undone.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <fftbench/registry.hpp>
#include <map>
#include <vector>

#include "crossing.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::contiguous_passes;
using Value = std::complex<double>;

int rank_of_world() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/// One case of the baseline, with its two arrays.
class Baseline {
 public:
  Baseline(const Problem& problem, const Extents& grid, const std::string& kernel, int threads = 1)
      : problem_(problem), driver_(Registry::instance().find("contiguous_passes")) {
    const std::map<std::string, Setting> by_messages{{"within_node", "alltoall"},
                                                     {"kernel", kernel}};
    const Request request{problem, Settings::resolve(driver_.description().options, by_messages),
                          threads, grid};
    supported_ = bool(driver_.supports(request, ranks_of(MPI_COMM_WORLD)));
    if (!supported_) return;
    plan_ = driver_.plan(request, MPI_COMM_WORLD);
    const auto input_size = static_cast<std::size_t>(plan_->input().size);
    const auto output_size = static_cast<std::size_t>(plan_->output().size);
    // Room for complex numbers, whatever they are.
    input_.resize(2 * std::max(input_size, output_size));
    output_.resize(2 * output_size);
    const bool shared = problem.placement == Placement::in_place;
    plan_->commit({input_.data(), shared ? input_.data() : output_.data()});
    for_each_real(plan_->input(), [](double& value, Index place) {
      value = std::sin(1.0 + 0.7 * static_cast<double>(place) + 5.0 * rank_of_world());
    });
  }

  bool supported() const { return supported_; }
  void forward() { plan_->forward(); }
  void backward() { plan_->backward(); }
  double scale() const { return plan_->round_trip_scale(); }

  std::vector<double> field() {
    std::vector<double> values;
    for_each_real(plan_->input(), [&](double& value, Index) { values.push_back(value); });
    return values;
  }

  /// Of all ranks.
  double spectrum_energy() {
    double sum = 0.0;
    const auto* spectrum = reinterpret_cast<const Value*>(
        problem_.placement == Placement::in_place ? input_.data() : output_.data());
    for_each_element(plan_->output(),
                     [&](const Extents&, Index at) { sum += std::norm(spectrum[at]); });
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
  }

 private:
  template <class Visit>
  void for_each_real(const Layout& layout, Visit&& visit) {
    const Index reals = problem_.complex_input() ? 2 : 1;
    for_each_element(layout, [&](const Extents&, Index at) {
      for (Index part = 0; part < reals; ++part) {
        const Index place = at * reals + part;
        visit(input_[static_cast<std::size_t>(place)], place);
      }
    });
  }

  Problem problem_;
  Driver& driver_;
  bool supported_ = false;
  std::unique_ptr<Plan> plan_;
  std::vector<double> input_, output_;
};

double energy(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value * value;
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

std::vector<Extents> grids() {
  const Index ranks = ranks_of(MPI_COMM_WORLD);
  std::vector<Extents> found{{ranks, 1}, {1, ranks}};
  if (ranks == 4) found.push_back({2, 2});
  return found;
}

class LeastWork : public testing::TestWithParam<const char*> {};

TEST_P(LeastWork, backward_undoes_every_pass_and_crossing) {
  const std::string kernel = GetParam();
  for (const Transform transform :
       {Transform::c2c, Transform::r2c, Transform::dct2, Transform::dct3, Transform::dst1}) {
    for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
      for (const Extents& shape : {Extents{7, 6, 5}, Extents{8, 4, 12}, Extents{2, 3, 2}}) {
        for (const Extents& grid : grids()) {
          SCOPED_TRACE(std::string(name(transform)) + " " + shape.text() + " on " + grid.text());
          Baseline baseline({shape, transform, Precision::double_, placement}, grid, kernel, 2);
          if (!baseline.supported()) continue;
          const std::vector<double> before = baseline.field();
          baseline.forward();
          baseline.backward();
          const std::vector<double> after = baseline.field();
          for (std::size_t i = 0; i < before.size(); ++i) {
            ASSERT_NEAR(after[i], baseline.scale() * before[i], 1e-11 * baseline.scale());
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, LeastWork, testing::Values("fftw", "lanes"));

TEST_P(LeastWork, every_line_is_transformed_and_no_element_is_lost) {
  for (const Extents& shape : {Extents{7, 6, 5}, Extents{8, 4, 12}, Extents{9, 10}}) {
    for (const Extents& grid : grids()) {
      Baseline baseline({shape, Transform::c2c}, grid, GetParam());
      if (!baseline.supported()) continue;  // pencils of two axes
      const double before = energy(baseline.field());
      baseline.forward();
      const double expected = before * static_cast<double>(shape.volume());
      EXPECT_NEAR(baseline.spectrum_energy(), expected, 1e-12 * expected) << grid.text();
    }
  }
}

TEST(CopyCrossing, writes_as_much_as_arrives) {
  std::vector<int> from{1, 2, 3, 4}, to(6, 0);
  CopyCrossing more(4 * sizeof(int), 6 * sizeof(int), 2, from.data(), to.data());
  more.forward();
  EXPECT_EQ(to, (std::vector{1, 2, 3, 4, 1, 2}));
  to = {9, 8, 7, 6, 5, 4};
  more.backward();
  EXPECT_EQ(from, (std::vector{9, 8, 7, 6}));
}

}  // namespace
