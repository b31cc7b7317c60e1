/// The program's own MPI functions, generated from the table: each calls the library's definition
/// behind it and, while recording, counts it.
///
/// Both names of every function are defined, MPI_X and PMPI_X. C and C++ libraries call the first;
/// Fortran's bindings (mpif.h, mpi and mpi_f08, of any compiler) live in a library of their own
/// that converts the arguments and calls C under one of the two, so Fortran needs no wrappers of
/// its own, and its handles, MPI_IN_PLACE and MPI_BOTTOM arrive as C's. As PMPI_X is taken, the
/// library's definition is found by the dynamic linker.

#include <tuple>

#include "profile/sent.hpp"
#include "profile/state.hpp"

namespace fftbench::profile {
namespace {

template <class How>
inline constexpr bool prepares = false;
template <class How>
inline constexpr bool prepares<Prepared<How>> = true;

/// The request is the last argument of every call that prepares one.
template <class... Args>
MPI_Request request_of(Args... args) {
  return *std::get<sizeof...(Args) - 1>(std::tuple(args...));
}

template <class... Args>
int count(Mpi function, const Sent& sent, int (*real)(Args...), Args... args) {
  // While the call lasts, MPI calling MPI passes through.
  state.in_mpi = true;
  const Nanoseconds begin = now();
  const int result = real(args...);
  const Nanoseconds time = now() - begin;
  state.in_mpi = false;

  Counter& counter = state.mpi[static_cast<std::size_t>(function)];
  ++counter.calls;
  counter.time += time;
  counter.bytes += sent.bytes;
  counter.messages += sent.messages;
  state.exchange += time;
  state.fft_contains_mpi |= state.in_fft;
  return result;
}

template <class How, class... Args>
int intercept(Mpi function, How how, int (*real)(Args...), Args... args) {
  const bool counted = state.recording && !state.in_mpi;
  if constexpr (prepares<How>) {
    // Libraries prepare while planning, which nobody records, and start while transforming.
    const int result = counted ? count(function, {}, real, args...) : real(args...);
    if (result == MPI_SUCCESS) remember(request_of(args...), how.sent(args...));
    return result;
  } else {
    if (!counted) [[likely]]
      return real(args...);
    return count(function, how(args...), real, args...);
  }
}

/// The types of a function's arguments, as the MPI library's header at hand declares them.
template <class Signature>
struct Arguments;
template <class... Args>
struct Arguments<int(Args...)> {
  template <std::size_t i>
  using At = std::tuple_element_t<i, std::tuple<Args...>>;
};

}  // namespace

bool mpi_intercepted() {
  return first_definition("MPI_Alltoallv") && first_definition("PMPI_Alltoallv");
}

}  // namespace fftbench::profile

// clang-format off
#define FFTBENCH_AT(name, i) fftbench::profile::Arguments<decltype(name)>::At<i> a##i
#define FFTBENCH_PARAMETERS_1(name) FFTBENCH_AT(name, 0)
#define FFTBENCH_PARAMETERS_2(name) FFTBENCH_PARAMETERS_1(name), FFTBENCH_AT(name, 1)
#define FFTBENCH_PARAMETERS_3(name) FFTBENCH_PARAMETERS_2(name), FFTBENCH_AT(name, 2)
#define FFTBENCH_PARAMETERS_4(name) FFTBENCH_PARAMETERS_3(name), FFTBENCH_AT(name, 3)
#define FFTBENCH_PARAMETERS_5(name) FFTBENCH_PARAMETERS_4(name), FFTBENCH_AT(name, 4)
#define FFTBENCH_PARAMETERS_6(name) FFTBENCH_PARAMETERS_5(name), FFTBENCH_AT(name, 5)
#define FFTBENCH_PARAMETERS_7(name) FFTBENCH_PARAMETERS_6(name), FFTBENCH_AT(name, 6)
#define FFTBENCH_PARAMETERS_8(name) FFTBENCH_PARAMETERS_7(name), FFTBENCH_AT(name, 7)
#define FFTBENCH_PARAMETERS_9(name) FFTBENCH_PARAMETERS_8(name), FFTBENCH_AT(name, 8)
#define FFTBENCH_PARAMETERS_10(name) FFTBENCH_PARAMETERS_9(name), FFTBENCH_AT(name, 9)
#define FFTBENCH_PARAMETERS_11(name) FFTBENCH_PARAMETERS_10(name), FFTBENCH_AT(name, 10)
#define FFTBENCH_PARAMETERS_12(name) FFTBENCH_PARAMETERS_11(name), FFTBENCH_AT(name, 11)
#define FFTBENCH_PARAMETERS_13(name) FFTBENCH_PARAMETERS_12(name), FFTBENCH_AT(name, 12)
#define FFTBENCH_ARGUMENTS_1 a0
#define FFTBENCH_ARGUMENTS_2 FFTBENCH_ARGUMENTS_1, a1
#define FFTBENCH_ARGUMENTS_3 FFTBENCH_ARGUMENTS_2, a2
#define FFTBENCH_ARGUMENTS_4 FFTBENCH_ARGUMENTS_3, a3
#define FFTBENCH_ARGUMENTS_5 FFTBENCH_ARGUMENTS_4, a4
#define FFTBENCH_ARGUMENTS_6 FFTBENCH_ARGUMENTS_5, a5
#define FFTBENCH_ARGUMENTS_7 FFTBENCH_ARGUMENTS_6, a6
#define FFTBENCH_ARGUMENTS_8 FFTBENCH_ARGUMENTS_7, a7
#define FFTBENCH_ARGUMENTS_9 FFTBENCH_ARGUMENTS_8, a8
#define FFTBENCH_ARGUMENTS_10 FFTBENCH_ARGUMENTS_9, a9
#define FFTBENCH_ARGUMENTS_11 FFTBENCH_ARGUMENTS_10, a10
#define FFTBENCH_ARGUMENTS_12 FFTBENCH_ARGUMENTS_11, a11
#define FFTBENCH_ARGUMENTS_13 FFTBENCH_ARGUMENTS_12, a12
// clang-format on

// The first definition counts and the second is the same function under its other name.
#define FFTBENCH_DEFINE(name, arguments, sent)                                             \
  __attribute__((visibility("default"))) int name(FFTBENCH_PARAMETERS_##arguments(name)) { \
    using namespace fftbench::profile;                                                     \
    static const auto real = next<decltype(name)>("P" #name);                              \
    return intercept(Mpi::name, sent, real, FFTBENCH_ARGUMENTS_##arguments);               \
  }                                                                                        \
  __attribute__((visibility("default"), alias(#name))) int P##name(                        \
      FFTBENCH_PARAMETERS_##arguments(name));

extern "C" {
FFTBENCH_MPI_TABLE(FFTBENCH_DEFINE)
}
