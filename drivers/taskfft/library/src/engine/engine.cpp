#include "engine/engine.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/direction.hpp"
#include "engine/executors.hpp"
#include "engine/layouts.hpp"
#include "engine/threads.hpp"
#include "options/fingerprint.hpp"
#include "support/timing.hpp"
#include "taskfft/arguments.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

constexpr std::size_t kWorkBuffers = 6;  // send and receive, even and odd; gathered; transformed

template <class Real>
class EngineOf final : public Engine {
 public:
  EngineOf(Setup setup, Layouts layouts, Communicators communicators,
           std::optional<SharedBuffers> shared, std::unique_ptr<Executor> executor)
      : Engine(std::move(setup), std::move(layouts.input), std::move(layouts.output),
               std::move(executor)),
        communicators_(std::move(communicators)),
        forward_(make_route(setup_, true), setup_, communicators_, -1),
        backward_(make_route(setup_, false), setup_, communicators_, +1),
        kernels_(setup_.effective.options.effort) {
    if (shared) sharing_.emplace(Sharing{std::move(*shared)});
    allocate();
  }

  void commit(void* in, void* out) override;
  void forward() override { run(forward_); }
  void backward() override { run(backward_); }

 private:
  void allocate();
  void run(Direction<Real>& direction);
  void choose(BufferPointers& buffers, void* in, void* out);
  KernelChoice fastest(const std::vector<KernelChoice>& open, BufferPointers& buffers, void* in,
                       void* out);
  void bind(BufferPointers& buffers, void* in, void* out, const KernelChoice& choice);

  Communicators communicators_;
  Direction<Real> forward_;
  Direction<Real> backward_;
  Kernels<Real> kernels_;
  std::array<AlignedBuffer<std::byte>, kWorkBuffers> work_;
  std::optional<Sharing> sharing_;
  std::vector<Workspace> workspaces_;  ///< per worker
  Options wanted_ = setup_.effective.options;
  bool committed_ = false;
};

constexpr std::size_t work_index(Buffer buffer) {
  return static_cast<std::size_t>(buffer) - static_cast<std::size_t>(Buffer::send_even);
}

template <class Real>
void EngineOf<Real>::allocate() {
  std::array<Index, kWorkBuffers> sizes{};  // in real numbers
  WorkspaceSize workspace;
  const auto grow = [&sizes](Buffer buffer, Index size) {
    sizes[work_index(buffer)] = std::max(sizes[work_index(buffer)], size);
  };
  for (const Direction<Real>* direction : {&forward_, &backward_}) {
    const Route& route = direction->route();
    for (std::size_t e = 0; e < route.exchanges.size(); ++e) {
      const Index reals = reals_in(route.exchanges[e].shape.element);
      const bool sends_from_buffer = !sharing_ && route.packing != Packing::datatypes;
      if (sends_from_buffer) grow(send_buffer(e), route.exchanges[e].send_size * reals);
      grow(receive_buffer(e), route.exchanges[e].receive_size * reals);
    }
    if (route.packing != Packing::fused) {
      grow(Buffer::gathered, stage_array_reals(route));
      grow(Buffer::transformed, stage_array_reals(route));
    }
    for (const WorkItem& item : direction->schedule().items) {
      workspace.include(workspace_of<Real>(item));
    }
  }
  std::size_t& all = setup_.effective.work_bytes;
  all = sharing_ ? sharing_->buffers.bytes() : 0;
  for (std::size_t k = 0; k < kWorkBuffers; ++k) {
    const std::size_t bytes = static_cast<std::size_t>(sizes[k]) * sizeof(Real);
    work_[k] = AlignedBuffer<std::byte>(bytes);
    all += bytes;
  }
  for (int worker = 0; worker < executor().workers(); ++worker) {
    workspaces_.emplace_back(workspace);
    all += workspace.bytes();
  }
}

template <class Real>
void EngineOf<Real>::commit(void* in, void* out) {
  const bool in_place = setup_.problem.placement == Placement::in_place;
  if ((in == nullptr && input().size > 0) || (out == nullptr && output().size > 0)) {
    throw ArgumentError("commit was given a null pointer for an array that is not empty");
  }
  if (in_place && in != out) {
    throw ArgumentError("commit was given two arrays, but the problem is in place: pass one twice");
  }
  if (!in_place && in == out && in != nullptr) {
    throw ArgumentError(
        "commit was given one array twice, but the problem is out of place: "
        "ask for Placement::in_place or pass two arrays");
  }
  committed_ = false;
  BufferPointers buffers{};
  for (std::size_t k = 0; k < kWorkBuffers; ++k) {
    buffers.mine[static_cast<std::size_t>(Buffer::send_even) + k] = work_[k].get();
  }
  if (sharing_) {
    for (int rank = 0; rank < sharing_->buffers.ranks(); ++rank) {
      buffers.shared.push_back(
          {sharing_->buffers.buffer(rank, 0), sharing_->buffers.buffer(rank, 1)});
    }
    const auto mine = buffers.shared[static_cast<std::size_t>(setup_.node_rank)];
    buffers[Buffer::send_even] = mine[0];
    buffers[Buffer::send_odd] = mine[1];
  }
  choose(buffers, in, out);
}

/// Tries whole transforms with every choice.
template <class Real>
KernelChoice EngineOf<Real>::fastest(const std::vector<KernelChoice>& open, BufferPointers& buffers,
                                     void* in, void* out) {
  const Stopwatch watch;
  const auto pair = [this] {
    run(forward_);
    run(backward_);
  };
  bind(buffers, in, out, open.front());
  pair();  // touches all memory
  KernelChoice best = open.front();
  double least = kUntried;
  for (const KernelChoice& choice : open) {
    bind(buffers, in, out, choice);
    const double seconds = seconds_per_pair(communicators_.all, least, pair);
    if (seconds >= least) continue;
    least = seconds;
    best = choice;
  }
  if (recorder() != nullptr) recorder()->clear();  // of the trials
  setup_.effective.trials +=
      {static_cast<int>(open.size()), maximum(communicators_.all, watch.seconds())};
  return best;
}

template <class Real>
void EngineOf<Real>::choose(BufferPointers& buffers, void* in, void* out) {
  Options& options = setup_.effective.options;
  const Triple& n = setup_.geometry.extents;
  const std::vector<KernelChoice> open =
      choices(wanted_, forward_.knows_lanes(), n[0] * n[1] * n[2] / communicators_.all.size());
  const KernelChoice best = open.size() > 1 ? fastest(open, buffers, in, out) : open.front();
  bind(buffers, in, out, best);
  const bool lanes = forward_.uses_lanes() || backward_.uses_lanes();
  options.kernel = lanes ? LineKernel::lanes : LineKernel::fftw;
  options.stores = lanes ? best.stores : Stores::cached;
}

template <class Real>
void EngineOf<Real>::bind(BufferPointers& buffers, void* in, void* out,
                          const KernelChoice& choice) {
  Sharing* sharing = sharing_ ? &*sharing_ : nullptr;
  buffers[Buffer::from] = in;
  buffers[Buffer::to] = out;
  forward_.bind(buffers, workspaces_, choice, kernels_, sharing);
  buffers[Buffer::from] = out;
  buffers[Buffer::to] = in;
  backward_.bind(buffers, workspaces_, choice, kernels_, sharing);
  committed_ = true;
}

template <class Real>
void EngineOf<Real>::run(Direction<Real>& direction) {
  if (!committed_) throw Error("forward or backward was called before commit bound the arrays");
  direction.begin();
  executor().run(direction.schedule().graph, direction);
}

}  // namespace

void Engine::add_tuning(const Trials& trials, const std::vector<std::string>& notes) {
  Effective& effective = setup_.effective;
  effective.trials += trials;
  effective.notes.insert(effective.notes.end(), notes.begin(), notes.end());
}

Communicator agree(const Problem& problem, const Options& options, MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) throw ArgumentError("the communicator is MPI_COMM_NULL");
  Communicator all = Communicator::duplicate(comm);
  if (!same_everywhere(all, fingerprint(problem, options))) {
    throw ArgumentError("problem or options differ between ranks: pass the same ones everywhere");
  }
  check_arguments(problem, options, all.size());
  return all;
}

std::unique_ptr<Engine> make_engine(const Problem& problem, const Options& options, MPI_Comm comm,
                                    std::unique_ptr<Executor> executor,
                                    std::optional<Communicator> node) {
  Communicators c;
  c.all = agree(problem, options, comm);
  c.node = node ? std::move(*node) : Communicator::of_node(c.all);
  Setup setup = make_setup(problem, options, c.all.rank(), c.all.size());
  settle_groups(setup, c);
  const int level = thread_level(c.all);
  settle_threads(setup.effective, level);
  const std::vector<int> cores = settle_cores(setup, c.node);
  settle_exchange(setup, c.all);
  const auto [column, row] = setup.geometry.coords;
  const int depth = setup.geometry.depth;
  c.parts = {Communicator::split(c.all, row, column), Communicator::split(c.all, column, row),
             Communicator::split(c.all, c.all.rank() / depth, c.all.rank() % depth)};
  std::optional<SharedBuffers> shared = settle_sharing(setup, c);
  Communicator all = Communicator::duplicate(c.all.get());
  std::unique_ptr<Engine> engine;
  std::exception_ptr failure;
  try {
    if (!executor) executor = make_executor(setup.effective.options, level, cores);
    Layouts layouts = make_layouts(setup.geometry, problem.placement, setup.effective.options.order,
                                   problem.fields);
    if (problem.precision == Precision::float64) {
      engine =
          std::make_unique<EngineOf<double>>(std::move(setup), std::move(layouts), std::move(c),
                                             std::move(shared), std::move(executor));
    } else {
      engine = std::make_unique<EngineOf<float>>(std::move(setup), std::move(layouts), std::move(c),
                                                 std::move(shared), std::move(executor));
    }
  } catch (const std::bad_alloc&) {
    failure = std::make_exception_ptr(
        ResourceError("not enough memory for the work buffers: use more ranks or a smaller array"));
  } catch (...) {
    failure = std::current_exception();
  }
  fail_together(all, failure);
  return engine;
}

}  // namespace taskfft
