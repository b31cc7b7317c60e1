#pragma once

#include <memory>
#include <string>

#include "run/trace_file.hpp"

namespace taskfft {

/// A plan's trace, from its making to the file.
class Tracing {
 public:
  /// Collective. Nothing unless the first rank names a file: in the options or, before that, in the
  /// environment as TASKFFT_TRACE.
  static std::unique_ptr<Tracing> create(const std::string& file, int workers, Communicator comm);
  Tracing(std::string file, int workers, Communicator comm);
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;
  /// Writes the file. Collective, except while an exception is on its way.
  ~Tracing();

  Recorder& recorder() { return recorder_; }

 private:
  std::string file_;
  Communicator comm_;
  Event::Clock::duration offset_;
  Recorder recorder_;
  int exceptions_;
};

}  // namespace taskfft
