#include "exchange/prepared_exchange.hpp"

#include "support/alarm.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {
namespace {

std::byte* base(const BufferPointers& buffers, Buffer buffer) {
  return static_cast<std::byte*>(buffers.mine[static_cast<std::size_t>(buffer)]);
}

}  // namespace

MPI_Datatype PreparedExchange::element() const {
  return datatype(exchange().shape.element, real_bytes);
}

int PreparedExchange::tag(int group) const {
  const std::size_t exchanges = route.exchanges.size() / static_cast<std::size_t>(route.fields);
  const std::size_t distinct = exchanges % 2 == 0 ? exchanges : 2 * exchanges;
  return kFirstTag + static_cast<int>(index % distinct) * route.groups + group;
}

std::byte* PreparedExchange::sent(Index offset) const {
  const auto bytes = static_cast<Index>(element_bytes(exchange().shape.element, real_bytes));
  return base(buffers, send_buffer(index)) + offset * bytes;
}

std::byte* PreparedExchange::received(Index offset) const {
  const auto bytes = static_cast<Index>(element_bytes(exchange().shape.element, real_bytes));
  return base(buffers, receive_buffer(index)) + offset * bytes;
}

std::byte* PreparedExchange::stage_array() const {
  return base(buffers, Buffer::transformed);
}

Datatype PreparedExchange::departing(const Block& block) const {
  const Segment segment = departing_segment(route, index, block);
  const Box& box = block.box;
  Triple counts{}, strides{};
  std::size_t k = 0;
  for (const int axis : block_order(exchange().shape)) {
    counts[k] = box[axis].size();
    strides[k++] = segment.stride[axis];
  }
  return {element(), position(segment, {box[0].lo, box[1].lo, box[2].lo}), counts, strides};
}

Datatype PreparedExchange::arriving(const Block& block) const {
  return {element(), block.offset, {1, 1, block_size(exchange().shape, block)}, {0, 0, 1}};
}

}  // namespace taskfft
