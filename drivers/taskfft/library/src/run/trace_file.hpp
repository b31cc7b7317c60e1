#pragma once

#include <string>

#include "run/trace.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

/// Collective. What to add to this rank's steady clock to have the first rank's: half of the
/// shortest of some round trips lies between asking and the answer (Cristian, Distributed
/// Computing 3, 1989).
Event::Clock::duration clock_offset(const Communicator& comm);

/// Collective. The first rank writes the events of all ranks to a file, as JSON that Chrome
/// (about:tracing) and Perfetto read: ranks are processes, workers threads, times in microseconds.
/// A file that can't be written is named on standard error; a trace is no reason to fail.
void write_trace(const std::string& file, const Recorder& recorder, Event::Clock::duration offset,
                 const Communicator& comm);

}  // namespace taskfft
