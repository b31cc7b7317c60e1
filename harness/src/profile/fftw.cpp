/// The program's own FFTW execute functions: each calls FFTW's behind it and, while recording,
/// counts it. FFTW's header is not needed (every argument is a pointer), and a program without FFTW
/// never calls them.
///
/// FFTW-MPI's fftw_mpi_execute_* go through fftw_execute_r2r, so they are counted there. Long
/// double and quadruple precision are not.

#include <dlfcn.h>

#include <fftbench/profile.hpp>

#include "profile/state.hpp"

namespace fftbench::profile {
namespace {

template <class... Args>
void intercept(void (*real)(Args...), Args... args) {
  if (fftw_watch.load(std::memory_order_relaxed) == Watch::on) [[unlikely]]
    fftw_watch.store(Watch::seen, std::memory_order_relaxed);
  if (!state.recording || state.in_fft || state.in_mpi) [[likely]]
    return real(args...);
  state.in_fft = true;
  const Nanoseconds exchange_before = state.exchange;
  const Nanoseconds begin = now();
  real(args...);
  const Nanoseconds time = now() - begin;
  state.in_fft = false;

  state.fft += time - (state.exchange - exchange_before);
  ++state.fft_calls;
}

}  // namespace
}  // namespace fftbench::profile

// clang-format off
#define FFTBENCH_POINTERS_1 void* a0
#define FFTBENCH_POINTERS_3 FFTBENCH_POINTERS_1, void* a1, void* a2
#define FFTBENCH_POINTERS_4 FFTBENCH_POINTERS_3, void* a3
#define FFTBENCH_POINTERS_5 FFTBENCH_POINTERS_4, void* a4
#define FFTBENCH_ARGUMENTS_1 a0
#define FFTBENCH_ARGUMENTS_3 a0, a1, a2
#define FFTBENCH_ARGUMENTS_4 a0, a1, a2, a3
#define FFTBENCH_ARGUMENTS_5 a0, a1, a2, a3, a4

/// X(name, number of arguments), C's names and those of the Fortran 77 interface.
#define FFTBENCH_FFTW(X, prefix, suffix)       \
  X(prefix##execute##suffix, 1)                \
  X(prefix##execute_dft##suffix, 3)            \
  X(prefix##execute_dft_r2c##suffix, 3)        \
  X(prefix##execute_dft_c2r##suffix, 3)        \
  X(prefix##execute_r2r##suffix, 3)            \
  X(prefix##execute_split_dft##suffix, 5)      \
  X(prefix##execute_split_dft_r2c##suffix, 4)  \
  X(prefix##execute_split_dft_c2r##suffix, 4)
// clang-format on

#define FFTBENCH_DEFINE(name, arguments)                                            \
  __attribute__((visibility("default"))) void name(FFTBENCH_POINTERS_##arguments) { \
    using namespace fftbench::profile;                                              \
    static const auto real = next<void(FFTBENCH_POINTERS_##arguments)>(#name);      \
    intercept(real, FFTBENCH_ARGUMENTS_##arguments);                                \
  }

extern "C" {
FFTBENCH_FFTW(FFTBENCH_DEFINE, fftw_, )
FFTBENCH_FFTW(FFTBENCH_DEFINE, fftwf_, )
FFTBENCH_FFTW(FFTBENCH_DEFINE, dfftw_, _)
FFTBENCH_FFTW(FFTBENCH_DEFINE, sfftw_, _)
}

bool fftbench::profile::fftw_intercepted() {
  return first_definition("fftw_execute") && first_definition("fftwf_execute");
}

bool fftbench::profile::executes_fftw(const std::function<void()>& call) {
  fftw_watch = Watch::on;
  call();
  return fftw_watch.exchange(Watch::off) == Watch::seen;
}

namespace {

/// Of the FFTW of this precision; null where the program has none.
void* of_fftw(fftbench::Precision precision, const std::string& word) {
  const bool single = precision == fftbench::Precision::single_;
  const std::string name = (single ? "fftwf_" : "fftw_") + word;
  return fftbench::profile::definition_in(RTLD_DEFAULT, name.c_str());
}

}  // namespace

std::optional<std::string> fftbench::profile::fftw_version(Precision precision) {
  const void* const found = of_fftw(precision, "version");
  if (found == nullptr) return std::nullopt;
  const std::string text = static_cast<const char*>(found);
  if (!text.starts_with("fftw-")) return std::nullopt;  // MKL's functions of these names
  return text;
}

void fftbench::profile::forget_fftw_wisdom(Precision precision) {
  void* const forget = of_fftw(precision, "forget_wisdom");
  if (forget != nullptr) reinterpret_cast<void (*)()>(forget)();
}
