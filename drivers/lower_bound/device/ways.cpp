#include "ways.hpp"

#include <fmt/format.h>

#include "../operations.hpp"
#include "../share.hpp"
#include "expect.hpp"
#include "kernels.hpp"

namespace fftbench::lower_bound::device {
namespace {

/// How many blocks of threads each multiprocessor gets: few that run long, or many.
constexpr int densities[] = {4, 8, 16, 32};

}  // namespace

void Sink::Free::operator()(unsigned* data) const {
  static_cast<void>(cudaFree(data));
}

Sink::Sink() {
  void* data = nullptr;
  expect(cudaMalloc(&data, sizeof(unsigned)), "memory for a number");
  data_.reset(static_cast<unsigned*>(data));
  expect(cudaMemset(data, 0, sizeof(unsigned)), "clear a number");
}

std::vector<Way> ways_through_memory(const Request& request, const Buffers& buffers, int ranks,
                                     const Sink& sink) {
  const Share share(request.problem, ranks);
  void *const input = buffers.input, *const output = buffers.output;
  unsigned* const unused = sink.data();
  std::vector<Way> ways;
  for (const int density : densities) {
    const int blocks = density * multiprocessors();
    for (const bool streaming : {false, true}) {
      ways.push_back(
          {fmt::format("{} {} blocks", streaming ? "stream" : "loop", blocks),
           [=] { pass(input, share.input, output, share.output, streaming, blocks, unused); },
           [=] { pass(output, share.output, input, share.input, streaming, blocks, unused); }});
    }
  }
  if (input != output) {
    const int blocks = multiprocessors();
    ways.push_back({"cudaMemcpy",
                    [=] { copy(input, share.input, output, share.output, blocks, unused); },
                    [=] { copy(output, share.output, input, share.input, blocks, unused); }});
  }
  return ways;
}

std::vector<Way> ways_to_compute(const Request& request, int ranks, const Sink& sink) {
  const bool single = request.problem.precision == Precision::single_;
  const auto operations = static_cast<std::size_t>(fewest_operations(request.problem) / ranks);
  unsigned* const unused = sink.data();
  std::vector<Way> ways;
  for (const int density : densities) {
    const int blocks = density * multiprocessors();
    const auto all = [=] { multiply_add(operations, single, blocks, unused); };
    ways.push_back({fmt::format("multiply-add {} blocks", blocks), all, all});
  }
  return ways;
}

void finish() {
  expect(cudaDeviceSynchronize(), "wait for the device");
}

}  // namespace fftbench::lower_bound::device
