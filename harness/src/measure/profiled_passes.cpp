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

json to_json(const std::optional<profile::Declared>& declared) {
  if (!declared) return {};
  return {{"fft", to_json(declared->fft)},           {"pack", to_json(declared->pack)},
          {"exchange", to_json(declared->exchange)}, {"unpack", to_json(declared->unpack)},
          {"scale", to_json(declared->scale)},       {"other", to_json(declared->other)}};
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
          {"exchange_bytes", breakdown.exchange_bytes ? json(*breakdown.exchange_bytes) : json()},
          {"declared_s", to_json(breakdown.declared_s)}};
}

/// One direction: what was intercepted, and what the library's timers tell.
struct Direction {
  profile::Totals totals;
  std::optional<Phases> declared = Phases{0.0, 0.0, 0.0, 0.0, 0.0};

  template <class Call>
  void add(const char* name, Timer& timer, Plan& plan, Call&& call) {
    timer.time(name, [&] {
      profile::begin();
      call();
      totals += profile::end();
    });
    const std::optional<Phases> phases = plan.phases();
    if (phases && declared) {
      *declared += *phases;
    } else {
      declared.reset();
    }
  }
};

/// The calling thread alone is intercepted, so where others compute too their FFTs are not seen.
Visible visible_in(const Effective& effective) {
  Visible visible = effective.visible;
  visible.fft = visible.fft && effective.threads == 1;
  return visible;
}

}  // namespace

json profiled_passes(Plan& plan, const std::function<void()>& rescale, int repetitions,
                     Timer& timer) {
  Direction forward, backward;
  plan.phases();  // starts the timers
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    forward.add("profiled forward", timer, plan, [&] { plan.forward(); });
    backward.add("profiled backward", timer, plan, [&] { plan.backward(); });
    rescale();
  }
  const Visible visible = visible_in(plan.effective());
  const auto reduced = [&](const Direction& direction) {
    return to_json(profile::reduce(direction.totals, repetitions, timer.ranks().comm(), visible,
                                   direction.declared));
  };
  return {
      {"repetitions", repetitions}, {"forward", reduced(forward)}, {"backward", reduced(backward)}};
}

}  // namespace fftbench
