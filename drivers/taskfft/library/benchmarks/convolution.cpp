/// What is saved where a spectrum is multiplied while it is in the cache, instead of afterwards.
///
///     mpirun -n RANKS taskfft_convolution [threads [rounds [length ...]]]
///
/// Real cubes of these lengths, double precision, out of place. What is timed is a forward
/// transform, the product of the spectrum with an array of factors, and the way back: with a loop
/// over the spectrum, which is cut among as many threads as the plan has, and with a visitor in a
/// round trip. And, as for each of several derivatives, the way back of a product of a spectrum
/// that is needed again: from another array into which a loop writes it, and with a visitor on the
/// way. The loop's threads are started and joined in every round, and timed with it; the plan's
/// wait between transforms.

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
        of_product_({.extents = {length, length, length}, .transform = Transform::r2c},
                    {.scaling = Scaling::backward, .threads = threads}, plan_),
        threads_(static_cast<std::size_t>(threads)),
        field_(static_cast<std::size_t>(plan_.input().size)),
        spectrum_(static_cast<std::size_t>(plan_.output().size)),
        product_(spectrum_.size()),
        factors_(spectrum_.size(), {0.6, 0.8}) {
    plan_.commit(field_.data(), spectrum_.data());
    of_product_.commit(field_.data(), product_.data());
    visit_ = [this, of = plan_.output()](const SpectrumRun& run) {
      const Index first = of.offset(run.first[0], run.first[1], run.first[2]);
      const Spectrum points = run.points<std::complex<double>>();
      multiply(points, factors_.data() + first, points);
    };
  }

  void afterwards() {
    plan_.forward();
    multiply_all(spectrum_);
    plan_.backward();
  }
  void in_the_cache() { plan_.round_trip(visit_); }

  void back_from_a_product() {
    multiply_all(product_);
    of_product_.backward();
  }
  void back_by_a_visitor() { plan_.backward(visit_); }

 private:
  static void multiply(Spectrum points, const std::complex<double>* factors, Spectrum products) {
    // Written out, as operator* looks for infinities in each product.
    for (std::size_t k = 0; k < points.size(); ++k) {
      const double re = factors[k].real(), im = factors[k].imag();
      const double x = points[k].real(), y = points[k].imag();
      products[k] = {x * re - y * im, x * im + y * re};
    }
  }

  void multiply_all(Spectrum products) {
    const Spectrum all(spectrum_);
    const std::size_t slice = (all.size() + threads_ - 1) / threads_;
    const auto part = [&](std::size_t number) {
      const std::size_t begin = std::min(number * slice, all.size());
      const std::size_t size = std::min(slice, all.size() - begin);
      multiply(all.subspan(begin, size), factors_.data() + begin, products.subspan(begin, size));
    };
    std::vector<std::jthread> others;
    for (std::size_t number = 1; number < threads_; ++number) others.emplace_back(part, number);
    part(0);
  }

  Plan plan_;
  Plan of_product_;
  std::size_t threads_;
  std::vector<double> field_;
  std::vector<std::complex<double>> spectrum_, product_, factors_;
  SpectrumVisitor visit_;
};

std::vector<Contest> measure(int threads, int rounds, Index length) {
  Convolution convolution(length, threads);
  return {contest(
              "by a loop", "round trip", rounds, [&] { convolution.afterwards(); },
              [&] { convolution.in_the_cache(); }),
          contest(
              "back by a loop", "by a visitor", rounds, [&] { convolution.back_from_a_product(); },
              [&] { convolution.back_by_a_visitor(); })};
}

}  // namespace

int main(int argc, char** argv) {
  return print_contests(argc, argv, "taskfft_convolution", 21, measure);
}
