#include "taskfft/plan.hpp"

#include "engine/engine.hpp"
#include "taskfft/error.hpp"
#include "tuning/tuning.hpp"

namespace taskfft {
namespace {

Engine& engine_of(const std::unique_ptr<Engine>& engine) {
  if (!engine) {
    throw ArgumentError("this plan was moved from: use the one that it became, or assign to it");
  }
  return *engine;
}

}  // namespace

Plan::Plan(const Problem& problem, const Options& options, MPI_Comm comm)
    : engine_(options.tuning == Tuning::measure ? make_tuned_engine(problem, options, comm)
                                                : make_engine(problem, options, comm)) {
  engine_->trace_to(options.trace, Communicator::duplicate(comm));
}
Plan::~Plan() = default;
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;

const Layout& Plan::input() const {
  return engine_of(engine_).input();
}
const Layout& Plan::output() const {
  return engine_of(engine_).output();
}
void Plan::commit(void* in, void* out) {
  engine_of(engine_).commit(in, out);
}
void Plan::forward() {
  engine_of(engine_).forward();
}
void Plan::backward() {
  engine_of(engine_).backward();
}
Effective Plan::effective() const {
  return engine_of(engine_).effective();
}
void Plan::start_trace() {
  engine_of(engine_).start_trace();
}
std::vector<WorkerTimes> Plan::trace() const {
  return engine_of(engine_).trace();
}

}  // namespace taskfft
