/// What is saved where a spectrum is multiplied while it is in the cache, instead of afterwards.
///
///     mpirun -n RANKS taskfft_convolution [threads [rounds [length ...]]]
///
/// Real cubes of these lengths, double precision, out of place. What is timed is a forward
/// transform, the product of the spectrum with an array of factors, and the way back: with a loop
/// over the spectrum, which is cut among as many threads as the plan has, and with a visitor in a
/// round trip. The loop's threads are started and joined in every round, and timed with it; the
/// plan's wait between transforms.

#include <algorithm>
#include <complex>
#include <span>
#include <thread>
#include <vector>

#include "contest.hpp"
#include "taskfft/taskfft.hpp"

namespace {

using namespace taskfft;
using Spectrum = std::span<std::complex<double>>;

/// A committed plan with its arrays. The field is zero and stays so.
class Convolution {
 public:
  Convolution(Index length, int threads)
      : plan_({.extents = {length, length, length}, .transform = Transform::r2c},
              {.scaling = Scaling::backward, .round_trips = true, .threads = threads},
              MPI_COMM_WORLD),
        threads_(static_cast<std::size_t>(threads)),
        field_(static_cast<std::size_t>(plan_.input().size)),
        spectrum_(static_cast<std::size_t>(plan_.output().size)),
        factors_(spectrum_.size(), {0.6, 0.8}) {
    plan_.commit(field_.data(), spectrum_.data());
    visit_ = [this, of = plan_.output()](const SpectrumRun& run) {
      const Index first = of.offset(run.first[0], run.first[1], run.first[2]);
      multiply(run.points<std::complex<double>>(), factors_.data() + first);
    };
  }

  void afterwards() {
    plan_.forward();
    multiply_all();
    plan_.backward();
  }

  void in_the_cache() { plan_.round_trip(visit_); }

 private:
  static void multiply(Spectrum points, const std::complex<double>* factor) {
    // Written out, as operator* looks for infinities in each product.
    for (std::complex<double>& point : points) {
      const double re = factor->real(), im = factor->imag();
      point = {point.real() * re - point.imag() * im, point.real() * im + point.imag() * re};
      ++factor;
    }
  }

  void multiply_all() {
    const Spectrum all(spectrum_);
    const std::size_t slice = (all.size() + threads_ - 1) / threads_;
    const auto part = [&](std::size_t number) {
      const std::size_t begin = std::min(number * slice, all.size());
      multiply(all.subspan(begin, std::min(slice, all.size() - begin)), factors_.data() + begin);
    };
    std::vector<std::jthread> others;
    for (std::size_t number = 1; number < threads_; ++number) others.emplace_back(part, number);
    part(0);
  }

  Plan plan_;
  std::size_t threads_;
  std::vector<double> field_;
  std::vector<std::complex<double>> spectrum_, factors_;
  SpectrumVisitor visit_;
};

std::vector<Contest> measure(int threads, int rounds, Index length) {
  Convolution convolution(length, threads);
  return {contest(
      "by a loop", "round trip", rounds, [&] { convolution.afterwards(); },
      [&] { convolution.in_the_cache(); })};
}

}  // namespace

int main(int argc, char** argv) {
  return print_contests(argc, argv, "taskfft_convolution", 21, measure);
}
