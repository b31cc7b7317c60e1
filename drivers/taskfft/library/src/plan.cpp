#include "taskfft/plan.hpp"

#include "engine/engine.hpp"
#include "tuning/tuning.hpp"

namespace taskfft {

Plan::Plan(const Problem& problem, const Options& options, MPI_Comm comm)
    : engine_(options.tuning == Tuning::measure ? make_tuned_engine(problem, options, comm)
                                                : make_engine(problem, options, comm)) {
  engine_->trace_to(options.trace, Communicator::duplicate(comm));
}
Plan::~Plan() = default;
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;

const Layout& Plan::input() const {
  return engine_->input();
}
const Layout& Plan::output() const {
  return engine_->output();
}
void Plan::commit(void* in, void* out) {
  engine_->commit(in, out);
}
void Plan::forward() {
  engine_->forward();
}
void Plan::backward() {
  engine_->backward();
}
Effective Plan::effective() const {
  return engine_->effective();
}
std::vector<WorkerTimes> Plan::trace() const {
  return engine_->trace();
}

}  // namespace taskfft
