#pragma once
/// Where the time of a transform goes, the same way for every library: MPI's functions and FFTW's
/// execute functions are defined in the program itself, in front of the libraries' own, so that
/// whatever an FFT library calls is counted without touching it.
///
/// The program must export its symbols (CMake: ENABLE_EXPORTS) and link MPI and FFTW as shared
/// libraries. Outside begin() and end() a call costs two predictable branches more than without.

#include <mpi.h>

#include <cstdint>
#include <fftbench/phases.hpp>
#include <fftbench/problem.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace fftbench::profile {

/// The calls of one MPI function. Bytes and messages are those that must reach other ranks of the
/// communicator, whatever the MPI library's algorithm: see src/profile/sent.hpp.
struct Function {
  std::int64_t calls = 0;
  double seconds = 0;
  std::int64_t bytes = 0;
  std::int64_t messages = 0;

  Function& operator+=(const Function& other);
  bool operator==(const Function&) const = default;
};

/// Times and calls of the calling thread between begin() and end(), summed over repetitions. Calls
/// on other threads are not counted.
struct Totals {
  double wall_seconds = 0;
  /// Inside MPI, outermost calls only; the sum over `mpi`.
  double exchange_seconds = 0;
  /// Inside FFTW's execute functions, outermost calls only, without the MPI calls made there.
  double fft_seconds = 0;
  std::int64_t fft_calls = 0;
  /// An execute called MPI: it moves data too, so FFT and reordering can't be told apart.
  bool fft_contains_mpi = false;
  /// By name ("MPI_Alltoallv"), only what was called.
  std::map<std::string, Function> mpi;

  /// Adds another repetition.
  Totals& operator+=(const Totals& other);
};

/// Why calls of MPI and FFTW by shared libraries don't come to the definitions of this program, if
/// they don't: its symbols are not exported, or a library that was loaded before it brought others.
std::optional<std::string> passed_by();

/// Starts recording on this thread, from nothing, even if it was on. Throws Error where calls pass
/// by.
void begin();

/// Stops recording. Throws Error without a begin() on this thread.
Totals end();

/// Whether `call` has any thread of this process execute a plan of FFTW.
bool executes_fftw(const std::function<void()>& call);

/// Has the functions behind the program's own be looked for in a loaded library, too: for one that
/// was loaded for its user alone, as languages load their modules. Throws Error where it is not
/// loaded.
void look_in(const std::string& library);

/// The FFTW of one precision that this program has loaded, as it tells: "fftw-3.3.10-sse2-avx" ends
/// in the instruction sets that it was built for. Nothing where there is none.
std::optional<std::string> fftw_version(Precision precision);

/// Has this program's FFTW of one precision plan anew from now on, whichever library made plans: no
/// case shall be planned with what earlier ones paid for. Plans stay. Nothing without FFTW.
///
/// To be called where a library was asked for a plan: it makes FFTW's planner if there is none, and
/// what a library then does by fftw_init_threads comes too late for some algorithms of several
/// threads (threads/api.c of 3.3.10: "this should be the first time the_planner is called").
void forget_fftw_wisdom(Precision precision);

/// One rank's wall time, split: wall = exchange + local, and where known local = fft + reorder.
struct Split {
  double wall = 0;
  double exchange = 0;
  double local = 0;
  std::optional<double> fft;
  std::optional<double> reorder;
};

/// `fft_known`: FFT and reordering can be told apart on every rank.
Split split(const Totals& totals, bool fft_known);

/// A time over the ranks, in seconds.
struct Spread {
  double mean = 0;
  double min = 0;
  double max = 0;
};

/// One MPI function per transform: sums over ranks; seconds of the slowest rank.
struct MpiFunction {
  double calls = 0;
  double seconds = 0;
  double bytes = 0;
  double messages = 0;
};

/// The phases that the library's own timers tell on every rank, and the rest of the wall time.
struct Declared {
  std::optional<Spread> fft, pack, exchange, unpack, scale;
  Spread other;
};

/// One direction, per transform, as the record has it: what is not known is none.
struct Breakdown {
  Spread wall_s;
  std::optional<Spread> exchange_s;
  std::optional<Spread> local_s;
  std::optional<Spread> fft_s;
  std::optional<Spread> reorder_s;
  double fft_calls = 0;
  std::map<std::string, MpiFunction> mpi;
  std::optional<double> exchange_bytes;
  std::optional<Declared> declared_s;
};

/// Collective over `comm`; every rank gets the result. `totals` and `declared` are this rank's over
/// `repetitions` transforms of one direction.
Breakdown reduce(const Totals& totals, int repetitions, MPI_Comm comm, const Visible& visible = {},
                 const std::optional<Phases>& declared = {});

}  // namespace fftbench::profile
