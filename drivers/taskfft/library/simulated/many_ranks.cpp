/// taskfft on very many ranks that a simulator runs in one process.
///
///     smpirun -no-privatize ... many_ranks.so LENGTH [name=value]...
///
/// A cube of complex numbers is transformed forward and backward with these settings (words of
/// bindings/settings.hpp, as "exchange=p2p grid=16x16"), and every rank compares all its elements
/// with numbers known beforehand. The first rank prints a line of JSON; times are simulated
/// seconds. Ends with 1 if any number was wrong.

#include <algorithm>

#include "bindings/settings.hpp"
#include "cube.hpp"
#include "taskfft/taskfft.hpp"

namespace {

bool run(simulated::Index length, const std::string& settings) {
  using namespace taskfft;
  Problem problem{.extents = {length, length, length}};
  Options options{.exchange = Exchange::p2p, .effort = Effort::estimate};
  read_settings(settings, problem, options);
  Plan plan(problem, options, MPI_COMM_WORLD);
  simulated::Numbers field(static_cast<std::size_t>(plan.input().size));
  simulated::Numbers spectrum(static_cast<std::size_t>(plan.output().size));
  plan.commit(field.data(), spectrum.data());
  const Options& used = plan.effective().options;
  return simulated::transform_cube(length,
                                   {plan.input(), plan.output(), field.data(), spectrum.data(),
                                    [&] { plan.forward(); }, [&] { plan.backward(); }},
                                   {"taskfft",
                                    {used.grid[0], used.grid[1], std::max(used.grid[2], 1)},
                                    plan.effective().decomposition,
                                    std::string(name(used.exchange)),
                                    used.message_groups});
}

}  // namespace

int main(int argc, char** argv) {
  return simulated::run_program(argc, argv, run);
}
