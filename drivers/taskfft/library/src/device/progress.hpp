#pragma once
/// What the host waits for while a direction runs: marks in the device's streams, and messages.

#include <mpi.h>

#include <functional>
#include <vector>

#include "device/backend.hpp"
#include "support/alarm.hpp"

namespace taskfft {

/// Does things when what they wait for has come. It asks MPI each time it asks the device: ranks
/// that share a core, and messages that need a hand, get on meanwhile.
class Progress {
 public:
  using Action = std::function<void()>;

  Progress(Backend& backend, Alarm& alarm) : backend_(backend), alarm_(alarm) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { cancel(); }

  void when(Event event, Action action) { events_.push_back({event, std::move(action)}); }
  void when_received(MPI_Request request, Action action);
  void when_sent(MPI_Request request);

  /// Until nothing is waited for. Throws Error where another rank has failed.
  void run();
  /// Gives up what an exception has left: what is received into memory that will be freed is over
  /// when this returns; what is sent is over when all ranks have returned.
  void cancel() noexcept;

 private:
  struct Mark {
    Event event;
    Action action;
  };
  bool ask_mpi();
  bool ask_device();

  Backend& backend_;
  Alarm& alarm_;
  std::vector<Mark> events_;
  struct Message {
    Action action;
    bool received;
  };
  std::vector<MPI_Request> requests_;
  std::vector<Message> messages_;  ///< per request
  std::vector<int> completed_;     ///< for MPI_Testsome
};

}  // namespace taskfft
