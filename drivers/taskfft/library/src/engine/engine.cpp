#include "engine/engine.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "engine/communicators.hpp"
#include "engine/direction.hpp"
#include "engine/executors.hpp"
#include "engine/memory.hpp"
#include "run/cores.hpp"
#include "support/timing.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

template <class Real>
class EngineOf final : public Engine {
 public:
  EngineOf(const Setup& setup, Communicators communicators, std::optional<SharedBuffers> shared,
           std::unique_ptr<Executor> executor)
      : Engine(setup, std::move(executor)),
        communicators_(std::move(communicators)),
        forward_(this->setup(), true, communicators_),
        backward_(this->setup(), false, communicators_),
        kernels_(setup.options.effort) {
    if (shared) shared_.emplace(SharedBufferUses{std::move(*shared)});
    allocate();
  }

  void commit(void* in, void* out) override;
  void forward() override { run_committed(forward_); }
  void backward() override { run_committed(backward_); }

 private:
  void allocate();
  void run_committed(Direction<Real>& direction);
  void run(Direction<Real>& direction);
  void check_alive() const;
  void check_arrays(const void* in, const void* out) const;
  BufferPointers work_buffers() const;
  KernelChoice choose(BufferPointers& buffers, void* in, void* out);
  KernelChoice fastest(const std::vector<KernelChoice>& open, BufferPointers& buffers, void* in,
                       void* out);
  void bind(BufferPointers& buffers, void* in, void* out, const KernelChoice& choice);

  std::size_t input_reals() const {
    return static_cast<std::size_t>(input().size * reals_in(setup().geometry.input_element()));
  }
  std::size_t output_reals() const {
    return static_cast<std::size_t>(output().size * reals_in(setup().geometry.element));
  }

  Communicators communicators_;
  Direction<Real> forward_;
  Direction<Real> backward_;
  Kernels<Real> kernels_;
  std::array<AlignedBuffer<std::byte>, kWorkBuffers> work_;
  std::optional<SharedBufferUses> shared_;
  std::vector<Workspace> workspaces_;   ///< per worker
  std::optional<KernelChoice> choice_;  ///< made by the first commit
  bool committed_ = false;
  bool dead_ = false;  ///< a run has failed: what was counted and sent in it is not known
};

template <class Real>
void EngineOf<Real>::allocate() {
  WorkspaceSize workspace;
  for (const Direction<Real>* direction : {&forward_, &backward_}) {
    for (const WorkItem& item : direction->schedule().items) {
      workspace.include(workspace_of<Real>(item));
    }
  }
  std::size_t& all = outcome().work_bytes;
  all = shared_ ? shared_->buffers.bytes() : 0;
  const std::array<std::size_t, kWorkBuffers> bytes = buffer_bytes(setup());
  for (std::size_t k = shared_ ? work_index(Buffer::receive_even) : 0; k < kWorkBuffers; ++k) {
    work_[k] = AlignedBuffer<std::byte>(bytes[k]);
    all += bytes[k];
  }
  for (int worker = 0; worker < executor().workers(); ++worker) {
    workspaces_.emplace_back(workspace);
    all += workspace.bytes();
  }
}

/// Whether two arrays share memory.
bool overlap(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(a);
  const auto second = reinterpret_cast<std::uintptr_t>(b);
  return first < second + b_bytes && second < first + a_bytes;
}

template <class Real>
void EngineOf<Real>::check_alive() const {
  if (!dead_) return;
  throw Error(
      "an earlier forward, backward or commit of this plan failed, and its ranks may be out of "
      "step: destroy it and make a new one");
}

template <class Real>
void EngineOf<Real>::check_arrays(const void* in, const void* out) const {
  const bool in_place = setup().problem.placement == Placement::in_place;
  if ((in == nullptr && input().size > 0) || (out == nullptr && output().size > 0)) {
    throw ArgumentError("commit was given a null pointer for an array that is not empty");
  }
  if (in_place && in != out) {
    throw ArgumentError("commit was given two arrays, but the problem is in place: pass one twice");
  }
  if (in_place || input().size == 0 || output().size == 0) return;
  if (in == out) {
    throw ArgumentError(
        "commit was given one array twice, but the problem is out of place: "
        "ask for Placement::in_place or pass two arrays");
  }
  if (overlap(in, sizeof(Real) * input_reals(), out, sizeof(Real) * output_reals())) {
    throw ArgumentError(
        "commit was given two arrays that overlap: each has the size of its layout");
  }
}

template <class Real>
void EngineOf<Real>::commit(void* in, void* out) {
  on_all_ranks(communicators_.all, "", [&] {
    check_alive();
    check_arrays(in, out);
  });
  committed_ = false;
  BufferPointers buffers = work_buffers();
  if (!choice_) choice_ = choose(buffers, in, out);
  bind(buffers, in, out, *choice_);
  committed_ = true;
  const bool mine = forward_.uses_lanes() || backward_.uses_lanes();
  const bool lanes = maximum(communicators_.all, Index{mine ? 1 : 0}) > 0;  // others may have none
  outcome().choice = lanes ? KernelChoice{LineKernel::lanes, choice_->stores}
                           : KernelChoice{LineKernel::fftw, Stores::cached};
}

template <class Real>
BufferPointers EngineOf<Real>::work_buffers() const {
  BufferPointers buffers{};
  for (std::size_t k = 0; k < kWorkBuffers; ++k) {
    buffers.mine[static_cast<std::size_t>(Buffer::send_even) + k] = work_[k].get();
  }
  if (!shared_) return buffers;
  for (int rank = 0; rank < shared_->buffers.ranks(); ++rank) {
    buffers.shared.push_back({shared_->buffers.buffer(rank, 0), shared_->buffers.buffer(rank, 1)});
  }
  const auto mine = buffers.shared[static_cast<std::size_t>(setup().node_rank)];
  buffers[Buffer::send_even] = mine[0];
  buffers[Buffer::send_odd] = mine[1];
  return buffers;
}

/// Zeros, which stay finite however often they are transformed. Memory that nobody has written to
/// yet stays so: it will lie near the worker that does.
template <class Real>
void clear(Real* numbers, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    if (numbers[k] != 0) numbers[k] = 0;
  }
}

/// The fastest choice, by whole transforms.
template <class Real>
KernelChoice EngineOf<Real>::fastest(const std::vector<KernelChoice>& open, BufferPointers& buffers,
                                     void* in, void* out) {
  const Stopwatch watch;
  const auto pair = [this] {
    run(forward_);
    run(backward_);
  };
  clear(static_cast<Real*>(in), input_reals());
  bind(buffers, in, out, open.front());
  on_all_ranks(communicators_.all, "a first transform", pair);  // touches all memory
  KernelChoice best = open.front();
  double least = kNever;
  for (const KernelChoice& choice : open) {
    bind(buffers, in, out, choice);
    const double seconds = seconds_per_pair(communicators_.all, least, pair);
    if (seconds >= least) continue;
    least = seconds;
    best = choice;
  }
  if (recorder() != nullptr) recorder()->clear();  // of the trials
  outcome().trials += {static_cast<int>(open.size()), maximum(communicators_.all, watch.seconds())};
  return best;
}

template <class Real>
KernelChoice EngineOf<Real>::choose(BufferPointers& buffers, void* in, void* out) {
  const Index points = setup().geometry.points() / communicators_.all.size();
  const std::vector<KernelChoice> open =
      choices(setup().options, forward_.lanes_possible(), points);
  return open.size() > 1 ? fastest(open, buffers, in, out) : open.front();
}

template <class Real>
void EngineOf<Real>::bind(BufferPointers& buffers, void* in, void* out,
                          const KernelChoice& choice) {
  SharedBufferUses* shared = shared_ ? &*shared_ : nullptr;
  on_all_ranks(communicators_.all, "the passes", [&] {
    buffers[Buffer::from] = in;
    buffers[Buffer::to] = out;
    forward_.bind(buffers, workspaces_, choice, kernels_, shared);
    buffers[Buffer::from] = out;
    buffers[Buffer::to] = in;
    backward_.bind(buffers, workspaces_, choice, kernels_, shared);
  });
}

template <class Real>
void EngineOf<Real>::run_committed(Direction<Real>& direction) {
  check_alive();
  if (!committed_) throw Error("forward or backward was called before commit bound the arrays");
  run(direction);
}

template <class Real>
void EngineOf<Real>::run(Direction<Real>& direction) {
  try {
    direction.begin();
    executor().run(direction.schedule().graph, direction);
  } catch (...) {
    dead_ = true;
    if (shared_) shared_->buffers.fail();
    throw;
  }
}

std::unique_ptr<Engine> make_engine_of(const Setup& setup, Communicators communicators,
                                       std::optional<SharedBuffers> shared,
                                       std::unique_ptr<Executor> executor) {
  if (setup.problem.precision == Precision::float64) {
    return std::make_unique<EngineOf<double>>(setup, std::move(communicators), std::move(shared),
                                              std::move(executor));
  }
  return std::make_unique<EngineOf<float>>(setup, std::move(communicators), std::move(shared),
                                           std::move(executor));
}

}  // namespace

Engine::Engine(const Setup& setup, std::unique_ptr<Executor> executor)
    : setup_(setup),
      layouts_(make_layouts(setup.geometry, setup.problem.placement, setup.options.order,
                            setup.problem.fields)),
      outcome_{{setup.options.kernel, setup.options.stores}},
      executor_(std::move(executor)) {}

Effective Engine::effective() const {
  Effective effective{setup_.options, setup_.decomposition, setup_.notes, outcome_.trials,
                      outcome_.work_bytes};
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
                                    std::optional<Communicator> given_node) {
  Communicator all = duplicate_checked(problem, options, comm);
  const Communicator node = given_node ? std::move(*given_node) : Communicator::of_node(all);
  Facts facts = gather_facts(all, node);
  facts.largest_count = maximum(all, largest_count(make_setup(problem, options, facts)));
  const Setup wanted = make_setup(problem, options, facts);
  check_memory(wanted, all, node);
  std::optional<SharedBuffers> shared = share_buffers(wanted, all, node, facts.sharing_obstacle);
  const Setup setup = make_setup(problem, options, facts);
  if (setup.options.exchange != wanted.options.exchange) check_memory(setup, all, node);
  const int threads = setup.options.threads;
  const auto cores = threads > 1 ? share_of_cores(node, threads) : std::vector<int>{};
  const Communicator own = Communicator::duplicate(all.get());
  Communicators communicators = make_communicators(std::move(all), setup.geometry);
  std::unique_ptr<Engine> engine;
  on_all_ranks(own, "the work buffers: use more ranks or a smaller array", [&] {
    if (!executor) executor = make_executor(setup.options, facts.thread_level, cores);
    engine =
        make_engine_of(setup, std::move(communicators), std::move(shared), std::move(executor));
  });
  return engine;
}

}  // namespace taskfft
