#include "link.hpp"

#include <algorithm>
#include <memory>

#include "share.hpp"

namespace fftbench::lower_bound {
namespace {

struct Counts {
  std::vector<int> counts, displacements;
  int total = 0;

  void add(int count) {
    counts.push_back(count);
    displacements.push_back(total);
    total += count;
  }
};

/// What this rank sends and receives, and where it receives.
struct Traffic {
  MPI_Comm comm;
  Counts out, in;
  std::vector<double> arrived;

  Traffic(const Places& places, Messages how, std::size_t numbers, MPI_Comm all) : comm(all) {
    const int me = rank_in(comm);
    for (int rank = 0; rank < ranks_of(comm); ++rank) {
      out.add(numbers_between(places, how, numbers, me, rank));
      in.add(numbers_between(places, how, numbers, rank, me));
    }
    arrived.resize(static_cast<std::size_t>(in.total));
  }

  void all_to_all(const void* from) {
    MPI_Alltoallv(from, out.counts.data(), out.displacements.data(), MPI_DOUBLE, arrived.data(),
                  in.counts.data(), in.displacements.data(), MPI_DOUBLE, comm);
  }

  void messages(const void* from) {
    std::vector<MPI_Request> requests;
    for (std::size_t rank = 0; rank < in.counts.size(); ++rank) {
      if (in.counts[rank] == 0) continue;
      MPI_Irecv(arrived.data() + in.displacements[rank], in.counts[rank], MPI_DOUBLE,
                static_cast<int>(rank), 0, comm, &requests.emplace_back());
    }
    for (std::size_t rank = 0; rank < out.counts.size(); ++rank) {
      if (out.counts[rank] == 0) continue;
      MPI_Isend(static_cast<const double*>(from) + out.displacements[rank], out.counts[rank],
                MPI_DOUBLE, static_cast<int>(rank), 0, comm, &requests.emplace_back());
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }
};

}  // namespace

Places::Places(MPI_Comm comm) {
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  int first = rank_in(comm);  // the lowest rank here stands for the node
  MPI_Bcast(&first, 1, MPI_INT, 0, here);
  MPI_Comm_free(&here);
  std::vector<int> firsts(static_cast<std::size_t>(ranks_of(comm)));
  MPI_Allgather(&first, 1, MPI_INT, firsts.data(), 1, MPI_INT, comm);

  std::vector<int> nodes = firsts;
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  ranks.resize(nodes.size());
  for (const int of : firsts) {
    const auto at = std::lower_bound(nodes.begin(), nodes.end(), of) - nodes.begin();
    node.push_back(static_cast<int>(at));
    local.push_back(ranks[static_cast<std::size_t>(at)]++);
  }
}

int numbers_between(const Places& places, Messages how, std::size_t numbers, int from, int to) {
  const auto source = static_cast<std::size_t>(from), target = static_cast<std::size_t>(to);
  if (places.node[source] == places.node[target]) return 0;
  const std::size_t all = places.node.size();
  if (how == Messages::to_all) return static_cast<int>(numbers / all);
  const int there = places.ranks[static_cast<std::size_t>(places.node[target])];
  if (places.local[target] != places.local[source] % there) return 0;
  return static_cast<int>(numbers / all * static_cast<std::size_t>(there));
}

std::vector<Way> ways_between_nodes(const Request& request, const Buffers& buffers, MPI_Comm comm) {
  const std::size_t numbers = Share(request.problem, ranks_of(comm)).less() / sizeof(double);
  const Places places(comm);
  std::vector<Way> ways;
  for (const Messages how : {Messages::to_all, Messages::to_one}) {
    const auto traffic = std::make_shared<Traffic>(places, how, numbers, comm);
    const std::string whom = how == Messages::to_all ? "to all" : "to one a node";
    ways.push_back({"MPI_Alltoallv " + whom, [=] { traffic->all_to_all(buffers.input); },
                    [=] { traffic->all_to_all(buffers.output); }});
    ways.push_back({"messages " + whom, [=] { traffic->messages(buffers.input); },
                    [=] { traffic->messages(buffers.output); }});
  }
  return ways;
}

}  // namespace fftbench::lower_bound
