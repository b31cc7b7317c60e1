#include "taskfft/presets.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "taskfft/error.hpp"

namespace taskfft {
namespace {

struct Preset {
  std::string_view name;
  Options options;
};

constexpr int kRowByRow = std::numeric_limits<int>::max();  // chunks: a task for each row or plane
constexpr bool kStealing = true;

/// The codes of all three papers transform lines by FFTW and send one message per peer and
/// exchange, with no limit on how many are in flight.
Options with_fftw(Exchange exchange, Packing packing, Scheduler scheduler, bool stealing,
                  int chunks = 0) {
  Options options;
  options.exchange = exchange;
  options.packing = packing;
  options.kernel = LineKernel::fftw;
  options.stores = Stores::cached;
  options.scheduler = scheduler;
  options.stealing = stealing;
  options.message_groups = 1;
  options.sends_in_flight = 0;
  options.chunks = chunks;
  return options;
}

const std::vector<Preset>& presets() {
  using enum Exchange;
  using enum Scheduler;
  constexpr Packing fused = Packing::fused, separate = Packing::separate;
  static const std::vector<Preset> all{
      {"static", with_fftw(alltoallv, separate, static_, !kStealing)},
      {"hpx_naive", with_fftw(alltoallv, fused, graph, kStealing, kRowByRow)},
      {"hpx_opt", with_fftw(alltoallv, separate, graph, kStealing, kRowByRow)},
      {"hpx_sync", with_fftw(alltoallv, separate, fork_join, kStealing, kRowByRow)},
      {"hpx_loop", with_fftw(alltoallv, separate, fork_join, kStealing)},
      {"dagger_paper", with_fftw(p2p, separate, graph, kStealing)},
      {"dagger_code", with_fftw(p2p, separate, fork_join, !kStealing)},
      {"flups_a2a", with_fftw(ialltoallv, separate, fork_join, !kStealing)},
      {"flups_nb", with_fftw(persistent, separate, fork_join, !kStealing)},
      {"flups_isr", with_fftw(p2p, Packing::datatypes, fork_join, !kStealing)},
  };
  return all;
}

}  // namespace

std::vector<std::string_view> preset_names() {
  std::vector<std::string_view> names;
  for (const Preset& each : presets()) names.push_back(each.name);
  return names;
}

Options preset(std::string_view name) {
  const auto found = std::find_if(presets().begin(), presets().end(),
                                  [name](const Preset& each) { return each.name == name; });
  if (found != presets().end()) return found->options;
  std::string known;
  for (const Preset& each : presets()) known.append(" ").append(each.name);
  throw ArgumentError("no preset is called " + std::string(name) + "; choose one of:" + known);
}

}  // namespace taskfft
