// Transforms a 32x48x40 complex array forward and back and prints the largest deviation.
//   mpirun -n 4 taskfft_example
#include <complex>
#include <vector>

#include "common.hpp"

namespace {

double round_trip() {
  taskfft::Problem problem;
  problem.extents = {32, 48, 40};
  taskfft::Plan plan(problem, {.exchange = taskfft::Exchange::p2p}, MPI_COMM_WORLD);

  const taskfft::Layout& layout = plan.input();
  std::vector<std::complex<double>> in(static_cast<std::size_t>(layout.size));
  std::vector<std::complex<double>> out(static_cast<std::size_t>(plan.output().size));
  plan.commit(in.data(), out.data());  // may overwrite, so fill afterwards

  for (auto i = layout.lo[0]; i < layout.hi[0]; ++i) {
    for (auto j = layout.lo[1]; j < layout.hi[1]; ++j) {
      for (auto k = layout.lo[2]; k < layout.hi[2]; ++k) {
        const auto at = (i - layout.lo[0]) * layout.stride[0] +
                        (j - layout.lo[1]) * layout.stride[1] +
                        (k - layout.lo[2]) * layout.stride[2];
        in[static_cast<std::size_t>(at)] = {static_cast<double>(i + j), static_cast<double>(k)};
      }
    }
  }
  const std::vector<std::complex<double>> original = in;
  plan.forward();
  plan.backward();

  double deviation = 0;
  const double points = 32.0 * 48.0 * 40.0;
  for (std::size_t n = 0; n < in.size(); ++n) {
    deviation = example::worse(deviation, std::abs(in[n] / points - original[n]));
  }
  return example::on_any_rank(deviation);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const double deviation = round_trip();
  example::say("largest deviation after a round trip: %.1e\n", deviation);
  MPI_Finalize();
  return deviation < 1e-12 ? 0 : 1;
}
