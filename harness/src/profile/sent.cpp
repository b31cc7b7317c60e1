#include "profile/sent.hpp"

#include <mutex>
#include <unordered_map>

namespace fftbench::profile {

namespace {

/// What each persistent operation sends. A handle used again is written anew by the call that makes
/// it, so nothing has to be erased.
struct Requests {
  std::mutex mutex;
  std::unordered_map<MPI_Request, Sent> sent;
};

Requests& requests() {
  static Requests instance;
  return instance;
}

int communicator_topology(MPI_Comm comm) {
  int kind = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &kind);
  return kind;
}

std::vector<int> cartesian_neighbors(MPI_Comm comm) {
  int dims = 0;
  PMPI_Cartdim_get(comm, &dims);
  std::vector<int> result;
  for (int axis = 0; axis < dims; ++axis) {
    int below = MPI_PROC_NULL;
    int above = MPI_PROC_NULL;
    PMPI_Cart_shift(comm, axis, 1, &below, &above);
    result.push_back(below);
    result.push_back(above);
  }
  return result;
}

std::vector<int> graph_neighbors(MPI_Comm comm) {
  int count = 0;
  PMPI_Graph_neighbors_count(comm, rank_in(comm), &count);
  std::vector<int> result(static_cast<std::size_t>(count));
  PMPI_Graph_neighbors(comm, rank_in(comm), count, result.data());
  return result;
}

std::vector<int> distributed_graph_destinations(MPI_Comm comm) {
  int in = 0;
  int out = 0;
  int weighted = 0;
  PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
  std::vector<int> sources(static_cast<std::size_t>(in));
  std::vector<int> source_weights(sources.size());
  std::vector<int> result(static_cast<std::size_t>(out));
  std::vector<int> weights(result.size());
  PMPI_Dist_graph_neighbors(comm, in, sources.data(), source_weights.data(), out, result.data(),
                            weights.data());
  return result;
}

}  // namespace

void remember(MPI_Request request, const Sent& sent) {
  Requests& all = requests();
  const std::lock_guard lock(all.mutex);
  all.sent[request] = sent;
}

Sent remembered(int count, const MPI_Request* handles) {
  Requests& all = requests();
  const std::lock_guard lock(all.mutex);
  Sent sum;
  for (int i = 0; i < count; ++i) {
    const auto found = all.sent.find(handles[i]);
    if (found == all.sent.end()) continue;
    sum.bytes += found->second.bytes;
    sum.messages += found->second.messages;
  }
  return sum;
}

std::vector<int> destinations(MPI_Comm comm) {
  switch (communicator_topology(comm)) {
    case MPI_CART:
      return cartesian_neighbors(comm);
    case MPI_GRAPH:
      return graph_neighbors(comm);
    case MPI_DIST_GRAPH:
      return distributed_graph_destinations(comm);
    default:
      return {};
  }
}

Sent access(std::int64_t count, MPI_Datatype type, int target, MPI_Win win) {
  if (target == MPI_PROC_NULL) return {};
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Win_get_group(win, &group);
  int self = MPI_UNDEFINED;
  PMPI_Group_rank(group, &self);
  PMPI_Group_free(&group);
  return target == self ? Sent{} : Sent{count * size_of(type), 1};
}

}  // namespace fftbench::profile
