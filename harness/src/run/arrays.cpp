#include "run/arrays.hpp"

#include <cstdint>

#include "support/cpus.hpp"
#include "support/first_touch.hpp"
#include "support/over_ranks.hpp"

namespace fftbench {

Arrays::Arrays(const Buffers& of_library, Bytes bytes, DeviceSpace* space, int threads)
    : buffers_(of_library) {
  if (space != nullptr) return;
  touch_first(buffers_.input, bytes.input, threads, cpus_for_threads());
  touch_first(buffers_.output, bytes.output, threads, cpus_for_threads());
}

Arrays::Arrays(Bytes bytes, bool in_place, DeviceSpace* space, int threads)
    : in_place_(in_place), input_(allocate(bytes.input, space, threads)) {
  if (!in_place) output_ = allocate(bytes.output, space, threads);
  buffers_ = {input_.data(), (in_place ? input_ : output_).data()};
}

Arrays::Allocation Arrays::allocate(std::size_t bytes, DeviceSpace* space, int threads) {
  if (space != nullptr) return {{}, DeviceMemory(*space, bytes)};
  GuardedMemory on_host(bytes);
  touch_first(on_host.data(), bytes, threads, cpus_for_threads());
  return {std::move(on_host), {}};
}

std::optional<std::string> Arrays::misplaced(const Bytes& bytes, bool in_place,
                                             MPI_Comm comm) const {
  const auto begin = [](const void* array) { return reinterpret_cast<std::uintptr_t>(array); };
  const std::uintptr_t input = begin(buffers_.input), output = begin(buffers_.output);
  const bool overlap = input < output + bytes.output && output < input + bytes.input;
  if (on_any_rank(overlap, comm) == in_place) return std::nullopt;
  return in_place ? "in place, but the library has two arrays"
                  : "out of place, but the library has the spectrum where the input is";
}

std::optional<std::string> Arrays::written_beside(MPI_Comm comm) const {
  if (on_any_rank(!input_.intact(), comm)) return in_place_ ? "array" : "input";
  if (on_any_rank(!output_.intact(), comm)) return "output";
  return std::nullopt;
}

}  // namespace fftbench
