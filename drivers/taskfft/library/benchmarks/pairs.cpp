/// How long a pair of transforms takes, in each of the ways in which most are made: to tell whether
/// one build of the library is faster than another, start the programs of both by turns.
///
///     mpirun -n RANKS taskfft_pairs [threads [rounds [length ...]]]
///
/// Cubes of these lengths at default options; a line for each has its name and the median of the
/// slowest rank's milliseconds. It asks for nothing that version 0.1 lacks, so that this program
/// can be built with older libraries, too.

#include <algorithm>
#include <cstdio>

#include "cubes.hpp"
#include "taskfft/aligned_buffer.hpp"
#include "taskfft/taskfft.hpp"

namespace {

using namespace taskfft;

struct Way {
  Transform transform;
  Placement placement;
  Order order;
};

/// Of a plan at work on zeros, which stay zeros.
template <class Real>
double pair_seconds(Index length, const Way& way, int threads, int rounds) {
  constexpr int warm = 2;
  Problem problem;
  problem.extents = {length, length, length};
  problem.transform = way.transform;
  problem.placement = way.placement;
  problem.precision = sizeof(Real) == sizeof(double) ? Precision::float64 : Precision::float32;
  Options options;
  options.order = way.order;
  options.threads = threads;
  Plan plan(problem, options, MPI_COMM_WORLD);
  const Index in_reals = plan.input().size * (way.transform == Transform::c2c ? 2 : 1);
  const Index out_reals = plan.output().size * 2;
  AlignedBuffer<Real> in(static_cast<std::size_t>(std::max(in_reals, out_reals)));
  AlignedBuffer<Real> out(static_cast<std::size_t>(out_reals));
  std::fill_n(in.get(), std::max(in_reals, out_reals), Real{});
  std::fill_n(out.get(), out_reals, Real{});
  plan.commit(in.get(), way.placement == Placement::in_place ? in.get() : out.get());
  std::vector<double> seconds;
  for (int round = 0; round < warm + rounds; ++round) {
    const double taken = slowest_seconds([&] {
      plan.forward();
      plan.backward();
    });
    if (round >= warm) seconds.push_back(taken);
  }
  return median(seconds).value;
}

void print_pair(Index length, const Way& way, int threads, int rounds, bool prints) {
  const char* const transform = way.transform == Transform::c2c ? "c2c" : "r2c";
  const char* const order = way.order == Order::natural ? "natural" : "transposed";
  const char* const placement = way.placement == Placement::in_place ? "in_place" : "out_of_place";
  const auto print = [&](const char* precision, double seconds) {
    if (!prints) return;
    std::printf("%lld^3 %s %s %s %s  %.4f\n", static_cast<long long>(length), transform, precision,
                placement, order, 1e3 * seconds);
    std::fflush(stdout);
  };
  print("double", pair_seconds<double>(length, way, threads, rounds));
  print("single", pair_seconds<float>(length, way, threads, rounds));
}

void print_pairs(const CubeArguments& wanted) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (const Index length : wanted.lengths) {
    for (const Transform transform : {Transform::c2c, Transform::r2c}) {
      for (const Way& way : {Way{transform, Placement::out_of_place, Order::transposed},
                             Way{transform, Placement::in_place, Order::transposed},
                             Way{transform, Placement::out_of_place, Order::natural}}) {
        print_pair(length, way, wanted.threads, wanted.rounds, rank == 0);
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto wanted = cube_arguments(argc, argv, "taskfft_pairs", 21);
  if (!wanted) return 2;
  start_mpi(argc, argv, wanted->threads);
  print_pairs(*wanted);
  MPI_Finalize();
}
