#pragma once
/// The trace of a plan and the file that it ends in: JSON that Perfetto and Chrome (about:tracing)
/// read. Ranks are processes, workers are threads, times are in microseconds.

#include <memory>
#include <string>

#include "run/trace.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

/// Records what a plan does and, when it is destroyed, writes the events of all ranks. A file that
/// can't be written is named on standard error: a trace is no reason to fail.
class TraceFile {
 public:
  /// Collective. Null unless the first rank names a file: by the environment variable
  /// TASKFFT_TRACE, or else by the options.
  static std::unique_ptr<TraceFile> create(const std::string& file, int workers,
                                           const Communicator& comm);
  TraceFile(std::string file, int workers, Communicator comm);
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;
  /// Collective. While an exception is on its way it waits for nobody, and no other rank for it:
  /// what it has recorded is lost, on the first rank the file.
  ~TraceFile();

  Recorder& recorder() { return recorder_; }

 private:
  std::string file_;
  Communicator comm_;
  Event::Clock::duration offset_;  ///< from this rank's clock to the first rank's
  Recorder recorder_;
  int exceptions_;  ///< on their way when the trace began
};

}  // namespace taskfft
