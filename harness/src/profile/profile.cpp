#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fftbench/error.hpp>
#include <fftbench/profile.hpp>
#include <vector>

#include "profile/state.hpp"

namespace fftbench::profile {

namespace {

double seconds(Nanoseconds time) {
  return 1e-9 * static_cast<double>(time);
}

/// Libraries that RTLD_NEXT does not come to, in the order in which they were named.
std::vector<void*>& private_libraries() {
  static std::vector<void*> libraries;
  return libraries;
}

}  // namespace

bool first_definition(const char* symbol) {
  static const int here = 0;
  Dl_info own{}, first{};
  void* const definition = dlsym(RTLD_DEFAULT, symbol);
  return definition != nullptr && dladdr(&here, &own) != 0 && dladdr(definition, &first) != 0 &&
         own.dli_fbase == first.dli_fbase;
}

void look_in(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) throw Error("not loaded: " + library);
  private_libraries().push_back(handle);
}

void* definition_in(void* where, const char* symbol) {
  if (void* definition = dlsym(where, symbol)) return definition;
  for (void* library : private_libraries()) {
    if (void* definition = dlsym(library, symbol)) return definition;
  }
  return nullptr;
}

void* next_definition(const char* symbol) {
  if (void* definition = definition_in(RTLD_NEXT, symbol)) return definition;
  std::fprintf(
      stderr,
      "fftbench: no %s behind the program's own, which counts the calls. Link MPI and FFTW "
      "as shared libraries: a static one can't be called from here.\n",
      symbol);
  std::abort();
}

Function& Function::operator+=(const Function& other) {
  calls += other.calls;
  seconds += other.seconds;
  bytes += other.bytes;
  messages += other.messages;
  return *this;
}

Totals& Totals::operator+=(const Totals& other) {
  wall_seconds += other.wall_seconds;
  exchange_seconds += other.exchange_seconds;
  fft_seconds += other.fft_seconds;
  fft_calls += other.fft_calls;
  fft_contains_mpi |= other.fft_contains_mpi;
  for (const auto& [name, function] : other.mpi) mpi[name] += function;
  return *this;
}

std::optional<std::string> passed_by() {
  static const bool intercepted = mpi_intercepted() && fftw_intercepted();
  if (intercepted) return std::nullopt;
  return "MPI and FFTW calls of shared libraries do not reach this program's profiling: start it "
         "without libraries of MPI or FFTW in LD_PRELOAD, and link it with exported symbols "
         "(CMake: "
         "ENABLE_EXPORTS)";
}

void begin() {
  if (const auto why = passed_by()) throw Error(*why);
  state = State{};
  state.recording = true;
  state.start = now();
}

Totals end() {
  const Nanoseconds stop = now();
  if (!state.recording) throw Error("profile::end() without begin() on this thread");
  state.recording = false;

  Totals totals;
  totals.wall_seconds = seconds(stop - state.start);
  totals.exchange_seconds = seconds(state.exchange);
  totals.fft_seconds = seconds(state.fft);
  totals.fft_calls = state.fft_calls;
  totals.fft_contains_mpi = state.fft_contains_mpi;
  for (std::size_t i = 0; i < mpi_count; ++i) {
    const Counter& counter = state.mpi[i];
    if (counter.calls == 0) continue;
    totals.mpi[mpi_names[i]] = {counter.calls, seconds(counter.time), counter.bytes,
                                counter.messages};
  }
  return totals;
}

Split split(const Totals& totals, bool fft_known) {
  Split split;
  split.wall = totals.wall_seconds;
  // Wall time is read outside of the other times, so any excess is rounding: the parts must still
  // add up, and none may be negative.
  split.exchange = std::min(totals.exchange_seconds, split.wall);
  split.local = split.wall - split.exchange;
  if (fft_known) {
    split.fft = std::min(totals.fft_seconds, split.local);
    split.reorder = split.local - *split.fft;
  }
  return split;
}

}  // namespace fftbench::profile
