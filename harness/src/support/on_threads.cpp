#include "support/on_threads.hpp"

#include <fftbench/affinity.hpp>
#include <thread>

namespace fftbench {

void on_threads(int threads, const std::vector<int>& cpus, const std::function<void(int)>& work) {
  if (threads < 2) return work(0);
  std::vector<std::jthread> helpers;
  for (int part = 0; part < threads; ++part) {
    helpers.emplace_back([&work, &cpus, part] {
      if (!cpus.empty()) bind_to({cpus[static_cast<std::size_t>(part) % cpus.size()]});
      work(part);
    });
  }
}

}  // namespace fftbench
