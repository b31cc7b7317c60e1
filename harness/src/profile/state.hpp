#pragma once
/// What the wrappers write while recording, and how they find what they stand in front of.

#include <dlfcn.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "profile/mpi_table.hpp"

namespace fftbench::profile {

/// The intercepted MPI functions, in the table's order.
enum class Mpi : std::size_t {
#define FFTBENCH_NAME(name, arguments, sent) name,
  FFTBENCH_MPI_TABLE(FFTBENCH_NAME)
#undef FFTBENCH_NAME
      count
};
inline constexpr std::size_t mpi_count = static_cast<std::size_t>(Mpi::count);

/// Their names, by the enumeration's values.
inline constexpr std::array<const char*, mpi_count> mpi_names = {
#define FFTBENCH_NAME(name, arguments, sent) #name,
    FFTBENCH_MPI_TABLE(FFTBENCH_NAME)
#undef FFTBENCH_NAME
};

/// Whole nanoseconds, so that what is nested can be taken off exactly.
using Nanoseconds = std::int64_t;

inline Nanoseconds now() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Counter {
  std::int64_t calls = 0;
  Nanoseconds time = 0;
  std::int64_t bytes = 0;
  std::int64_t messages = 0;
};

struct State {
  bool recording = false;
  bool in_mpi = false;
  bool in_fft = false;
  bool fft_contains_mpi = false;
  Nanoseconds start = 0;
  Nanoseconds exchange = 0;
  Nanoseconds fft = 0;
  std::int64_t fft_calls = 0;
  std::array<Counter, mpi_count> mpi{};
};

/// One per thread: a thread that never called begin() passes through uncounted, without locks.
inline constinit thread_local State state;

/// Whether any thread of the process is watched for calls of FFTW, and whether one has come.
enum class Watch { off, on, seen };
inline constinit std::atomic<Watch> fftw_watch{Watch::off};

/// Where `symbol` is defined for dlsym(where, symbol), or else in the libraries of look_in; null
/// where it is not.
void* definition_in(void* where, const char* symbol);

/// The definition of `symbol` behind the program's own. Explains and aborts where there is none.
void* next_definition(const char* symbol);

template <class Signature>
Signature* next(const char* symbol) {
  return reinterpret_cast<Signature*>(next_definition(symbol));
}

/// Defined beside the wrappers: naming them from begin() has the linker take the wrappers out of a
/// static library. True where other libraries' calls reach them.
bool mpi_intercepted();
bool fftw_intercepted();

/// Whether the first definition of `symbol` in the process is in the program itself, or in the
/// library that is it for other languages. Not by the address that it has here: a library takes the
/// first definition for its own, too.
bool first_definition(const char* symbol);

}  // namespace fftbench::profile
