#include "support/kept.hpp"

#include <array>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace taskfft {
namespace {

/// Of all plans of the program, which may end in threads of their own.
struct Kept {
  std::mutex mutex;
  std::vector<std::shared_ptr<const void>> memory;
};

/// Never destroyed: plans that are variables of the whole program end later than others of those.
Kept& kept() {
  alignas(Kept) static std::array<std::byte, sizeof(Kept)> room;
  static Kept* const all = std::construct_at(reinterpret_cast<Kept*>(room.data()));
  return *all;
}

}  // namespace

void keep_until_exit(std::shared_ptr<const void> memory) {
  const std::scoped_lock lock(kept().mutex);
  kept().memory.push_back(std::move(memory));
}

std::size_t kept_until_exit() {
  const std::scoped_lock lock(kept().mutex);
  return kept().memory.size();
}

}  // namespace taskfft
