#include "tuning/tuning.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "engine/communicators.hpp"
#include "engine/memory.hpp"
#include "support/timing.hpp"
#include "taskfft/aligned_buffer.hpp"
#include "taskfft/arguments.hpp"
#include "taskfft/error.hpp"
#include "tuning/candidates.hpp"
#include "tuning/tuning_file.hpp"

namespace taskfft {
namespace {

/// An array for trials, kept from one trial to the next as long as it is large enough.
class Array {
 public:
  explicit Array(std::size_t bytes_each) : bytes_each_(bytes_each) {}

  /// Bytes that reserve() would take.
  std::size_t missing(Index elements) const {
    return std::max(bytes_of(elements), bytes_) - bytes_;
  }
  /// Fills new memory with zeros: memory that was never written reads faster than a user's arrays.
  void reserve(Index elements) {
    const std::size_t bytes = bytes_of(elements);
    if (bytes <= bytes_) return;
    memory_ = {};
    memory_ = AlignedBuffer<std::byte>(bytes);
    std::memset(memory_.get(), 0, bytes);
    bytes_ = bytes;
  }
  void* get() const { return memory_.get(); }

 private:
  std::size_t bytes_of(Index elements) const {
    return static_cast<std::size_t>(elements) * bytes_each_;
  }

  AlignedBuffer<std::byte> memory_;
  std::size_t bytes_each_;
  std::size_t bytes_ = 0;
};

/// Times plans with the open settings filled in, and keeps the fastest.
class Tuner {
 public:
  Tuner(const Problem& problem, const Options& options, const Communicator& all,
        const Communicator& node)
      : problem_(problem),
        options_(options),
        all_(all),
        node_(node),
        in_(element_bytes(input_element(problem), real_bytes(problem.precision))),
        out_(element_bytes(output_element(problem), real_bytes(problem.precision))) {}

  /// Tries as many settings as there is time for; returns the fastest options.
  const Options& run(const Machine& machine);
  int settings() const { return settings_; }

 private:
  void try_out(const Options& candidate);
  void reserve_arrays(const Engine& engine);
  void try_chunks();
  void try_threads();
  bool time_is_up() const { return maximum(all_, watch_.seconds()) >= options_.tuning_seconds; }

  const Problem& problem_;
  const Options& options_;
  const Communicator& all_;
  const Communicator& node_;
  Array in_, out_;
  std::vector<Options> tried_;  ///< as the plans made of them
  Options best_;
  double least_ = kNever;
  int settings_ = 0;
  Stopwatch watch_;
};

const Options& Tuner::run(const Machine& machine) {
  try_out(options_);  // the settings without tuning, so that the winner is no slower
  constexpr std::size_t most = 8;
  for (Options candidate : candidates(problem_, options_, machine)) {
    if (tried_.size() == most || time_is_up()) break;
    const auto same = [&](const Options& other) { return same_exchanges(candidate, other); };
    if (std::any_of(tried_.begin(), tried_.end(), same)) continue;
    candidate.kernel = tried_.front().kernel;
    candidate.stores = tried_.front().stores;
    try_out(candidate);
  }
  if (tried_.front().threads == 1) return best_;  // as asked for, or as MPI allows
  if (options_.chunks == 0) try_chunks();
  try_threads();
  return best_;
}

/// Fewer chunks keep planes together; more chunks even out the loads.
void Tuner::try_chunks() {
  const Options fastest = best_;
  for (const int chunks : {fastest.chunks / 2, fastest.chunks * 2}) {
    if (chunks == 0 || time_is_up()) continue;
    Options candidate = fastest;
    candidate.chunks = chunks;
    try_out(candidate);
  }
}

/// A small array is transformed faster than it reaches many threads. Where their work is to be
/// uneven, a rank that is alone has two.
void Tuner::try_threads() {
  const int least = options_.skew > 0 && all_.size() == 1 ? 2 : 1;
  Options candidate = best_;
  candidate.chunks = options_.chunks;  // open chunks follow from the threads
  for (candidate.threads = options_.threads / 2; candidate.threads >= least;
       candidate.threads /= 2) {
    if (time_is_up()) return;
    try_out(candidate);
  }
}

/// Collective: for what the plan transforms.
void Tuner::reserve_arrays(const Engine& engine) {
  const Index in = engine.input().size;
  const Index out = problem_.placement == Placement::in_place ? 0 : engine.output().size;
  check_memory("the plan's work buffers and the arrays of trials, which tuning off does without,",
               {in_.missing(in) + out_.missing(out), engine.own_bytes()}, all_, node_);
  on_all_ranks(all_, "the arrays of trials: use Tuning::off", [&] {
    in_.reserve(in);
    out_.reserve(out);
  });
}

void Tuner::try_out(const Options& candidate) {
  std::unique_ptr<Engine> engine;
  try {
    engine = make_engine(problem_, candidate, all_.get());
    reserve_arrays(*engine);
  } catch (const ResourceError&) {  // on all ranks
    if (tried_.empty()) throw;
    return;
  }
  const bool in_place = problem_.placement == Placement::in_place;
  engine->commit(in_.get(), in_place ? in_.get() : out_.get());
  const auto pair = [&] {
    engine->forward();
    engine->backward();
  };
  on_all_ranks(all_, "a first transform", pair);  // touches all memory
  double seconds = seconds_per_pair(all_, kTrial, pair);
  if (seconds >= kTrial && seconds <= kClearly * least_) {  // a single pair, and a close one
    seconds = std::min(seconds, seconds_per_pair(all_, kTrial, pair));
  }
  settings_ += std::max(1, engine->effective().trials.settings);
  tried_.push_back(engine->effective().options);
  constexpr double clearly = 0.95;  // runs of one plan differ by less
  if (seconds >= clearly * least_) return;
  least_ = seconds;
  best_ = tried_.back();
  best_.threads = candidate.threads;  // as asked for, so that the plan's note says why it has fewer
}

/// The first rank's choice, on all ranks. Collective.
std::optional<Options> broadcast(const Communicator& all, const std::optional<Options>& chosen,
                                 const Options& options) {
  std::string text = chosen ? text_of_choice(*chosen) : "";
  int length = static_cast<int>(text.size());
  check_mpi(MPI_Bcast(&length, 1, MPI_INT, 0, all.get()), "broadcasting an earlier choice");
  if (length == 0) return std::nullopt;
  text.resize(static_cast<std::size_t>(length));
  check_mpi(MPI_Bcast(text.data(), length, MPI_CHAR, 0, all.get()),
            "broadcasting an earlier choice");
  return read_choice(text, options);
}

/// The choices of earlier plans, as far as the first rank finds them in its file. A file that can't
/// be used is no error: a note says why, and tuning goes on.
class EarlierChoices {
 public:
  EarlierChoices(const Problem& problem, const Options& options, const Communicator& all,
                 int ranks_per_node)
      : problem_(problem), options_(options), all_(all) {
    if (all.rank() > 0) return;
    const char* variable = std::getenv("TASKFFT_TUNING");
    const std::string path =
        variable != nullptr && *variable != '\0' ? variable : options.tuning_file;
    if (path.empty()) return;
    file_.emplace(path);
    key_ = tuning_key(problem, options, all.size(), ranks_per_node);
  }

  /// Collective.
  std::optional<Options> find() {
    std::optional<Options> chosen;
    try_file([&] {
      const std::optional<Options> kept = file_->find(key_, options_);
      if (kept) check_arguments(problem_, *kept, all_.size());
      chosen = kept;
    });
    return broadcast(all_, chosen, options_);
  }

  void keep(const Options& chosen) {
    try_file([&] { file_->keep(key_, chosen); });
  }

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  template <class Step>
  void try_file(Step step) {
    if (!file_) return;
    try {
      step();
    } catch (const Error& error) {
      const bool told = std::find(notes_.begin(), notes_.end(), error.what()) != notes_.end();
      if (!told) notes_.emplace_back(error.what());
    }
  }

  const Problem& problem_;
  const Options& options_;
  const Communicator& all_;
  std::optional<TuningFile> file_;  ///< on the first rank, where one is named
  std::string key_;
  std::vector<std::string> notes_;
};

}  // namespace

std::unique_ptr<Engine> make_tuned_engine(const Problem& problem, const Options& options,
                                          MPI_Comm comm, const Engine* lender) {
  const Stopwatch watch;
  const Communicator all = duplicate_checked(problem, options, comm);
  const Communicator node = Communicator::of_node(all);
  EarlierChoices earlier(problem, options, all, static_cast<int>(maximum(all, Index{node.size()})));
  std::optional<Options> chosen = earlier.find();
  Trials trials;
  if (!chosen) {
    Tuner tuner(problem, options, all, node);
    chosen = tuner.run(measure_machine(all, node));
    trials = {tuner.settings(), maximum(all, watch.seconds())};
    earlier.keep(*chosen);
  }
  std::unique_ptr<Engine> engine =
      make_engine(problem, *chosen, comm, nullptr, std::nullopt, lender);
  engine->add_tuning(trials, earlier.notes());
  return engine;
}

std::unique_ptr<Engine> make_plan_engine(const Problem& problem, const Options& options,
                                         MPI_Comm comm, const Engine* lender) {
  std::unique_ptr<Engine> engine =
      options.tuning == Tuning::measure
          ? make_tuned_engine(problem, options, comm, lender)
          : make_engine(problem, options, comm, nullptr, std::nullopt, lender);
  engine->trace_to(options.trace);
  return engine;
}

}  // namespace taskfft
