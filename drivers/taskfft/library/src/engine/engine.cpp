#include "engine/engine.hpp"

#include <optional>

#include "engine/communicators.hpp"
#include "engine/engine_of_precision.hpp"
#include "engine/executors.hpp"
#include "engine/memory.hpp"
#include "engine/routes.hpp"
#include "run/cores.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

constexpr const char* kOwnMemory =
    "the other plan's work memory is too small or serves another exchange: this plan has its own";

/// Collective: the work area of another plan of the same ranks, where it suits on all of them.
std::shared_ptr<WorkArea> borrow(const Engine* lender, const Setup& setup,
                                 const Communicator& all) {
  if (lender == nullptr) return nullptr;
  const std::shared_ptr<WorkArea>& area = lender->work_area();
  const bool suits = !area->dead && area->suits(setup);
  return maximum(all, Index{suits ? 0 : 1}) == 0 ? area : nullptr;
}

/// A processor for each thread to bind it to, or none; and the leave for that where it takes one.
struct OwnProcessors {
  std::vector<int> cores{};
  std::shared_ptr<const void> leave{};
};

/// Collective. Only where nobody else has these processors at the same time, as far as this plan
/// can tell: where it has all ranks of the job, and no plan of the process runs meanwhile but in
/// memory that has leave. `borrowed`: the memory that it works in, or null.
OwnProcessors own_processors(int threads, int thread_level, const Communicator& all,
                             const Communicator& node, const WorkArea* borrowed) {
  if (threads == 1 || !has_whole_job(all)) return {};
  OwnProcessors own{share_of_cores(node, threads)};
  if (thread_level < MPI_THREAD_MULTIPLE || own.cores.empty()) return own;
  if (borrowed != nullptr) own.leave = borrowed->leave.lock();
  if (!own.leave) own.leave = leave_to_bind();
  return own.leave ? own : OwnProcessors{};
}

}  // namespace

Engine::Engine(const Setup& setup, std::shared_ptr<Communicators> communicators,
               std::shared_ptr<WorkArea> work_area, std::unique_ptr<Executor> executor)
    : setup_(setup),
      layouts_(make_layouts(setup.geometry, setup.problem.placement, setup.options.order,
                            setup.problem.fields)),
      communicators_(std::move(communicators)),
      work_area_(std::move(work_area)),
      agreement_(communicators_->all, alarm()),
      outcome_{{setup.options.kernel, setup.options.stores}},
      executor_(std::move(executor)) {
  const bool alone = communicators_->all.size() == 1;
  if (blocking(setup.options.exchange) && !alone) work_area_->blocking = true;
}

void Engine::check_alive() const {
  if (!dead()) return;
  throw Error(
      "an earlier forward, backward or commit failed, of this plan or of one that works in the "
      "same memory, and its ranks may be out of step: destroy it and make a new one");
}

/// Ends the plan, and tells ranks that wait for this one.
void Engine::fail(const char* words) {
  WorkArea& area = *work_area_;
  area.dead = true;
  if (area.shared) area.shared->buffers.fail();
  alarm().sound();
  if (area.blocking) abort_job(communicators_->all, words);
}

Effective Engine::effective() const {
  Effective effective{setup_.options, setup_.decomposition, setup_.notes, outcome_.trials,
                      outcome_.own_bytes + outcome_.shared_bytes};
  effective.options.kernel = outcome_.choice.kernel;
  effective.options.stores = outcome_.choice.stores;
  effective.notes.insert(effective.notes.end(), outcome_.tuning_notes.begin(),
                         outcome_.tuning_notes.end());
  return effective;
}

void Engine::add_tuning(const Trials& trials, const std::vector<std::string>& notes) {
  outcome_.trials += trials;
  outcome_.tuning_notes.insert(outcome_.tuning_notes.end(), notes.begin(), notes.end());
}

std::unique_ptr<Engine> make_engine(const Problem& problem, const Options& options, MPI_Comm comm,
                                    std::unique_ptr<Executor> executor,
                                    std::optional<Communicator> given_node, const Engine* lender) {
  Communicator all = duplicate_checked(problem, options, comm);
  const Communicator node = given_node ? std::move(*given_node) : Communicator::of_node(all);
  Facts facts = gather_facts(all, node);
  facts.largest_count = maximum(all, largest_count(make_setup(problem, options, facts)));
  const Setup wanted = make_setup(problem, options, facts);
  std::shared_ptr<WorkArea> area = borrow(lender, wanted, all);
  JoinedNodes nodes = nodes_to_join(wanted, all, facts);
  check_memory(wanted, area != nullptr, nodes, all, node);
  std::optional<SharedBuffers> shared;
  if (!area) shared = share_buffers(wanted, all, node, facts.sharing_obstacle);
  share_joined(nodes, all, facts.sharing_obstacle);
  Setup setup = make_setup(problem, options, facts);
  if (!area && setup.options.exchange != wanted.options.exchange) {
    area = borrow(lender, setup, all);
    check_memory(setup, area != nullptr, nodes, all, node);
  }
  if (lender != nullptr && !area) setup.notes.emplace_back(kOwnMemory);
  OwnProcessors processors =
      own_processors(setup.options.threads, facts.thread_level, all, node, area.get());
  const auto communicators = std::make_shared<Communicators>(
      make_communicators(std::move(all), setup.geometry, called_parts(setup)));
  communicators->nodes = std::move(nodes);
  std::unique_ptr<Engine> engine;
  on_all_ranks(communicators->all, "the work buffers: use more ranks or a smaller array", [&] {
    if (!executor) executor = make_executor(setup.options, facts.thread_level, processors.cores);
    const bool borrowed = area != nullptr;
    if (!borrowed) {
      area = std::make_shared<WorkArea>(WorkArea::of(setup, std::move(shared), *communicators));
    }
    engine = engine_of_precision(setup, communicators, area, std::move(executor));
    if (processors.leave) area->leave = processors.leave;
    engine->hold(std::move(processors.leave));
    if (!borrowed) engine->add_memory(area->own_bytes(), area->shared_bytes());
    for (const auto& each : communicators->nodes) engine->add_memory(0, each ? each->bytes : 0);
  });
  return engine;
}

}  // namespace taskfft
