/// taskfft's plans on CUDA's devices behind the harness's driver interface.

#include <fftbench/registry.hpp>

#include <taskfft/device_mpi.hpp>
#include <taskfft/device_plan.hpp>
#include <taskfft/taskfft.hpp>
#include "problems.hpp"

namespace {

using namespace fftbench;
using taskfft_settings::layout_of;
using taskfft_settings::problem_of;

const Setting kAuto = "auto";

taskfft::DeviceOptions options_of(const Request& request) {
  const Settings& s = request.settings;
  taskfft::DeviceOptions options;
  for (std::size_t k = 0; k < request.grid.size(); ++k) {
    options.grid[k] = static_cast<int>(request.grid[k]);
  }
  options.exchange = taskfft::named<taskfft::DeviceExchange>(s.text("exchange"));
  options.order = taskfft::named<taskfft::Order>(s.text("order"));
  const Setting& chunks = s.all().at("chunks");
  if (chunks != kAuto) options.chunks = static_cast<int>(std::get<std::int64_t>(chunks));
  return options;
}

class CudaPlan final : public Plan {
 public:
  CudaPlan(const Request& request, MPI_Comm comm)
      : request_(request),
        alone_(ranks_of(comm) == 1),
        plan_(problem_of(request.problem), options_of(request), comm) {}

  Layout input() const override { return layout_of(plan_.input()); }
  Layout output() const override { return layout_of(plan_.output()); }

  void commit(const Buffers& buffers) override { plan_.commit(buffers.input, buffers.output); }
  void forward() override { plan_.forward(); }
  void backward() override { plan_.backward(); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    const taskfft::DeviceEffective does = plan_.effective();
    const taskfft::DeviceOptions& o = does.options;
    Effective effective{{o.grid[0], o.grid[1]},
                        1,
                        {{"exchange", std::string(name(o.exchange))},
                         {"order", std::string(name(o.order))},
                         {"chunks", std::int64_t{o.chunks}}}};
    for (const std::string& note : does.notes) effective.warnings.push_back({"library", note});
    // Ranks that read each other's memory tell each other so by messages without contents; others
    // ask MPI for messages while the device computes, and that is no exchange.
    effective.visible.exchange = alone_;
    return effective;
  }

 private:
  Request request_;
  bool alone_;
  taskfft::DevicePlan plan_;
};

class TaskfftCuda final : public Driver {
 public:
  Description description() const override {
    return {.name = "taskfft_cuda",
            .library = "taskfft",
            .version = taskfft::version,
            .dims = {2, 3},
            .transforms = {Transform::c2c, Transform::r2c},
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .memories = {Memory::cuda},
            .decompositions = {"slab", "pencil"},
            .options =
                {{"exchange",
                  "ipc: ranks of a machine read each other's device memory in place; mpi: messages "
                  "from device memory; staged: messages from the host's memory; auto: the first of "
                  "these that can be had",
                  {kAuto, "ipc", "mpi", "staged"}},
                 {"chunks",
                  "pieces of a stage, of which one is transformed while another travels; auto: one "
                  "for every 16 MiB, at most 8",
                  {kAuto, std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8},
                   std::int64_t{16}}},
                 {"order",
                  "of the output's axes: transposed saves the exchanges that restore the input's",
                  {"transposed", "natural"}}},
            .variables = {"CUFFT_"}};
  }

  Support supports(const Request& request, int ranks) const override {
    const taskfft::DeviceOptions options = options_of(request);
    if (options.exchange == taskfft::DeviceExchange::mpi) {
      const std::string obstacle = taskfft::device_mpi_obstacle();
      if (!obstacle.empty()) return Support::no("exchange mpi: " + obstacle);
    }
    try {
      taskfft::check_device_arguments(problem_of(request.problem), options, ranks);
    } catch (const taskfft::ArgumentError& error) {
      return Support::no(error.what());
    }
    return Support::yes();
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<CudaPlan>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(TaskfftCuda)
