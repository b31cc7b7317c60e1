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

/// Null for an empty one, which has nothing to be shown.
const SpectrumVisitor* visitor_of(const SpectrumVisitor& visit) {
  return visit ? &visit : nullptr;
}

std::unique_ptr<Engine> make(const Problem& problem, const Options& options, MPI_Comm comm,
                             const Engine* lender) {
  std::unique_ptr<Engine> engine =
      options.tuning == Tuning::measure
          ? make_tuned_engine(problem, options, comm, lender)
          : make_engine(problem, options, comm, nullptr, std::nullopt, lender);
  engine->trace_to(options.trace);
  return engine;
}

}  // namespace

Plan::Plan(const Problem& problem, const Options& options, MPI_Comm comm)
    : engine_(make(problem, options, comm, nullptr)) {}
Plan::Plan(const Problem& problem, const Options& options, const Plan& lender)
    : engine_(make(problem, options, engine_of(lender.engine_).comm(), lender.engine_.get())) {}
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
void Plan::forward(const SpectrumVisitor& visit) {
  engine_of(engine_).forward(visitor_of(visit));
}
void Plan::backward() {
  engine_of(engine_).backward();
}
void Plan::forward(ConstArrayView field, ArrayView spectrum) {
  const ArrayTypes types{field.type, spectrum.type};
  engine_of(engine_).forward(field.data, spectrum.data, &types);
}
void Plan::forward(ConstArrayView field, ArrayView spectrum, const SpectrumVisitor& visit) {
  const ArrayTypes types{field.type, spectrum.type};
  engine_of(engine_).forward(field.data, spectrum.data, &types, visitor_of(visit));
}
void Plan::backward(ConstArrayView spectrum, ArrayView field) {
  const ArrayTypes types{spectrum.type, field.type};
  engine_of(engine_).backward(spectrum.data, field.data, &types);
}
void Plan::forward(const void* field, void* spectrum) {
  engine_of(engine_).forward(field, spectrum, nullptr);
}
void Plan::backward(const void* spectrum, void* field) {
  engine_of(engine_).backward(spectrum, field, nullptr);
}
Effective Plan::effective() const {
  return engine_of(engine_).effective();
}
MPI_Comm Plan::comm() const {
  return engine_of(engine_).comm();
}
void Plan::start_trace() {
  engine_of(engine_).start_trace();
}
std::vector<WorkerTimes> Plan::trace() const {
  return engine_of(engine_).trace();
}

}  // namespace taskfft
