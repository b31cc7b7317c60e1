/// What no transform on a device can be faster than: the least traffic and work, measured.

#include <fftbench/registry.hpp>

#include "../bound_plan.hpp"
#include "ways.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::lower_bound;

class DevicePlan final : public BoundPlan {
 public:
  using BoundPlan::BoundPlan;

  void commit(const Buffers& buffers) override {
    choose(fastest(of() == "memory"
                       ? device::ways_through_memory(request(), buffers, ranks(), sink_)
                       : device::ways_to_compute(request(), ranks(), sink_),
                   comm(), device::finish));
  }

 private:
  int threads() const override { return 1; }

  device::Sink sink_;
};

class LowerBoundCuda final : public Driver {
 public:
  Description description() const override {
    Description description = bound_description("lower_bound_cuda", "least traffic and work");
    description.memories = {Memory::cuda};
    description.options = {{"of",
                            "what bounds the time: reading and writing the arrays once, or the "
                            "fewest known operations",
                            {"memory", "arithmetic"}}};
    return description;
  }

  Support supports(const Request&, int) const override { return Support::yes(); }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<DevicePlan>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(LowerBoundCuda)
