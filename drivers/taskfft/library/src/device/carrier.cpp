#include "device/carrier.hpp"

#include <utility>

#include "support/mpi_support.hpp"

namespace taskfft {

Carrier::Carrier(const CarrierContext& context, Landed landed)
    : context_(context), landed_(std::move(landed)) {
  for (int group = 0; group < steps().groups; ++group) {
    events_.push_back(context_.backend.make_event());
  }
}

void Carrier::begin(const std::byte* from, std::byte* to) {
  from_ = from;
  to_ = to;
  groups_missing_ = steps().groups;
  missing_.assign(static_cast<std::size_t>(steps().groups), 1);  // the own block
  open();
  for (int group = 0; group < steps().groups; ++group) {
    for (int step = 1; step < steps().ranks; ++step) {
      const int peer = (steps().me - step + steps().ranks) % steps().ranks;
      if (steps().arrival(group, peer).count == 0) continue;
      ++missing_[static_cast<std::size_t>(group)];
      context_.progress.when_received(expect(group, peer), [this, group, peer] {
        take(group, peer);
        arrived(group);
      });
    }
  }
}

void Carrier::depart(int group, Event ready) {
  send(group, ready);
  const DeviceBlock& own = steps().arrival(group, steps().me);
  if (own.count > 0) {
    context_.backend.wait(Stream::incoming, ready);
    context_.backend.copy_box(Stream::incoming, own.direct, context_.element_bytes(),
                              at(from_, own.owner), place(own));
  }
  arrived(group);
}

void Carrier::arrived(int group) {
  if (--missing_[static_cast<std::size_t>(group)] > 0) return;
  const Event event = events_[static_cast<std::size_t>(group)];
  context_.backend.record(event, Stream::incoming);
  if (--groups_missing_ == 0 && steps().ranks > 1) {
    context_.progress.when(event, [this] { close(); });
  }
  landed_(group, event);
}

MessageCarrier::MessageCarrier(const CarrierContext& context, const Buffers& buffers, Landed landed)
    : Carrier(context, std::move(landed)), buffers_(buffers) {
  for (int group = 0; group < steps().groups; ++group) {
    packed_.push_back(context.backend.make_event());
  }
}

void MessageCarrier::send(int group, Event ready) {
  if (steps().ranks == 1) return;
  Backend& backend = context().backend;
  backend.wait(Stream::outgoing, ready);
  for (int peer = 0; peer < steps().ranks; ++peer) {
    const DeviceBlock& block = steps().departure(group, peer);
    if (peer == steps().me || block.count == 0) continue;
    backend.copy_box(Stream::outgoing, block.copy, context().element_bytes(),
                     at(from(), block.array), at(buffers_.send, block.buffer));
  }
  if (buffers_.staged()) copy_group_to_host(group);
  const Event packed = packed_[static_cast<std::size_t>(group)];
  backend.record(packed, Stream::outgoing);
  context().progress.when(packed, [this, group] { post_sends(group); });
}

/// A group's blocks lie one after the other.
void MessageCarrier::copy_group_to_host(int group) {
  Index begin = -1;
  Index end = -1;
  for (int peer = 0; peer < steps().ranks; ++peer) {
    const DeviceBlock& block = steps().departure(group, peer);
    if (peer == steps().me || block.count == 0) continue;
    if (begin < 0) begin = block.buffer;
    end = block.buffer + block.count;
  }
  if (begin == end) return;
  context().backend.to_host(Stream::outgoing, at(buffers_.send, begin),
                            at(buffers_.host_send, begin),
                            static_cast<std::size_t>(end - begin) * context().element_bytes());
}

void MessageCarrier::post_sends(int group) {
  const std::byte* const buffer = buffers_.staged() ? buffers_.host_send : buffers_.send;
  for (int step = 1; step < steps().ranks; ++step) {
    const int peer = (steps().me + step) % steps().ranks;
    const DeviceBlock& block = steps().departure(group, peer);
    if (block.count == 0) continue;
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Isend(at(buffer, block.buffer), static_cast<int>(block.count),
                        datatype(Element::complex, context().real_bytes), peer, tag(group),
                        context().comm, &request),
              "sending a block");
    context().progress.when_sent(request);
  }
}

MPI_Request MessageCarrier::expect(int group, int peer) {
  std::byte* const buffer = buffers_.staged() ? buffers_.host_receive : buffers_.receive;
  const DeviceBlock& block = steps().arrival(group, peer);
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Irecv(at(buffer, block.buffer), static_cast<int>(block.count),
                      datatype(Element::complex, context().real_bytes), peer, tag(group),
                      context().comm, &request),
            "receiving a block");
  return request;
}

void MessageCarrier::take(int group, int peer) {
  Backend& backend = context().backend;
  const DeviceBlock& block = steps().arrival(group, peer);
  std::byte* const received = at(buffers_.receive, block.buffer);
  if (buffers_.staged()) {
    backend.to_device(Stream::incoming, at(buffers_.host_receive, block.buffer), received,
                      static_cast<std::size_t>(block.count) * context().element_bytes());
  }
  backend.copy_box(Stream::incoming, block.copy, context().element_bytes(), received, place(block));
}

PeerCarrier::PeerCarrier(const CarrierContext& context, std::vector<const std::byte*> arrays,
                         Landed landed)
    : Carrier(context, std::move(landed)), arrays_(std::move(arrays)) {}

/// The run ends when the peers have read what they need: the array may then be written again.
void PeerCarrier::open() {
  for (int peer = 0; peer < steps().ranks; ++peer) {
    if (steps().sends_to(peer)) context().progress.when_received(listen(peer, closing_tag()), {});
  }
}

/// A peer does not see marks in my streams: it is told once the mark is reached.
void PeerCarrier::send(int group, Event ready) {
  if (steps().ranks == 1) return;
  context().progress.when(ready, [this, group] {
    for (int step = 1; step < steps().ranks; ++step) {
      const int peer = (steps().me + step) % steps().ranks;
      if (steps().departure(group, peer).count == 0) continue;
      context().progress.when_sent(notify(peer, tag(group)));
    }
  });
}

MPI_Request PeerCarrier::expect(int group, int peer) {
  return listen(peer, tag(group));
}

void PeerCarrier::take(int group, int peer) {
  const DeviceBlock& block = steps().arrival(group, peer);
  context().backend.copy_box(Stream::incoming, block.direct, context().element_bytes(),
                             at(arrays_[static_cast<std::size_t>(peer)], block.owner),
                             place(block));
}

void PeerCarrier::close() {
  for (int peer = 0; peer < steps().ranks; ++peer) {
    if (steps().receives_from(peer)) context().progress.when_sent(notify(peer, closing_tag()));
  }
}

MPI_Request PeerCarrier::notify(int peer, int tag) const {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Isend(nullptr, 0, MPI_BYTE, peer, tag, context().comm, &request), "telling a peer");
  return request;
}

MPI_Request PeerCarrier::listen(int peer, int tag) const {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Irecv(nullptr, 0, MPI_BYTE, peer, tag, context().comm, &request),
            "listening to a peer");
  return request;
}

}  // namespace taskfft
