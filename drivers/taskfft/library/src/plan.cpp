#include "taskfft/plan.hpp"

#include "engine/engine.hpp"
#include "support/moved.hpp"
#include "tuning/tuning.hpp"

namespace taskfft {
namespace {

/// Null for an empty one, which has nothing to be shown.
const SpectrumVisitor* visitor_of(const SpectrumVisitor& visit) {
  return visit ? &visit : nullptr;
}

void run_on(Engine& engine, Trip trip, ConstArrayView from, ArrayView to,
            const SpectrumVisitor* visit) {
  const ArrayTypes types{from.type, to.type};
  engine.run(trip, from.data, to.data, &types, visit);
}

}  // namespace

Plan::Plan(const Problem& problem, const Options& options, MPI_Comm comm)
    : engine_(make_plan_engine(problem, options, comm)) {}
Plan::Plan(const Problem& problem, const Options& options, const Plan& lender)
    : engine_(make_plan_engine(problem, options, unless_moved(lender.engine_).comm(),
                               lender.engine_.get())) {}
Plan::~Plan() = default;
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;

const Layout& Plan::input() const {
  return unless_moved(engine_).input();
}
const Layout& Plan::output() const {
  return unless_moved(engine_).output();
}
void Plan::commit(void* in, void* out) {
  unless_moved(engine_).commit(in, out);
}
void Plan::forward() {
  unless_moved(engine_).forward();
}
void Plan::forward(const SpectrumVisitor& visit) {
  unless_moved(engine_).run(Trip::forward, visitor_of(visit));
}
void Plan::backward() {
  unless_moved(engine_).backward();
}
void Plan::backward(const SpectrumVisitor& visit) {
  unless_moved(engine_).run(Trip::shown, visitor_of(visit));
}
void Plan::round_trip(const SpectrumVisitor& visit) {
  unless_moved(engine_).run(Trip::round, visitor_of(visit));
}
void Plan::forward(ConstArrayView field, ArrayView spectrum) {
  run_on(unless_moved(engine_), Trip::forward, field, spectrum, nullptr);
}
void Plan::forward(ConstArrayView field, ArrayView spectrum, const SpectrumVisitor& visit) {
  run_on(unless_moved(engine_), Trip::forward, field, spectrum, visitor_of(visit));
}
void Plan::backward(ConstArrayView spectrum, ArrayView field) {
  run_on(unless_moved(engine_), Trip::backward, spectrum, field, nullptr);
}
void Plan::backward(ConstArrayView spectrum, ArrayView field, const SpectrumVisitor& visit) {
  run_on(unless_moved(engine_), Trip::shown, spectrum, field, visitor_of(visit));
}
void Plan::forward(const void* field, void* spectrum) {
  unless_moved(engine_).run(Trip::forward, field, spectrum, nullptr);
}
void Plan::backward(const void* spectrum, void* field) {
  unless_moved(engine_).run(Trip::backward, spectrum, field, nullptr);
}
void Plan::refuse(const std::string& words) {
  unless_moved(engine_).refuse(words);
}
Effective Plan::effective() const {
  return unless_moved(engine_).effective();
}
MPI_Comm Plan::comm() const {
  return unless_moved(engine_).comm();
}
void Plan::start_trace() {
  unless_moved(engine_).start_trace();
}
std::vector<WorkerTimes> Plan::trace() const {
  return unless_moved(engine_).trace();
}

}  // namespace taskfft
