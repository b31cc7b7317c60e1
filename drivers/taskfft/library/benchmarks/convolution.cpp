/// What is saved where a spectrum is multiplied while it is made, instead of afterwards.
///
///     mpirun -n RANKS taskfft_convolution [threads [rounds [length ...]]]
///
/// Real cubes of these lengths, double precision, out of place. What is timed is a forward
/// transform, the product of the spectrum with an array of factors, and the way back: with a loop
/// over the spectrum, which is cut among as many threads as the plan has, and with a visitor. The
/// loop's threads are started and joined in every round, and timed with it; the plan's wait between
/// transforms.

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
              {.scaling = Scaling::backward, .threads = threads}, MPI_COMM_WORLD),
        threads_(static_cast<std::size_t>(threads)),
        field_(static_cast<std::size_t>(plan_.input().size)),
        spectrum_(static_cast<std::size_t>(plan_.output().size)),
        factors_(spectrum_.size(), {0.6, 0.8}) {
    plan_.commit(field_.data(), spectrum_.data());
  }

  void afterwards() {
    plan_.forward();
    multiply_all();
    plan_.backward();
  }

  void while_made() {
    plan_.forward([this](const SpectrumRun& run) { multiply(run.points<std::complex<double>>()); });
    plan_.backward();
  }

 private:
  void multiply(Spectrum points) const {
    const std::complex<double>* factor = factors_.data() + (points.data() - spectrum_.data());
    for (std::complex<double>& point : points) point *= *factor++;
  }

  void multiply_all() {
    const Spectrum all(spectrum_);
    const std::size_t slice = (all.size() + threads_ - 1) / threads_;
    const auto part = [&](std::size_t number) {
      const std::size_t begin = std::min(number * slice, all.size());
      multiply(all.subspan(begin, std::min(slice, all.size() - begin)));
    };
    std::vector<std::jthread> others;
    for (std::size_t number = 1; number < threads_; ++number) others.emplace_back(part, number);
    part(0);
  }

  Plan plan_;
  std::size_t threads_;
  std::vector<double> field_;
  std::vector<std::complex<double>> spectrum_, factors_;
};

Contest measure(int threads, int rounds, Index length) {
  Convolution convolution(length, threads);
  return contest(
      rounds, [&] { convolution.afterwards(); }, [&] { convolution.while_made(); });
}

}  // namespace

int main(int argc, char** argv) {
  return print_contests(argc, argv, {"taskfft_convolution", "by a loop", "by a visitor"}, 21,
                        measure);
}
