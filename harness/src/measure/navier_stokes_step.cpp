#include "measure/navier_stokes_step.hpp"

#include <array>
#include <complex>
#include <utility>

#include "measure/components.hpp"
#include "measure/shared_rows.hpp"
#include "measure/wave_rows.hpp"

namespace fftbench {
namespace {

/// What follows a stage of the classical Runge-Kutta method: how much of its rate is part of the
/// step, how far from the beginning the next stage is, and whether that is half a step later, by
/// which all that was before it decays.
struct Stage {
  double weight, ahead;
  bool later;
};
constexpr std::array<Stage, NavierStokes::stages> after_stages{
    {{1.0 / 6, 0.5, true}, {1.0 / 3, 0.5, false}, {1.0 / 3, 1.0, true}, {1.0 / 6, 0.0, false}}};

/// The products of components that are made, in this order.
constexpr std::array<std::pair<int, int>, NavierStokes::products> factors{
    {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}}};

template <class Real>
class NavierStokesStep final : public Solution {
 public:
  NavierStokesStep(const Committed& committed, const NavierStokes& flow, ThreadPool& threads,
                   Clock& clock)
      : plan_(committed.plan),
        clock_(clock),
        fields_(committed.problem.fields),
        step_(flow.step),
        to_velocity_(static_cast<Real>(1.0 / committed.plan.round_trip_scale())),
        points_(committed.input, threads),
        spectrum_(committed.spectrum, threads),
        waves_(committed.problem, committed.spectrum.box, flow),
        input_(static_cast<Real*>(committed.buffers.input)),
        output_(static_cast<Complex*>(committed.buffers.output)),
        velocity_(committed.input, fields_, threads),
        state_(committed.spectrum, fields_, threads),
        sum_(committed.spectrum, fields_, threads),
        rate_(committed.spectrum, fields_, threads) {}

  void take(int which) override {
    plan_.forward();
    each_spectrum(which, [&](int component, Complex* output, const auto& row) {
      const auto waves = waves_.row(row.first, spectrum_.along());
      for (Index i = 0; i < row.count; ++i) {
        state_[component][row.at(i)] = waves_.kept(waves(i)) ? output[row.at(i)] : Complex{};
      }
    });
  }

  Times solve(int) override {
    TimedParts parts(clock_);
    parts.time(Part::pointwise, [&] { begin(); });
    for (const Stage& stage : after_stages) {
      make_velocity(parts);
      make_rate(parts);
      parts.time(Part::pointwise, [&] { advance(stage); });
    }
    std::swap(state_, sum_);
    return parts.done();
  }

  void leave(int which) override {
    each_spectrum(which, [&](int component, Complex* output, const auto& row) {
      for (Index i = 0; i < row.count; ++i) output[row.at(i)] = state_[component][row.at(i)];
    });
    plan_.backward();
  }
  bool keeps_results() const override { return true; }

  int transforms() const override {
    constexpr int of_stage = NavierStokes::components + NavierStokes::products;
    return NavierStokes::stages * of_stage / fields_;
  }

 private:
  using Complex = std::complex<Real>;

  /// Calls use(number, data, row) for each row of the fields that array `which` holds, by the
  /// number of the field among those of all arrays.
  template <class Element, class Use>
  void each(const SharedRows& rows, Element* data, int which, const Use& use) {
    rows.visit([&](const auto& row) {
      for (int field = 0; field < fields_; ++field) {
        use(which * fields_ + field, data + field * rows.layout().field_stride, row);
      }
    });
  }
  template <class Use>
  void each_spectrum(int which, const Use& use) {
    each(spectrum_, output_, which, use);
  }
  template <class Use>
  void each_input(int which, const Use& use) {
    each(points_, input_, which, use);
  }

  /// The velocity of the first stage is that of the state.
  void begin() {
    spectrum_.visit([&](const auto& row) {
      for (int c = 0; c < NavierStokes::components; ++c) {
        for (Index i = 0; i < row.count; ++i) {
          rate_[c][row.at(i)] = sum_[c][row.at(i)] = state_[c][row.at(i)];
        }
      }
    });
  }

  /// In space, of the spectra in `rate_`, which is zero then.
  void make_velocity(TimedParts& parts) {
    for (int which = 0; which < NavierStokes::components / fields_; ++which) {
      parts.time(Part::pointwise, [&] {
        each_spectrum(which, [&](int component, Complex* output, const auto& row) {
          for (Index i = 0; i < row.count; ++i) {
            output[row.at(i)] = std::exchange(rate_[component][row.at(i)], Complex{});
          }
        });
      });
      parts.time(Part::backward, [&] { plan_.backward(); });
      parts.time(Part::pointwise, [&] {
        each_input(which, [&](int component, const Real* input, const auto& row) {
          for (Index i = 0; i < row.count; ++i) {
            velocity_[component][row.at(i)] = to_velocity_ * input[row.at(i)];
          }
        });
      });
    }
  }

  /// -div(u u), of all wave numbers.
  void make_rate(TimedParts& parts) {
    for (int which = 0; which < NavierStokes::products / fields_; ++which) {
      parts.time(Part::pointwise, [&] {
        each_input(which, [&](int product, Real* input, const auto& row) {
          const auto [one, other] = factors[static_cast<std::size_t>(product)];
          for (Index i = 0; i < row.count; ++i) {
            input[row.at(i)] = velocity_[one][row.at(i)] * velocity_[other][row.at(i)];
          }
        });
      });
      parts.time(Part::forward, [&] { plan_.forward(); });
      parts.time(Part::pointwise, [&] {
        each_spectrum(which, [&](int product, const Complex* output, const auto& row) {
          const auto [one, other] = factors[static_cast<std::size_t>(product)];
          subtract_derivative(output, one, other, row);
          if (one != other) subtract_derivative(output, other, one, row);
        });
      });
    }
  }

  /// From the rate of a component, along an axis.
  template <class Row>
  void subtract_derivative(const Complex* product, int component, int axis, const Row& row) {
    const auto waves = waves_.row(row.first, spectrum_.along());
    Complex* const rate = rate_[component];
    for (Index i = 0; i < row.count; ++i) {
      const Real number = waves(i)[static_cast<std::size_t>(axis)];
      const Complex value = product[row.at(i)];
      rate[row.at(i)] += Complex(number * value.imag(), -number * value.real());
    }
  }

  /// The rate becomes the velocity of the next stage.
  void advance(const Stage& stage) {
    const auto weight = static_cast<Real>(stage.weight * step_);
    const auto ahead = static_cast<Real>(stage.ahead * step_);
    spectrum_.visit([&](const auto& row) {
      const auto waves = waves_.row(row.first, spectrum_.along());
      for (Index i = 0; i < row.count; ++i) {
        const Index at = row.at(i);
        const auto number = waves(i);
        const Real decay = stage.later ? waves.decay(i) : Real{1};
        const bool kept = waves_.kept(number);
        const Complex along = kept ? parallel(number, at) : Complex{};
        for (int c = 0; c < NavierStokes::components; ++c) {
          const Real part = number[static_cast<std::size_t>(c)];
          const Complex rate = kept ? rate_[c][at] - part * along : Complex{};
          sum_[c][at] = decay * (sum_[c][at] + weight * rate);
          rate_[c][at] = decay * (state_[c][at] + ahead * rate);
          state_[c][at] *= decay;
        }
      }
    });
  }

  /// How many of its wave number's vectors the rate has along it: what the pressure takes away.
  Complex parallel(const std::array<Real, 3>& number, Index at) const {
    Complex product{};
    Real square{};
    for (int c = 0; c < NavierStokes::components; ++c) {
      const Real part = number[static_cast<std::size_t>(c)];
      product += part * rate_[c][at];
      square += part * part;
    }
    return square == Real{} ? Complex{} : product / square;
  }

  Plan& plan_;
  Clock& clock_;
  int fields_;
  double step_;
  Real to_velocity_;  ///< of what a transform backward gives
  SharedRows points_, spectrum_;
  WaveRows<Real> waves_;
  Real* input_;
  Complex* output_;
  Components<Real> velocity_;
  Components<Complex> state_;  ///< in the units of the library's spectra
  Components<Complex> sum_;    ///< of the state and the rates so far
  Components<Complex> rate_;   ///< or the velocity of the next stage
};

}  // namespace

std::unique_ptr<Solution> navier_stokes_step(const Committed& committed, const NavierStokes& flow,
                                             ThreadPool& threads, Clock& clock) {
  if (committed.problem.precision == Precision::single_) {
    return std::make_unique<NavierStokesStep<float>>(committed, flow, threads, clock);
  }
  return std::make_unique<NavierStokesStep<double>>(committed, flow, threads, clock);
}

}  // namespace fftbench
