/// What truncated transforms save in a step of a direct numerical simulation: three real fields
/// from their spectra and back, with the 2/3 rule.
///
///     mpirun -n RANKS taskfft_truncated [threads [rounds [length ...]]]
///
/// Cubes of these lengths, double precision, out of place, r2c. Of two plans one has whole spectra,
/// the other one the waves with 3 |k| < length. What is timed is a backward and a forward transform
/// of the three fields; the whole spectra alone, and with the waves above the limit set to zero
/// afterwards, as a simulation with them has to.

#include <algorithm>
#include <array>
#include <complex>
#include <functional>
#include <vector>

#include "contest.hpp"
#include "taskfft/taskfft.hpp"

namespace {

using namespace taskfft;

Index waves_below_a_third(Index length) {
  return (length + 2) / 3;
}  // 0, 1, ..

/// A committed plan with its arrays, all zeros, which stay zeros.
class Step {
 public:
  Step(Index length, int threads, const std::vector<Index>& kept)
      : length_(length),
        plan_({.extents = {length, length, length},
               .transform = Transform::r2c,
               .fields = 3,
               .kept = kept},
              {.threads = threads}, MPI_COMM_WORLD),
        fields_(static_cast<std::size_t>(plan_.input().size)),
        spectra_(static_cast<std::size_t>(plan_.output().size)) {
    plan_.commit(fields_.data(), spectra_.data());
  }

  void run() {
    plan_.backward();
    plan_.forward();
  }

  /// Sets the waves with 3 |k| >= length to zero.
  void cut() {
    const Layout& of = plan_.output();
    std::array<std::size_t, 3> axes{0, 1, 2};
    std::ranges::sort(axes, std::greater{}, [&](std::size_t axis) { return of.stride[axis]; });
    const auto [slow, middle, fast] = axes;  // neighbours along the last one lie side by side
    const Range all{0, of.hi[fast] - of.lo[fast]}, part = beyond(of, fast);
    for (Index field = 0; field < 3; ++field) {
      for (Index i = 0; i < of.hi[slow] - of.lo[slow]; ++i) {
        for (Index j = 0; j < of.hi[middle] - of.lo[middle]; ++j) {
          const bool none = beyond(of, slow).has(i) || beyond(of, middle).has(j);
          const Range zero = none ? all : part;
          const auto row = spectra_.begin() + field * of.field_stride + i * of.stride[slow] +
                           j * of.stride[middle];
          std::fill(row + zero.begin, row + zero.end, 0.0);
        }
      }
    }
  }

 private:
  struct Range {
    Index begin, end;
    bool has(Index k) const { return begin <= k && k < end; }
  };

  /// The waves of this rank's part of an axis that the rule leaves out: limit <= k <= length -
  /// limit.
  Range beyond(const Layout& of, std::size_t axis) const {
    const auto local = [&](Index k) {
      return std::clamp(k, of.lo[axis], of.hi[axis]) - of.lo[axis];
    };
    const Index limit = waves_below_a_third(length_);
    return {local(limit), local(length_ - limit + 1)};
  }

  Index length_;
  Plan plan_;
  std::vector<double> fields_;
  std::vector<std::complex<double>> spectra_;
};

std::vector<Contest> measure(int threads, int rounds, Index length) {
  const Index kept = waves_below_a_third(length);
  Step whole(length, threads, {}), truncated(length, threads, {kept, kept, kept});
  const auto run_truncated = [&] { truncated.run(); };
  const auto cut = [&] {
    whole.run();
    whole.cut();
  };
  return {contest(
              "whole", "truncated", rounds, [&] { whole.run(); }, run_truncated),
          contest("whole, cut", "truncated", rounds, cut, run_truncated)};
}

}  // namespace

int main(int argc, char** argv) {
  return print_contests(argc, argv, "taskfft_truncated", 21, measure);
}
