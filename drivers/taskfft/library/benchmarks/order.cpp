/// What it costs to have the spectrum in the input's order.
///
///     mpirun -n RANKS taskfft_order [threads [rounds [length ...]]]
///
/// Cubes of complex numbers of these lengths, double precision, in place. Of two plans one leaves
/// the spectrum transposed, the other one in natural order. What is timed is a pair of transforms.

#include <algorithm>
#include <complex>

#include "contest.hpp"
#include "taskfft/aligned_buffer.hpp"
#include "taskfft/taskfft.hpp"

namespace {

using namespace taskfft;

/// A committed plan with its array, all zeros, which stay zeros.
class Pair {
 public:
  Pair(Index length, int threads, Order order)
      : plan_({.extents = {length, length, length}, .placement = Placement::in_place},
              {.order = order, .threads = threads}, MPI_COMM_WORLD),
        array_(static_cast<std::size_t>(plan_.input().size)) {
    std::fill_n(array_.get(), plan_.input().size, std::complex<double>{});
    plan_.commit(array_.get(), array_.get());
  }

  void run() {
    plan_.forward();
    plan_.backward();
  }

 private:
  Plan plan_;
  AlignedBuffer<std::complex<double>> array_;
};

std::vector<Contest> measure(int threads, int rounds, Index length) {
  Pair natural(length, threads, Order::natural), transposed(length, threads, Order::transposed);
  return {contest(
      "natural", "transposed", rounds, [&] { natural.run(); }, [&] { transposed.run(); })};
}

}  // namespace

int main(int argc, char** argv) {
  return print_contests(argc, argv, "taskfft_order", 21, measure);
}
