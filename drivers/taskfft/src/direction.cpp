#include "direction.hpp"

#include <algorithm>

#include "streaming.hpp"

namespace taskfft {

template <class Real>
Direction<Real>::Direction(Route route, const Setup& setup, const Communicators& communicators,
                           int sign)
    : route_(std::move(route)),
      schedule_(make_schedule(route_, setup.effective.options.exchange, setup.problem.placement,
                              setup.effective.options.scheduler == Scheduler::fork_join)),
      extents_(setup.geometry.extents),
      communicators_(communicators),
      message_limit_(setup.effective.options.message_limit),
      sign_(sign) {
  for (const ExchangeRoute& exchange : route_.exchanges) readers_.push_back(exchange.readers());
  if (setup.effective.options.exchange != Exchange::alltoallv) return;
  for (const ExchangeRoute& exchange : route_.exchanges) {
    std::vector<Counts>& groups = counts_.emplace_back();
    for (int group = 0; group < route_.groups; ++group) {
      groups.push_back(counts_of(exchange, group));
    }
  }
}

template <class Real>
typename Direction<Real>::Counts Direction<Real>::counts_of(const ExchangeRoute& exchange,
                                                            int group) const {
  Counts counts;
  bool first = true;
  for (int peer = 0; peer < exchange.ranks; ++peer) {
    const Block& out = exchange.sent(group, peer);
    const Block& in = exchange.received(group, peer);
    const bool own = peer == exchange.me;
    if (!own && first) {
      counts.send_base = out.offset;
      counts.receive_base = in.offset;
      first = false;
    }
    counts.send_counts.push_back(own ? 0 : static_cast<int>(out.box.volume()));
    counts.send_offsets.push_back(own ? 0 : static_cast<int>(out.offset - counts.send_base));
    counts.receive_counts.push_back(own ? 0 : static_cast<int>(in.box.volume()));
    counts.receive_offsets.push_back(own ? 0 : static_cast<int>(in.offset - counts.receive_base));
  }
  return counts;
}

template <class Real>
void Direction<Real>::bind(const BufferPointers& buffers, std::vector<Workspace>& workspaces,
                           const Choice& choice, Kernels<Real>& kernels, Sharing* sharing) {
  const bool lanes = choice.kernel == LineKernel::lanes;
  stream_ = choice.stores == Stores::streaming;
  sharing_ = sharing;
  buffers_ = buffers;
  workspaces_ = &workspaces;
  items_.clear();
  for (const WorkItem& item : schedule_.items) {
    std::vector<BoundPass<Real>>& passes = items_.emplace_back();
    for (const LinePass& pass : item.passes) {
      passes.emplace_back(pass, item.box, sign_, buffers_, workspaces.front(), lanes, kernels);
    }
  }
}

template <class Real>
MPI_Comm Direction<Real>::comm_of(int exchange) const {
  const Comm which = route_.exchanges[exchange].shape.comm;
  return communicators_.parts[static_cast<std::size_t>(which)].get();
}

template <class Real>
MPI_Datatype Direction<Real>::type_of(int exchange) const {
  return datatype<Real>(route_.exchanges[exchange].shape.element);
}

template <class Real>
std::byte* Direction<Real>::element(int exchange, Buffer buffer, Index offset) const {
  auto* const base = static_cast<std::byte*>(buffers_.mine[static_cast<std::size_t>(buffer)]);
  return base + static_cast<std::size_t>(offset) *
                    element_bytes(route_.exchanges[exchange].shape.element, sizeof(Real));
}

template <class Real>
bool Direction<Real>::knows_lanes() const {
  const std::vector<StageShape>& stages = route_.decomposition.stages;
  return std::any_of(stages.begin(), stages.end(), [this](const StageShape& stage) {
    return std::any_of(stage.passes.begin(), stage.passes.end(), [this](const PassShape& pass) {
      return LaneFft<Real>::possible(pass.kernel, extents_[pass.axis]);
    });
  });
}

template <class Real>
bool Direction<Real>::uses_lanes() const {
  return std::any_of(items_.begin(), items_.end(), [](const std::vector<BoundPass<Real>>& passes) {
    return std::any_of(passes.begin(), passes.end(),
                       [](const BoundPass<Real>& pass) { return pass.uses_lanes(); });
  });
}

template <class Real>
void Direction<Real>::begin() {
  if (sharing_ == nullptr) return;
  use_.clear();
  releases_before_.clear();
  for (std::size_t e = 0; e < route_.exchanges.size(); ++e) {
    use_.push_back(++sharing_->uses[e % 2]);
    releases_before_.push_back(sharing_->releases[e % 2]);
    sharing_->releases[e % 2] += readers_[e];
  }
}

template <class Real>
bool Direction<Real>::arrived(const Task& task) {
  const int parity = task.place % 2;
  const auto exchange = static_cast<std::size_t>(task.place);
  if (task.kind == TaskKind::reclaim) {
    return sharing_->buffers.releases(parity) >= releases_before_[exchange];
  }
  const int owner = route_.exchanges[exchange].received(task.group, task.peer).owner;
  return sharing_->buffers.published(owner, parity, task.group, use_[exchange]);
}

template <class Real>
void Direction<Real>::run(const Task& task, int worker) {
  if (task.kind == TaskKind::barrier) return;
  if (task.kind == TaskKind::alltoallv) return exchange_all(task);
  const int parity = task.place % 2;
  const auto place = static_cast<std::size_t>(task.place);
  if (task.kind == TaskKind::publish) {
    return sharing_->buffers.publish(parity, task.group, use_[place]);
  }
  if (task.kind == TaskKind::release) {
    return sharing_->buffers.release(route_.exchanges[place].received(0, task.peer).owner, parity);
  }
  const std::vector<BoundPass<Real>>& passes = items_[task.item];
  Workspace& workspace = (*workspaces_)[static_cast<std::size_t>(worker)];
  for (Index plane = 0; plane < passes.front().planes(); ++plane) {
    for (const BoundPass<Real>& pass : passes) pass.run(plane, stream_, workspace);
  }
  if (stream_) order_streaming_stores();  // whoever tells others of them may be another thread
}

template <class Real>
void Direction<Real>::exchange_all(const Task& task) {
  const MPI_Datatype type = type_of(task.place);
  const Counts& c = counts_[task.place][task.group];
  const auto index = static_cast<std::size_t>(task.place);
  check_mpi(
      MPI_Alltoallv(element(task.place, send_buffer(index), c.send_base), c.send_counts.data(),
                    c.send_offsets.data(), type,
                    element(task.place, receive_buffer(index), c.receive_base),
                    c.receive_counts.data(), c.receive_offsets.data(), type, comm_of(task.place)),
      "exchanging with MPI_Alltoallv");
}

template <class Real>
void Direction<Real>::post(const Task& task, std::vector<MPI_Request>& requests) {
  const ExchangeRoute& exchange = route_.exchanges[task.place];
  const auto index = static_cast<std::size_t>(task.place);
  const bool sending = task.kind == TaskKind::send;
  const Block& block =
      sending ? exchange.sent(task.group, task.peer) : exchange.received(task.group, task.peer);
  const Buffer buffer = sending ? send_buffer(index) : receive_buffer(index);
  const int tag = task.place * route_.groups + task.group;
  const MPI_Datatype type = type_of(task.place);
  const Index size = block.box.volume();
  // Messages of one tag between two ranks keep their order, so pieces need no tags of their own.
  for (Index done = 0; done < size; done += message_limit_) {
    const int count = static_cast<int>(std::min(message_limit_, size - done));
    MPI_Request request = MPI_REQUEST_NULL;
    std::byte* const piece = element(task.place, buffer, block.offset + done);
    check_mpi(sending
                  ? MPI_Isend(piece, count, type, task.peer, tag, comm_of(task.place), &request)
                  : MPI_Irecv(piece, count, type, task.peer, tag, comm_of(task.place), &request),
              sending ? "sending a block" : "receiving a block");
    requests.push_back(request);
  }
}

template class Direction<double>;
template class Direction<float>;

}  // namespace taskfft
