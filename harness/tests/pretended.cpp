/// The program fftbench-pretended: the naive transform and every lie about it on a device that is
/// none. test_devices.py asks for them.

#include <chrono>
#include <fftbench/registry.hpp>
#include <thread>

#include "liars.hpp"
#include "pretended_space.hpp"

namespace {

using namespace fftbench;

PretendedSpace& device() {
  return dynamic_cast<PretendedSpace&>(*DeviceSpaces::instance().find(Memory::hip));
}

/// Gives the device all that another plan does, and returns at once.
class Queued final : public Plan {
 public:
  Queued(std::unique_ptr<Plan> plan, const Request& request, MPI_Comm comm)
      : plan_(std::move(plan)),
        how_(request.settings.text("how")),
        last_rank_(rank_in(comm) == ranks_of(comm) - 1) {
    if (how_ == "hoards") hoard_ = device().allocate(50'000'000);
  }
  ~Queued() override { device().release(hoard_); }

  Layout input() const override { return plan_->input(); }
  Layout output() const override { return plan_->output(); }
  void commit(const Buffers& buffers) override { plan_->commit(buffers); }
  void forward() override {
    if (how_ == "touches the array") return plan_->forward();
    give([this] { plan_->forward(); });
  }
  void backward() override {
    give([this] { plan_->backward(); });
  }
  double forward_scale() const override { return plan_->forward_scale(); }
  double round_trip_scale() const override { return plan_->round_trip_scale(); }
  Effective effective() const override { return plan_->effective(); }

 private:
  template <class Work>
  void give(Work work) {
    if (how_ == "moves") device().move({1000.0, 500.0});
    if (how_ == "fails on the device") {
      device().give([] { throw std::runtime_error("an illegal address"); });
    }
    if (how_ == "loses the last rank's device" && last_rank_) {
      device().give([] { device().lose(); });
    }
    if (how_ == "sleeps") {
      device().give([] { std::this_thread::sleep_for(std::chrono::milliseconds(80)); });
    }
    device().give(work);
    if (how_ == "breaks the last rank's copies" && last_rank_) device().break_copies();
  }

  std::unique_ptr<Plan> plan_;
  std::string how_;
  bool last_rank_;
  void* hoard_ = nullptr;
};

class Pretended final : public Driver {
 public:
  Description description() const override {
    Description description = naive_description("pretended");
    description.memories = {Memory::hip};
    Option lie{"lie", "what it gets wrong", {"none"}};
    for (const auto& [name, make] : liars()) lie.values.emplace_back(name);
    description.options = {
        lie,
        {"how",
         "what else the library does",
         {"queues", "moves", "hoards", "fails on the device", "sleeps", "touches the array",
          "breaks the last rank's copies", "loses the last rank's device"}}};
    return description;
  }
  Support supports(const Request&, int) const override { return Support::yes(); }
  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    const auto liar = liars().find(request.settings.text("lie"));
    const MakePlan honest = make<NaivePlan>;
    auto plan = (liar == liars().end() ? honest : liar->second)(request, comm);
    return std::make_unique<Queued>(std::move(plan), request, comm);
  }
};

/// Offers what its program has no memory for.
class Unlinked final : public Driver {
 public:
  Description description() const override {
    Description description = naive_description("unlinked");
    description.memories = {Memory::cuda};
    return description;
  }
  Support supports(const Request&, int) const override { return Support::yes(); }
  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return make<NaivePlan>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Pretended)
FFTBENCH_REGISTER_DRIVER(Unlinked)
