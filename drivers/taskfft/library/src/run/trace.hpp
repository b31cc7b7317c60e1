#pragma once
/// What the workers of a rank did, and when.

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "graph/task_graph.hpp"
#include "taskfft/effective.hpp"

namespace taskfft {

/// What a worker's time goes into; the rest of a run's time is scheduling. Figure 9 of the
/// DaggerFFT paper has three shares of these: FFT (compute), redistribution (pack, exchange,
/// unpack), scheduling.
enum class Part { compute, pack, exchange, unpack, idle };
inline constexpr int kParts = 5;

/// Something that a worker did, between two times of the rank's steady clock.
struct Event {
  using Clock = std::chrono::steady_clock;

  Part part;
  const char* name;
  std::optional<Task> task{};
  bool stolen = false;
  Clock::time_point begin{};
  Clock::time_point end{};

  static Event of(const Task& task, bool stolen = false);
  /// Asks for messages or waits for them.
  static Event messages() { return {Part::exchange, "messages"}; }
  static Event execution(const char* name) { return {Part::compute, name}; }
  static Event idle() { return {Part::idle, "idle"}; }
};

/// Sums up the time of all events, and keeps the latest ones.
class Recorder {
 public:
  explicit Recorder(int workers);

  /// Called by the worker's own thread.
  void add(int worker, const Event& event);
  /// Idle since its last event or, if that is later, since the run began.
  void add_idle(int worker);
  void begin_run() { run_begin_ = Event::Clock::now(); }
  /// `name`: of what ran, which outlives this object.
  void end_run(const char* name);
  void clear();

  int workers() const { return static_cast<int>(workers_.size()); }
  std::vector<WorkerTimes> times() const;
  /// Of one worker, oldest first.
  std::vector<Event> events(int worker) const;

  /// A message, from its start until its completion was seen. Called by the thread that
  /// communicates. It counts in no sum, since its thread did other things meanwhile.
  void add_message(const Event& event) { messages_.add(event); }
  /// Oldest first.
  std::vector<Event> messages() const { return messages_.ordered(); }

  /// The executions as a whole, oldest first.
  std::vector<Event> executions() const { return executions_.ordered(); }

 private:
  /// The latest events.
  class Ring {
   public:
    Ring();
    void add(const Event& event);
    void clear();
    Event* last();
    std::vector<Event> ordered() const;

   private:
    std::vector<Event> events_;
    std::size_t added_ = 0;
  };
  /// What is recorded of one worker, on cache lines of its own.
  struct alignas(64) Worker {
    std::array<Event::Clock::duration, kParts> sums{};
    Ring ring;
  };
  std::vector<Worker> workers_;
  Ring messages_;
  Ring executions_;
  Event::Clock::duration all_runs_{};
  Event::Clock::time_point run_begin_{};
};

/// Records an event that lasts as long as this object. Without a recorder, it reads no clock.
class Span {
 public:
  Span(Recorder* recorder, int worker, const Event& event) : recorder_(recorder), worker_(worker) {
    if (recorder_ == nullptr) return;
    event_ = event;
    event_->begin = Event::Clock::now();
  }
  ~Span() {
    if (recorder_ == nullptr) return;
    event_->end = Event::Clock::now();
    recorder_->add(worker_, *event_);
  }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

 private:
  Recorder* recorder_;
  int worker_;
  std::optional<Event> event_;
};

/// Records the run of a graph as a whole.
class RunSpan {
 public:
  RunSpan(Recorder* recorder, const char* name) : recorder_(recorder), name_(name) {
    if (recorder_ != nullptr) recorder_->begin_run();
  }
  ~RunSpan() {
    if (recorder_ != nullptr) recorder_->end_run(name_);
  }
  RunSpan(const RunSpan&) = delete;
  RunSpan& operator=(const RunSpan&) = delete;

 private:
  Recorder* recorder_;
  const char* name_;
};

}  // namespace taskfft
