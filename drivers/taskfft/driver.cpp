/// taskfft behind the harness's driver interface.

#include <fftw3.h>

#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>

#include "taskfft/taskfft.hpp"

namespace {

using namespace fftbench;

taskfft::Problem problem_of(const Problem& problem) {
  using taskfft::named;
  return {.extents = {problem.shape.begin(), problem.shape.end()},
          .transform = named<taskfft::Transform>(name(problem.transform)),
          .precision = named<taskfft::Precision>(name(problem.precision)),
          .placement = named<taskfft::Placement>(name(problem.placement))};
}

taskfft::Options options_of(const Request& request) {
  using taskfft::named;
  const Settings& s = request.settings;
  taskfft::Options o;
  for (std::size_t k = 0; k < request.grid.size(); ++k) {
    o.grid[k] = static_cast<int>(request.grid[k]);
  }
  o.threads = request.threads;
  o.effort = named<taskfft::Effort>(s.text("planner"));
  o.kernel = named<taskfft::LineKernel>(s.text("kernel"));
  o.stores = named<taskfft::Stores>(s.text("stores"));
  o.exchange = named<taskfft::Exchange>(s.text("exchange"));
  o.order = named<taskfft::Order>(s.text("order"));
  o.packing = named<taskfft::Packing>(s.text("packing"));
  if (s.all().at("message_groups") != Setting("auto")) {
    o.message_groups = static_cast<int>(s.number("message_groups"));
  }
  const Setting& under_way = s.all().at("sends_under_way");
  o.sends_under_way =
      under_way == Setting("all") ? 0 : static_cast<int>(s.number("sends_under_way"));
  o.scheduler = named<taskfft::Scheduler>(s.text("scheduler"));
  o.stealing = s.flag("stealing");
  o.tuning = named<taskfft::Tuning>(s.text("tuning"));
  return o;
}

Layout layout_of(const taskfft::Layout& from) {
  Layout layout;
  for (std::size_t axis = 0; axis < from.lo.size(); ++axis) {
    layout.box.lo.push_back(from.lo[axis]);
    layout.box.hi.push_back(from.hi[axis]);
    layout.stride.push_back(from.stride[axis]);
  }
  layout.size = from.size;
  return layout;
}

class TaskfftPlan final : public Plan {
 public:
  TaskfftPlan(const Request& request, MPI_Comm comm)
      : request_(request), plan_(problem_of(request.problem), options_of(request), comm) {}

  Layout input() const override { return layout_of(plan_.input()); }
  Layout output() const override { return layout_of(plan_.output()); }

  void commit(const Buffers& buffers) override {
    fftw_forget_wisdom();  // or an earlier case would pay for this one's planning
    fftwf_forget_wisdom();
    plan_.commit(buffers.input, buffers.output);
  }

  void forward() override { plan_.forward(); }
  void backward() override { plan_.backward(); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.logical_shape().volume());
  }

  Effective effective() const override {
    const taskfft::Options& o = plan_.effective().options;
    Effective effective{{o.grid[0], o.grid[1]}, o.threads, request_.settings.all()};
    if (o.grid[2] > 0) effective.grid.push_back(o.grid[2]);
    effective.settings["exchange"] = std::string(taskfft::name(o.exchange));
    effective.settings["message_groups"] = std::int64_t{o.message_groups};
    effective.settings["kernel"] = std::string(taskfft::name(o.kernel));
    effective.settings["stores"] = std::string(taskfft::name(o.stores));
    effective.warnings = plan_.effective().notes;
    const taskfft::Trials& trials = plan_.effective().trials;
    effective.trials = Trials{trials.settings, trials.seconds};
    return effective;
  }

 private:
  Request request_;
  taskfft::Plan plan_;
};

class Taskfft final : public Driver {
 public:
  Description description() const override {
    return {.name = "taskfft",
            .library = "taskfft",
            .version = taskfft::version,
            .dims = {1, 2, 3},
            .transforms = {Transform::c2c, Transform::r2c, Transform::dct1, Transform::dct2,
                           Transform::dct3, Transform::dct4, Transform::dst1, Transform::dst2,
                           Transform::dst3, Transform::dst4},
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .decompositions = {"slab", "pencil", "brick"},
            .threaded = true,
            .options = options()};
  }

  Support supports(const Request& request, int ranks) const override {
    const Settings& s = request.settings;
    if (real_to_real(request.problem.transform) &&
        (s.text("kernel") == "lanes" || s.text("stores") == "streaming")) {
      return Support::no(
          "FFTW transforms sines and cosines, and stores through the cache: kernel=lanes and "
          "stores=streaming have no meaning");
    }
    try {
      taskfft::check_arguments(problem_of(request.problem), options_of(request), ranks);
    } catch (const taskfft::ArgumentError& error) {
      return Support::no(error.what());
    }
    return Support::yes();
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<TaskfftPlan>(request, comm);
  }

 private:
  static std::vector<Option> options() {
    return {
        {"planner", "how long FFTW searches for a plan", {"measure", "estimate", "patient"}},
        {"kernel",
         "who transforms the lines: FFTW, our own on a vector of lines, or the faster, timed",
         {"auto", "fftw", "lanes"}},
        {"stores",
         "whether results go through the cache or around it; auto times both",
         {"auto", "cached", "streaming"}},
        {"exchange",
         "auto: shared, or what tuning finds; shared: ranks of a node read each other's blocks in "
         "place, p2p between nodes; p2p: a message per peer, sent as soon as it is packed; "
         "persistent: the same, prepared once; alltoallv and ialltoallv: one collective call, "
         "blocking or not",
         {"auto", "shared", "p2p", "persistent", "alltoallv", "ialltoallv"}},
        {"order",
         "axes of the spectrum: transposed saves the exchanges that restore the input's order",
         {"transposed", "natural"}},
        {"packing",
         "fused: packing and unpacking are part of the transforms; separate: copies of their own",
         {"fused", "separate"}},
        {"message_groups",
         "messages per peer and exchange: more let blocks leave before a stage ends",
         {"auto", std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8},
          std::int64_t{16}, std::int64_t{32}, std::int64_t{64}}},
        {"sends_under_way",
         "messages to one peer that may be under way at once",
         {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, "all"}},
        {"scheduler",
         "graph: a task runs once its own input is there, on any thread; fork_join: stage by "
         "stage; static: on threads fixed beforehand; serial: one thread",
         {"graph", "fork_join", "static", "serial"}},
        {"stealing",
         "graph and fork_join: threads without work take another's where that costs less than "
         "waiting",
         {true, false}},
        {"tuning",
         "measure: choose what is auto, and the grid where the case has none, by timing plans",
         {"off", "measure"}}};
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Taskfft)
