/// The time step of a flow, by transforms that are right by their simplicity.

#include "measure/navier_stokes_step.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fftbench/workload.hpp>
#include <functional>
#include <numbers>
#include <utility>

#include "check/check.hpp"
#include "check/exact.hpp"
#include "naive_transform.hpp"
#include "one_rank.hpp"

namespace fftbench {
namespace {

/// One component after the other, in axis order.
using Velocity = std::vector<double>;

class Flow {
 public:
  using Of = std::function<double(int component, double x, double y, double z)>;

  Flow(const Problem& problem, const NavierStokes& flow, std::unique_ptr<OneRank> plan)
      : problem_(problem),
        plan_(std::move(plan)),
        input_(plan_->input()),
        output_(plan_->output()),
        step_(navier_stokes_step({*plan_, problem_, input_, output_, plan_->buffers()}, flow,
                                 threads_, clock_)) {}
  Flow(const Problem& problem, const NavierStokes& flow)
      : Flow(problem, flow, std::make_unique<OneRank>(problem)) {}

  void begin(const Velocity& velocity) {
    std::size_t place = 0;
    for (int which = 0; which < inputs_of(problem_); ++which) {
      for_each_value([&](double& value) { value = velocity[place++]; });
      step_->take(which);
    }
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) step_->solve(0);
  }
  Velocity velocity() {
    Velocity velocity;
    for (int which = 0; which < results_of(problem_); ++which) {
      step_->leave(which);
      for_each_value([&](double value) { velocity.push_back(value / plan_->round_trip_scale()); });
    }
    return velocity;
  }
  int transforms() const { return step_->transforms(); }

 private:
  template <class Use>
  void for_each_value(const Use& use) {
    for (int field = 0; field < problem_.fields; ++field) {
      for_each_element(input_,
                       [&](const Extents&, Index offset) { use(plan_->real(field, offset)); });
    }
  }

  Problem problem_;
  std::unique_ptr<OneRank> plan_;
  Layout input_, output_;
  ThreadPool threads_{2, {}};
  SteadyClock clock_;
  std::unique_ptr<Solution> step_;
};

Problem box(const Extents& shape, int fields = 1) {
  return {.shape = shape,
          .transform = Transform::r2c,
          .fields = fields,
          .workload = Workload::navier_stokes};
}

Velocity sampled(const Extents& shape, const Flow::Of& of) {
  Velocity velocity;
  const auto place = [&](const Extents& x, std::size_t axis) {
    return 2 * std::numbers::pi * static_cast<double>(x[axis]) / static_cast<double>(shape[axis]);
  };
  for (int component = 0; component < 3; ++component) {
    for_each_element(of_whole(shape), [&](const Extents& x, Index) {
      velocity.push_back(of(component, place(x, 0), place(x, 1), place(x, 2)));
    });
  }
  return velocity;
}

/// Without divergence, and of wave numbers whose products are others.
double tangle(int component, double x, double y, double z) {
  if (component == 0) return std::sin(y) + 0.5 * std::cos(2 * z);
  if (component == 1) return std::cos(z) + 0.7 * std::sin(2 * x);
  return std::sin(x) + 0.4 * std::cos(2 * y) * std::sin(x);
}

Velocity exact(const Problem& problem, bool after, const Sample& sample = 7) {
  Velocity velocity;
  for (int component = 0; component < 3; ++component) {
    const Layout whole = of_whole(problem.shape);
    const ProductRows rows(
        after ? exact_result(problem, sample, component) : exact_input(problem, sample, component),
        whole.box);
    std::vector<Complex> row(static_cast<std::size_t>(problem.shape[2]));
    for_each_row(whole, 2, [&](const Extents& start, Index) {
      rows.fill(start, 2, row);
      for (const Complex& value : row) {
        EXPECT_NEAR(value.imag(), 0.0, 1e-14);
        velocity.push_back(value.real());
      }
    });
  }
  return velocity;
}

double square(const Velocity& velocity) {
  double sum = 0;
  for (const double value : velocity) sum += value * value;
  return sum;
}

double distance(const Velocity& one, const Velocity& other) {
  double sum = 0;
  for (std::size_t i = 0; i < one.size(); ++i) sum += std::pow(one[i] - other[i], 2);
  return std::sqrt(sum / square(other));
}

const std::vector<Extents> shapes{{7, 8, 10}, {9, 4, 6}, {1, 8, 5}, {10, 1, 1}, {12, 2, 3}};

TEST(NavierStokesStep, is_the_exact_one_to_rounding) {
  for (const Extents& shape : shapes) {
    for (const int fields : {1, 3}) {
      SCOPED_TRACE(shape.text());
      const Problem problem = box(shape, fields);
      Flow flow(problem, NavierStokes(problem));
      flow.begin(exact(problem, false));
      flow.steps(1);
      EXPECT_LE(distance(flow.velocity(), exact(problem, true)), tolerance(problem) / 2);
      EXPECT_GE(distance(exact(problem, false), exact(problem, true)), 0.1);
      EXPECT_EQ(flow.transforms() * fields, 36);
    }
  }
}

TEST(NavierStokesStep, carries_faint_waves_each_by_itself) {
  for (const Extents& shape : shapes) {
    SCOPED_TRACE(shape.text());
    const Problem problem = box(shape);
    const Sample faint{7, true};
    Flow flow(problem, NavierStokes(problem));
    flow.begin(exact(problem, false, faint));
    flow.steps(1);
    EXPECT_LE(distance(flow.velocity(), exact(problem, true, faint)), tolerance(problem) / 2);
    EXPECT_GE(distance(exact(problem, false, faint), exact(problem, true, faint)),
              1e4 * tolerance(problem));
  }
}

/// What steps of half the length, and of a quarter, do otherwise: of fourth order 17 times less.
TEST(NavierStokesStep, is_of_fourth_order_in_time) {
  const Problem problem = box({7, 8, 9});
  NavierStokes parameters(problem);
  std::vector<Velocity> ends;
  for (const int steps : {1, 2, 4}) {
    parameters.step = 0.4 / steps;
    parameters.viscosity = 0.05;
    Flow flow(problem, parameters);
    flow.begin(sampled(problem.shape, tangle));
    flow.steps(steps);
    ends.push_back(flow.velocity());
  }
  const double ratio = distance(ends[0], ends[2]) / distance(ends[1], ends[2]);
  EXPECT_GT(ratio, 14);
  EXPECT_LT(ratio, 21);
}

/// Products of two fields that are kept within a third have no aliases there, and pressure does no
/// work: all that changes the energy is the error of the method, of fifth order or less in a step.
TEST(NavierStokesStep, keeps_the_energy_but_for_what_viscosity_takes) {
  const Problem problem = box({7, 8, 9});
  NavierStokes parameters(problem);
  const Velocity begin = sampled(problem.shape, tangle);
  const auto left = [&](double step, double viscosity) {
    parameters.step = step;
    parameters.viscosity = viscosity;
    Flow flow(problem, parameters);
    flow.begin(begin);
    flow.steps(1);
    return square(flow.velocity()) / square(begin);
  };
  const double lost = std::abs(left(0.2, 0) - 1), lost_in_half = std::abs(left(0.1, 0) - 1);
  EXPECT_LT(lost, 1e-4);
  EXPECT_GT(lost / lost_in_half, 25);
  EXPECT_LT(left(0.1, 0.1), 0.99);
}

/// G. I. Taylor and A. E. Green, Proceedings of the Royal Society A 158 (1937), in two dimensions,
/// along each pair of axes.
TEST(NavierStokesStep, vortices_of_taylor_and_green_only_decay) {
  const Problem problem = box({8, 9, 7});
  NavierStokes parameters(problem);
  parameters.step = 0.3;
  parameters.viscosity = 0.2;
  for (int still = 0; still < 3; ++still) {
    const auto vortices = [&](int component, double x, double y, double z) {
      const std::array<double, 3> at{x, y, z};
      const auto a = static_cast<std::size_t>((still + 1) % 3);
      const auto b = static_cast<std::size_t>((still + 2) % 3);
      if (component == still) return 0.0;
      return component == static_cast<int>(a) ? std::sin(at[a]) * std::cos(at[b])
                                              : -std::cos(at[a]) * std::sin(at[b]);
    };
    Velocity expected = sampled(problem.shape, vortices);
    Flow flow(problem, parameters);
    flow.begin(expected);
    flow.steps(2);
    for (double& value : expected) value *= std::exp(-2 * 0.2 * 0.6);
    EXPECT_LE(distance(flow.velocity(), expected), 1e-14);
  }
}

/// Takes away what a workload is checked for: the error is far beyond the tolerance.
class Spoilt : public OneRank {
 public:
  using Spoil = std::function<Complex(int forwards, const Extents& wave, Complex value)>;
  Spoilt(const Problem& problem, Spoil spoil) : OneRank(problem), spoil_(std::move(spoil)) {}

 protected:
  Complex transformed(const Extents& wave, Complex value) override {
    return spoil_(forwards(), wave, value);
  }

 private:
  Spoil spoil_;
};

TEST(NavierStokesStep, any_product_that_is_missing_shows) {
  const Problem problem = box({7, 8, 9});
  constexpr int taken = 3;  // transforms of the data
  for (int missing = 0; missing < 24; ++missing) {
    auto plan = std::make_unique<Spoilt>(problem, [&](int forwards, const Extents&, Complex value) {
      return forwards - taken == missing ? Complex{} : value;
    });
    Flow flow(problem, NavierStokes(problem), std::move(plan));
    flow.begin(exact(problem, false));
    flow.steps(1);
    EXPECT_GE(distance(flow.velocity(), exact(problem, true)), 0.002) << missing;
  }
}

TEST(NavierStokesStep, any_wave_that_is_missing_from_the_third_product_on_shows) {
  const Problem problem = box({7, 4, 5});
  const NavierStokes parameters(problem);
  const Sample faint{7, true};
  constexpr int taken = 3;  // transforms of the data
  for_each_element(of_whole(problem.spectrum_shape()), [&](const Extents& missing, Index) {
    bool kept = missing != Extents::filled(3, 0);  // the mean is not changed
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double number = wave_number(problem.kind(axis), problem.shape[axis], missing[axis]);
      kept = kept && std::abs(number) <= static_cast<double>(parameters.kept[axis]);
    }
    if (!kept) return;
    auto plan =
        std::make_unique<Spoilt>(problem, [&](int forwards, const Extents& wave, Complex value) {
          const int product = (forwards - taken) % NavierStokes::products;
          return forwards >= taken && product >= 2 && wave == missing ? Complex{} : value;
        });
    Flow flow(problem, parameters, std::move(plan));
    flow.begin(exact(problem, false, faint));
    flow.steps(1);
    EXPECT_GE(distance(flow.velocity(), exact(problem, true, faint)), 10 * tolerance(problem))
        << missing.text();
  });
}

}  // namespace
}  // namespace fftbench
