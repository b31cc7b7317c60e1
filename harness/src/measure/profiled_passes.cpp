#include "measure/profiled_passes.hpp"

#include <fftbench/profile.hpp>

namespace fftbench {
namespace {

using nlohmann::json;

json to_json(const profile::Spread& spread) {
  return {{"mean", spread.mean}, {"min", spread.min}, {"max", spread.max}};
}

json to_json(const std::optional<profile::Spread>& spread) {
  return spread ? to_json(*spread) : json();
}

json to_json(const profile::Breakdown& breakdown) {
  json mpi = json::object();
  for (const auto& [function, use] : breakdown.mpi) {
    mpi[function] = {{"calls", use.calls},
                     {"seconds", use.seconds},
                     {"bytes", use.bytes},
                     {"messages", use.messages}};
  }
  return {{"wall_s", to_json(breakdown.wall_s)},
          {"exchange_s", to_json(breakdown.exchange_s)},
          {"local_s", to_json(breakdown.local_s)},
          {"fft_s", to_json(breakdown.fft_s)},
          {"reorder_s", to_json(breakdown.reorder_s)},
          {"fft_calls", breakdown.fft_calls},
          {"mpi", mpi},
          {"exchange_bytes", breakdown.exchange_bytes}};
}

template <class Call>
profile::Totals profiled(const char* name, Timer& timer, Call&& call) {
  profile::Totals totals;
  timer.time(name, [&] {
    profile::begin();
    call();
    totals = profile::end();
  });
  return totals;
}

}  // namespace

json profiled_passes(Plan& plan, const std::function<void()>& rescale, int repetitions,
                     Timer& timer) {
  profile::Totals forward, backward;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    forward += profiled("profiled forward", timer, [&] { plan.forward(); });
    backward += profiled("profiled backward", timer, [&] { plan.backward(); });
    rescale();
  }
  const MPI_Comm comm = timer.ranks().comm();
  return {{"repetitions", repetitions},
          {"forward", to_json(profile::reduce(forward, repetitions, comm))},
          {"backward", to_json(profile::reduce(backward, repetitions, comm))}};
}

}  // namespace fftbench
