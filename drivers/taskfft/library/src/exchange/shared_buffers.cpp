#include "exchange/shared_buffers.hpp"

namespace taskfft {
namespace {

constexpr std::size_t kAlignment = 4096;

std::size_t round_up(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

std::optional<SharedBuffers> SharedBuffers::create(const Communicator& node,
                                                   std::array<std::size_t, 2> bytes, int groups,
                                                   std::string& reason) {
  SharedBuffers shared;
  shared.me_ = node.rank();
  shared.groups_ = groups;
  const std::size_t counters = round_up(kLine * (shared.failed_index() + 1));
  const std::size_t even = round_up(bytes[0]), odd = round_up(bytes[1]);
  shared.bytes_ = counters + even + odd;
  std::optional<SharedMemory> memory = SharedMemory::create(node, shared.bytes_, reason);
  if (!memory) return std::nullopt;
  shared.memory_ = std::move(*memory);
  const std::array<std::int64_t, 2> own{static_cast<std::int64_t>(counters),
                                        static_cast<std::int64_t>(counters + even)};
  shared.offsets_.resize(2 * static_cast<std::size_t>(node.size()));
  check_mpi(
      MPI_Allgather(own.data(), 2, MPI_INT64_T, shared.offsets_.data(), 2, MPI_INT64_T, node.get()),
      "exchanging the places of shared buffers");
  return shared;
}

SharedBuffers::Counter& SharedBuffers::counter(int owner, std::size_t index) const {
  return *reinterpret_cast<Counter*>(memory_.part(owner) + index * kLine);
}

std::size_t SharedBuffers::written_index(int parity, int group) const {
  return static_cast<std::size_t>(2 + parity * groups_ + group);
}

void SharedBuffers::publish(int parity, int group, std::uint64_t use) const {
  counter(me_, written_index(parity, group)).store(use, std::memory_order_release);
}

bool SharedBuffers::published(int owner, int parity, int group, std::uint64_t use) const {
  return counter(owner, written_index(parity, group)).load(std::memory_order_acquire) >= use;
}

void SharedBuffers::release(int owner, int parity) const {
  counter(owner, static_cast<std::size_t>(parity)).fetch_add(1, std::memory_order_release);
}

std::uint64_t SharedBuffers::releases(int parity) const {
  return counter(me_, static_cast<std::size_t>(parity)).load(std::memory_order_acquire);
}

void SharedBuffers::fail() const {
  counter(me_, failed_index()).store(1, std::memory_order_release);
}

bool SharedBuffers::any_failed() const {
  for (int rank = 0; rank < ranks(); ++rank) {
    if (counter(rank, failed_index()).load(std::memory_order_acquire) != 0) return true;
  }
  return false;
}

}  // namespace taskfft
