/// What no transform can be faster than: the least traffic, work and messages, measured.

#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>
#include <limits>
#include <memory>

#include "bound_plan.hpp"
#include "common/openmp.hpp"
#include "link.hpp"
#include "share.hpp"
#include "ways.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::lower_bound;

class HostPlan final : public BoundPlan {
 public:
  using BoundPlan::BoundPlan;

  void commit(const Buffers& buffers) override {
    set_openmp_threads(request().threads);
    choose(fastest(ways(buffers), comm()));
  }

 private:
  int threads() const override { return openmp_threads(); }

  std::vector<Way> ways(const Buffers& buffers) const {
    if (of() == "memory") return ways_through_memory(request(), buffers, ranks());
    if (of() == "arithmetic") return ways_to_compute(request(), ranks());
    return ways_between_nodes(request(), buffers, comm());
  }
};

class LowerBound final : public Driver {
 public:
  Description description() const override {
    Description description = bound_description("lower_bound", "least traffic, work and messages");
    description.threaded = true;
    description.options = {{"of",
                            "what bounds the time: reading and writing the arrays once, the fewest "
                            "known operations, or what must leave each node",
                            {"memory", "arithmetic", "exchange"}}};
    return description;
  }

  Support supports(const Request& request, int ranks) const override {
    if (request.settings.text("of") != "exchange") return Support::yes();
    if (Places(MPI_COMM_WORLD).ranks.size() == 1) {
      return Support::no(
          "all ranks are on one node and can read each other's memory: the bound of memory holds");
    }
    const std::size_t numbers = Share(request.problem, ranks).less() / sizeof(double);
    if (numbers > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
      return Support::no("MPI counts in int: a rank would send more than 2^31-1 numbers");
    }
    return Support::yes();
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<HostPlan>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(LowerBound)
