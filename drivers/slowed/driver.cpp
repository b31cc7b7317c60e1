/// FFTW's MPI transforms, slower by so many percent: to find out how small a difference the
/// benchmark can tell. No library, but a test instrument, and the only driver that looks at a
/// clock.

#include <chrono>
#include <cstdint>
#include <fftbench/registry.hpp>

namespace {

using namespace fftbench;

constexpr auto wrapped = "fftw_mpi";

class SlowedPlan final : public Plan {
 public:
  SlowedPlan(std::unique_ptr<Plan> plan, Settings settings)
      : plan_(std::move(plan)), settings_(std::move(settings)) {}

  Layout input() const override { return plan_->input(); }
  Layout output() const override { return plan_->output(); }
  std::optional<Buffers> own_buffers() override { return plan_->own_buffers(); }
  void commit(const Buffers& buffers) override { plan_->commit(buffers); }
  double forward_scale() const override { return plan_->forward_scale(); }
  double round_trip_scale() const override { return plan_->round_trip_scale(); }

  void forward() override {
    slowly([this] { plan_->forward(); });
  }
  void backward() override {
    slowly([this] { plan_->backward(); });
  }

  Effective effective() const override {
    Effective effective = plan_->effective();
    effective.settings = settings_.all();
    return effective;
  }

 private:
  /// Calls, and then spins until all of it has taken 1 + percent/100 times as long as the call.
  template <class Call>
  void slowly(const Call& call) const {
    const auto start = Clock::now();
    call();
    const auto end = Clock::now() + (Clock::now() - start) * settings_.number("percent") / 100;
    while (Clock::now() < end) {
    }
  }

  using Clock = std::chrono::steady_clock;
  std::unique_ptr<Plan> plan_;
  Settings settings_;
};

class SlowedDriver final : public Driver {
 public:
  Description description() const override {
    Description description;
    // While drivers register, the other may not be there yet, and only the name is asked for.
    for (const auto& known : Registry::instance().drivers()) {
      if (known.get() != this) description = known->description();
    }
    description.name = "slowed";
    description.library += ", slowed on purpose";
    description.unranked = "it tests the benchmark";
    description.options = {
        {"percent",
         "how much longer each transform takes",
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{5}, std::int64_t{10}}}};
    return description;
  }

  Support supports(const Request& request, int ranks) const override {
    return driver().supports(without_percent(request), ranks);
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<SlowedPlan>(driver().plan(without_percent(request), comm),
                                        request.settings);
  }

 private:
  static Driver& driver() { return Registry::instance().find(wrapped); }

  /// Planned by estimate: quickly, and alike in every launch.
  static Request without_percent(Request request) {
    const auto options = driver().description().options;
    request.settings = Settings::resolve(options, {{"planner", std::string("estimate")}});
    return request;
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(SlowedDriver)
