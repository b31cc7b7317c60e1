/// What truncated transforms save in a step of a direct numerical simulation: three real fields
/// from their spectra and back, with the 2/3 rule.
///
///     mpirun -n RANKS taskfft_truncated [threads [rounds [length ...]]]
///
/// Cubes of these lengths, double precision, out of place, r2c. Of two plans one has whole spectra,
/// the other one the waves with 3 |k| < length. What is timed is a backward and a forward transform
/// of the three fields. The whole spectra are not set to zero above the limit, which a simulation
/// would have to do with them.

#include <complex>
#include <vector>

#include "contest.hpp"
#include "taskfft/taskfft.hpp"

namespace {

using namespace taskfft;

/// A committed plan with its arrays, all zeros, which stay zeros.
class Step {
 public:
  Step(Index length, int threads, const std::vector<Index>& kept)
      : plan_({.extents = {length, length, length},
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

 private:
  Plan plan_;
  std::vector<double> fields_;
  std::vector<std::complex<double>> spectra_;
};

Contest measure(int threads, int rounds, Index length) {
  const Index kept = (length + 2) / 3;  // 0, 1, .. below a third
  Step whole(length, threads, {}), truncated(length, threads, {kept, kept, kept});
  return contest(
      rounds, [&] { whole.run(); }, [&] { truncated.run(); });
}

}  // namespace

int main(int argc, char** argv) {
  return print_contests(argc, argv, {"taskfft_truncated", "whole", "truncated"}, 21, measure);
}
