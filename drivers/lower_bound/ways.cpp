#include "ways.hpp"

#include <omp.h>

#include <algorithm>
#include <cstring>

#include "kernels.hpp"
#include "operations.hpp"
#include "share.hpp"

namespace fftbench::lower_bound {
namespace {

/// Where results go that nobody asks for.
volatile double unused;

using Move = std::function<void(const std::byte*, std::byte*, std::size_t)>;

/// From one array to the other: what both have is moved, and what one has alone (the half spectrum
/// is a little larger than the real field) is read, or written.
void pass(const std::byte* from, std::size_t held, std::byte* to, std::size_t wanted, int threads,
          const Move& move, const Kernel& kernel) {
  const std::size_t both = std::min(held, wanted);
#pragma omp parallel num_threads(threads)
  {
    const int thread = omp_get_thread_num();
    const Part moved(both, thread, threads);
    move(from + moved.begin, to + moved.begin, moved.end - moved.begin);
    const Part read(held - both, thread, threads);
    if (read.end > read.begin)
      unused = kernel.read(from + both + read.begin, read.end - read.begin);
    const Part written(wanted - both, thread, threads);
    std::memset(to + both + written.begin, 0, written.end - written.begin);
  }
}

}  // namespace

std::vector<Way> ways_through_memory(const Request& request, const Buffers& buffers, int ranks) {
  const Share share(request.problem, ranks);
  auto* const input = static_cast<std::byte*>(buffers.input);
  auto* const output = static_cast<std::byte*>(buffers.output);
  const int threads = request.threads;
  std::vector<Way> ways;
  const auto add = [&](const std::string& name, const Move& move, const Kernel& kernel) {
    ways.push_back(
        {name, [=] { pass(input, share.input, output, share.output, threads, move, kernel); },
         [=] { pass(output, share.output, input, share.input, threads, move, kernel); }});
  };
  for (const Kernel& kernel : kernels()) {
    add(std::string("loop ") + kernel.name, kernel.move, kernel);
    add(std::string("stream ") + kernel.name, kernel.stream, kernel);
  }
  if (input != output) {
    const Move copy = [](const std::byte* from, std::byte* to, std::size_t bytes) {
      std::memcpy(to, from, bytes);
    };
    add("memcpy", copy, kernels().back());
  }
  return ways;
}

std::vector<Way> ways_to_compute(const Request& request, int ranks) {
  const bool single = request.problem.precision == Precision::single_;
  const int threads = request.threads;
  const auto operations =
      static_cast<std::size_t>(fewest_operations(request.problem) / ranks / threads);
  std::vector<Way> ways;
  for (const Kernel& kernel : kernels()) {
    const auto compute = single ? kernel.multiply_add_single : kernel.multiply_add_double;
    const auto all = [=] {
#pragma omp parallel num_threads(threads)
      unused = compute(operations);
    };
    ways.push_back({std::string("multiply-add ") + kernel.name, all, all});
  }
  return ways;
}

}  // namespace fftbench::lower_bound
