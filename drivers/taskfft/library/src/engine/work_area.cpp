#include "engine/work_area.hpp"

namespace taskfft {

WorkArea WorkArea::of(const Setup& setup, std::optional<SharedBuffers> shared,
                      const Communicators& communicators) {
  WorkArea area;
  area.bytes = buffer_bytes(setup);
  area.groups = setup.options.message_groups;
  const std::size_t first = shared ? work_index(Buffer::receive_even) : 0;
  for (std::size_t k = first; k < kWorkBuffers; ++k) {
    area.buffers[k] = AlignedBuffer<std::byte>(area.bytes[k]);
  }
  if (shared) area.shared.emplace(SharedBufferUses{std::move(*shared)});
  area.alarm = std::make_unique<Alarm>(communicators.messages);
  return area;
}

void WorkArea::close() {
  if (alarm) alarm->keep();
  alarm.reset();
}

bool WorkArea::suits(const Setup& setup) const {
  const bool shares = setup.options.exchange == Exchange::shared;
  if (shares != shared.has_value() || setup.options.message_groups > groups) return false;
  const std::array<std::size_t, kWorkBuffers> needed = buffer_bytes(setup);
  for (std::size_t k = 0; k < kWorkBuffers; ++k) {
    if (needed[k] > bytes[k]) return false;
  }
  return true;
}

std::size_t WorkArea::own_bytes() const {
  std::size_t all = 0;
  const std::size_t first = shared ? work_index(Buffer::receive_even) : 0;
  for (std::size_t k = first; k < kWorkBuffers; ++k) all += bytes[k];
  return all;
}

BufferPointers WorkArea::pointers(int node_rank) const {
  BufferPointers pointers{};
  for (std::size_t k = 0; k < kWorkBuffers; ++k) {
    pointers.mine[static_cast<std::size_t>(Buffer::send_even) + k] = buffers[k].get();
  }
  if (!shared) return pointers;
  for (int rank = 0; rank < shared->buffers.ranks(); ++rank) {
    pointers.shared.push_back({shared->buffers.buffer(rank, 0), shared->buffers.buffer(rank, 1)});
  }
  const auto mine = pointers.shared[static_cast<std::size_t>(node_rank)];
  pointers[Buffer::send_even] = mine[0];
  pointers[Buffer::send_odd] = mine[1];
  return pointers;
}

}  // namespace taskfft
