#include "measure/profiled_passes.hpp"

#include <array>
#include <fftbench/profile.hpp>
#include <memory>

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

/// What the device tells of one direction, on this rank: nothing where there is none.
class OnDevice {
 public:
  /// A first use of the stopwatch may take longer.
  explicit OnDevice(DeviceSpace* space)
      : space_(space), watch_(space ? space->stopwatch() : nullptr) {
    if (!watch_) return;
    start();
    stop();
    space_->synchronise();
  }

  /// Forgets what was moved before.
  void ready() const {
    if (space_) space_->transfers();
  }
  void start() const {
    if (watch_) watch_->start();
  }
  void stop() const {
    if (watch_) watch_->stop();
  }
  /// Once the device is done.
  void add() {
    if (watch_) seconds_ += watch_->seconds();
    const auto moved = space_ ? space_->transfers() : std::nullopt;
    counts_ = moved.has_value();
    if (!moved) return;
    moved_.to_device += moved->to_device;
    moved_.to_host += moved->to_host;
  }

  std::optional<double> seconds() const { return watch_ ? std::optional(seconds_) : std::nullopt; }
  std::optional<DeviceSpace::Transfers> moved() const {
    return counts_ ? std::optional(moved_) : std::nullopt;
  }

 private:
  DeviceSpace* space_;
  std::unique_ptr<DeviceStopwatch> watch_;
  double seconds_ = 0.0;
  bool counts_ = false;
  DeviceSpace::Transfers moved_;
};

/// Per transform, over the ranks: nothing where any rank does not know.
std::optional<profile::Spread> spread(const std::optional<double>& seconds, int repetitions,
                                      const Agreement& ranks) {
  const double mine = seconds.value_or(0.0) / repetitions;
  std::array<double, 3> most{mine, -mine, seconds ? 0.0 : 1.0};
  double sum = mine;
  MPI_Allreduce(MPI_IN_PLACE, most.data(), 3, MPI_DOUBLE, MPI_MAX, ranks.comm());
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, ranks.comm());
  if (most[2] > 0.0) return std::nullopt;
  return profile::Spread{sum / ranks.size(), -most[1], most[0]};
}

json moved_bytes(const std::optional<DeviceSpace::Transfers>& moved, int repetitions,
                 const Agreement& ranks) {
  const DeviceSpace::Transfers mine = moved.value_or(DeviceSpace::Transfers{});
  std::array<double, 3> sums{mine.to_device, mine.to_host, moved ? 0.0 : 1.0};
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), 3, MPI_DOUBLE, MPI_SUM, ranks.comm());
  if (sums[2] > 0.0) return {};
  return {{"to_device_bytes", sums[0] / repetitions}, {"to_host_bytes", sums[1] / repetitions}};
}

/// One direction: what was intercepted, and what the library's timers tell.
struct Direction {
  explicit Direction(DeviceSpace* space) : device(space) {}

  profile::Totals totals;
  std::optional<Phases> declared = Phases{0.0, 0.0, 0.0, 0.0, 0.0};
  OnDevice device;

  template <class Call>
  void add(const char* name, Timer& timer, Plan& plan, Call&& call) {
    device.ready();
    timer.time(name, [&] {
      profile::begin();  // the wall's time holds the device's
      device.start();
      call();
      device.stop();
      timer.finish();
      totals += profile::end();
    });
    device.add();
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
  std::optional<Direction> forward, backward;
  timer.ranks().collectively("clocks of the device", [&] {
    forward.emplace(timer.device());
    backward.emplace(timer.device());
  });
  plan.phases();  // starts the timers
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    forward->add("profiled forward", timer, plan, [&] { plan.forward(); });
    backward->add("profiled backward", timer, plan, [&] { plan.backward(); });
    rescale();
  }
  const Visible visible = visible_in(plan.effective());
  const auto reduced = [&](const Direction& direction) {
    json part = to_json(profile::reduce(direction.totals, repetitions, timer.ranks().comm(),
                                        visible, direction.declared));
    part["device_s"] = to_json(spread(direction.device.seconds(), repetitions, timer.ranks()));
    part["transfers"] = moved_bytes(direction.device.moved(), repetitions, timer.ranks());
    return part;
  };
  return {{"repetitions", repetitions},
          {"forward", reduced(*forward)},
          {"backward", reduced(*backward)}};
}

}  // namespace fftbench
