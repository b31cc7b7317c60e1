#include "support/guarded_memory.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <fftbench/error.hpp>

namespace fftbench {
namespace {

constexpr std::byte mark{0xA5};

}  // namespace

void GuardedMemory::Free::operator()(std::byte* data) const {
  std::free(data);
}

GuardedMemory::GuardedMemory(std::size_t bytes) : bytes_(bytes) {
  const std::size_t whole = (bytes + 2 * guard + alignment - 1) / alignment * alignment;
  whole_.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, whole)));
  if (!whole_) throw Error(fmt::format("no memory for an array of {} MB", whole / 1'000'000));
  std::fill_n(whole_.get(), guard, mark);
  std::fill_n(whole_.get() + guard + bytes, guard, mark);
}

void* GuardedMemory::data() const {
  return whole_ ? whole_.get() + guard : nullptr;
}

bool GuardedMemory::intact() const {
  if (!whole_) return true;
  const auto marked = [](const std::byte* zone) {
    return std::all_of(zone, zone + guard, [](std::byte byte) { return byte == mark; });
  };
  return marked(whole_.get()) && marked(whole_.get() + guard + bytes_);
}

}  // namespace fftbench
