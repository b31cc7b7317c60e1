#pragma once

#include <memory>
#include <optional>

#include "engine/setup.hpp"
#include "run/executor.hpp"
#include "run/tracing.hpp"

namespace taskfft {

/// A plan behind its public face, for one precision.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual void commit(void* in, void* out) = 0;
  virtual void forward() = 0;
  virtual void backward() = 0;

  const Layout& input() const { return input_; }
  const Layout& output() const { return output_; }
  const Effective& effective() const { return setup_.effective; }
  /// Adds what choosing the options has cost, and what there is to say about it.
  void add_tuning(const Trials& trials, const std::vector<std::string>& notes);

  /// Collective: traces all runs from the next commit on, if that is wanted (see Tracing).
  void trace_to(const std::string& file, Communicator comm) {
    tracing_ = Tracing::create(file, executor_->workers(), std::move(comm));
    executor_->record(recorder());
  }
  std::vector<WorkerTimes> trace() const {
    return tracing_ ? tracing_->recorder().times() : std::vector<WorkerTimes>{};
  }

 protected:
  Engine(Setup setup, Layout input, Layout output, std::unique_ptr<Executor> executor)
      : setup_(std::move(setup)),
        input_(std::move(input)),
        output_(std::move(output)),
        executor_(std::move(executor)) {}
  Executor& executor() const { return *executor_; }
  /// Null without a trace.
  Recorder* recorder() const { return tracing_ ? &tracing_->recorder() : nullptr; }
  Setup setup_;

 private:
  Layout input_;
  Layout output_;
  std::unique_ptr<Tracing> tracing_;
  std::unique_ptr<Executor> executor_;
};

/// Collective: a duplicate of the communicator, on which all ranks have the same arguments, and
/// such as can be done. Throws ArgumentError otherwise, on all ranks alike.
Communicator agree(const Problem& problem, const Options& options, MPI_Comm comm);

/// Collective. Throws on all ranks alike. Options::tuning is not looked at. The executor runs both
/// directions; none: the one that the options ask for. `node`: the ranks that share memory with
/// this one, if not those that MPI tells.
std::unique_ptr<Engine> make_engine(const Problem& problem, const Options& options, MPI_Comm comm,
                                    std::unique_ptr<Executor> executor = nullptr,
                                    std::optional<Communicator> node = std::nullopt);

}  // namespace taskfft
