// Navier-Stokes in two dimensions by a pseudo-spectral method: the vorticity w obeys
// dw/dt = -div(u w) + nu lap w, and u follows from it. Products are without aliases by the 2/3
// rule: the spectra are truncated. Time goes by the Runge-Kutta method of fourth order. The
// vortices of Taylor and Green, carried along by a uniform wind, are an exact solution: they decay
// as exp(-2 nu t).
//   mpirun -n 4 taskfft_example_taylor_green
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "common.hpp"

namespace {

using example::Point;
using taskfft::Index;
using Complex = std::complex<double>;
using Spectrum = std::vector<Complex>;

constexpr Index n = 32;
constexpr Index kept = (n + 2) / 3;  // waves from 0 on, all of them below n/3
constexpr double nu = 0.1;
constexpr double wind[] = {1, 0.5};
constexpr Complex imaginary{0, 1};

/// The vorticity.
double exact(const Point& p, double t) {
  const double h = 2 * std::numbers::pi / n;
  const auto x = [&](std::size_t a) { return static_cast<double>(p[a]) * h - wind[a] * t; };
  return 2 * std::exp(-2 * nu * t) * std::sin(x(0)) * std::sin(x(1));
}

taskfft::Problem fields(int count) {
  return {.extents = {n, n},
          .transform = taskfft::Transform::r2c,
          .fields = count,
          .kept = {kept, kept}};
}

Spectrum plus(Spectrum a, const Spectrum& b, double factor) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] += factor * b[k];
  return a;
}

class Flow {
 public:
  Flow() {
    flow_.commit(u_.data(), u_waves_.data());
    products_.commit(uw_.data(), uw_waves_.data());
    example::for_each_point(flow_.input(),
                            [&](const Point& p, std::size_t at) { u_[at] = exact(p, 0); });
    flow_.forward();
    w_.assign(u_waves_.begin(), u_waves_.begin() + waves_.field_stride);
  }

  void step(double dt) {
    const Spectrum k1 = rate(w_), k2 = rate(plus(w_, k1, dt / 2)), k3 = rate(plus(w_, k2, dt / 2));
    const Spectrum k4 = rate(plus(w_, k3, dt));
    w_ = plus(plus(plus(plus(w_, k1, dt / 6), k2, dt / 3), k3, dt / 3), k4, dt / 6);
  }

  double largest_error(double t) {
    make_flow(w_);
    double error = 0;
    example::for_each_point(flow_.input(), [&](const Point& p, std::size_t at) {
      error = example::worse(error, std::abs(u_[at + 2 * next_] - exact(p, t)));
    });
    return example::on_any_rank(error);
  }

 private:
  /// The wave number along an axis, that of the longest wave being 1.
  double wave(std::size_t axis, Index k) const {
    const double longest = 2 * std::numbers::pi / n;
    return numbers_[axis][static_cast<std::size_t>(k - waves_.lo[axis])] / longest;
  }
  double square(const Point& p) const { return std::norm(Complex(wave(0, p[0]), wave(1, p[1]))); }

  /// Minus the divergence of the products: called while they are in the cache.
  void differentiate(const taskfft::SpectrumRun& run) const {
    const auto points = run.points<Complex>();
    for (std::size_t p = 0; p < points.size(); ++p) {
      points[p] *= -imaginary * (run.field == 0 ? wave(0, run.at(0, p)) : wave(1, run.at(1, p)));
    }
  }

  /// Both velocities and the vorticity, of the stream function whose Laplacian is -w.
  void make_flow(const Spectrum& w) {
    example::for_each_point(waves_, [&](const Point& p, std::size_t at) {
      const bool mean = p[0] == 0 && p[1] == 0;
      const Complex stream = mean ? 0 : imaginary * w[at] / square(p);
      u_waves_[at] = mean ? wind[0] : wave(1, p[1]) * stream;
      u_waves_[at + w.size()] = mean ? wind[1] : -wave(0, p[0]) * stream;
      u_waves_[at + 2 * w.size()] = w[at];
    });
    flow_.backward();
  }

  /// How fast the vorticity changes.
  Spectrum rate(const Spectrum& w) {
    make_flow(w);
    for (std::size_t at = 0; at < 2 * next_; ++at) uw_[at] = u_[at] * u_[at % next_ + 2 * next_];
    products_.forward([this](const taskfft::SpectrumRun& run) { differentiate(run); });
    Spectrum rates(w.size());
    example::for_each_point(waves_, [&](const Point& p, std::size_t at) {
      rates[at] = uw_waves_[at] + uw_waves_[at + w.size()] - nu * square(p) * w[at];
    });
    return rates;
  }

  taskfft::Plan flow_{fields(3), {.scaling = taskfft::Scaling::forward}, MPI_COMM_WORLD};
  taskfft::Plan products_{fields(2), {.scaling = taskfft::Scaling::forward}, flow_};  // its memory
  taskfft::Layout waves_ = flow_.output();
  std::array<std::vector<double>, 2> numbers_{taskfft::wave_numbers(fields(1), waves_, 0),
                                              taskfft::wave_numbers(fields(1), waves_, 1)};
  std::size_t next_ = static_cast<std::size_t>(flow_.input().field_stride);  ///< to the next field
  std::vector<double> u_ = std::vector<double>(3 * next_);
  std::vector<double> uw_ = std::vector<double>(3 * next_);
  Spectrum u_waves_ = Spectrum(static_cast<std::size_t>(3 * waves_.field_stride));
  Spectrum uw_waves_ = Spectrum(u_waves_.size());
  Spectrum w_{};
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double error = 0;
  {
    Flow flow;  // whose plans end before MPI
    constexpr int steps = 40;
    constexpr double dt = 0.025;
    for (int s = 0; s < steps; ++s) flow.step(dt);
    error = flow.largest_error(steps * dt);
  }
  example::say("largest error of the vorticity at t = 1: %.1e\n", error);
  MPI_Finalize();
  return error < 1e-6 ? 0 : 1;
}
