#include "support/first_touch.hpp"

#include <algorithm>
#include <cstring>
#include <fftbench/affinity.hpp>
#include <thread>

namespace fftbench {

void touch_first(void* data, std::size_t bytes, int threads, const std::vector<int>& cpus) {
  if (threads < 2 || cpus.empty()) return;
  const auto slices = static_cast<std::size_t>(threads);
  const std::size_t length = (bytes + slices - 1) / slices;
  std::vector<std::jthread> helpers;
  for (std::size_t slice = 0; slice < slices; ++slice) {
    const std::size_t begin = std::min(slice * length, bytes);
    const std::size_t end = std::min(begin + length, bytes);
    helpers.emplace_back([=, cpu = cpus[slice % cpus.size()]] {
      bind_to({cpu});
      std::memset(static_cast<std::byte*>(data) + begin, 0, end - begin);
    });
  }
}

}  // namespace fftbench
