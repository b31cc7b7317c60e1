/// What a trace costs: the time of a plan that is traced over the time of the same plan that is
/// not.
///
///     mpirun -n RANKS taskfft_trace_cost [threads [rounds [length ...]]]
///
/// Cubes of complex numbers of these lengths, double precision, in place. One plan is traced and
/// not traced in turn, since of two the one whose buffers lie better would be the faster by more
/// than a trace costs. What is timed is a forward and a backward transform.

#include "contest.hpp"
#include "traced_plan.hpp"

namespace {

using namespace taskfft;

void run(TracedPlan& plan, bool traced) {
  plan.record(traced);
  plan.forward();
  plan.backward();
}

std::vector<Contest> measure(int threads, int rounds, Index length) {
  TracedPlan plan(length, threads, Placement::in_place);
  return {contest(
      "traced", "not traced", rounds, [&] { run(plan, true); }, [&] { run(plan, false); })};
}

}  // namespace

int main(int argc, char** argv) {
  return print_contests(argc, argv, "taskfft_trace_cost", 101, measure);
}
