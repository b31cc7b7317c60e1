#include "support/first_touch.hpp"

#include <algorithm>
#include <cstring>

#include "support/on_threads.hpp"

namespace fftbench {

void touch_first(void* data, std::size_t bytes, int threads, const std::vector<int>& cpus) {
  if (threads < 2 || cpus.empty()) return;
  const auto slices = static_cast<std::size_t>(threads);
  const std::size_t length = (bytes + slices - 1) / slices;
  on_threads(threads, cpus, [&](int slice) {
    const std::size_t begin = std::min(static_cast<std::size_t>(slice) * length, bytes);
    const std::size_t end = std::min(begin + length, bytes);
    std::memset(static_cast<std::byte*>(data) + begin, 0, end - begin);
  });
}

}  // namespace fftbench
