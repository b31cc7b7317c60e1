#pragma once
/// What one MPI call sends to other ranks of its communicator, from the call's arguments.
///
/// Only data that must reach another rank count, not what the MPI library's algorithm moves on the
/// way: of point-to-point calls every message, even an empty one; of collectives every pair of
/// ranks with data, as if sent directly; of reductions a rank's own contribution, once. One-sided
/// accesses count at the caller, even MPI_Get, since no other rank takes part. With MPI_IN_PLACE,
/// the counts of the receiving side are used. Intercommunicators are counted like
/// intracommunicators.

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fftbench::profile {

struct Sent {
  std::int64_t bytes = 0;
  std::int64_t messages = 0;
};

inline std::int64_t size_of(MPI_Datatype type) {
  MPI_Count size = 0;
  PMPI_Type_size_x(type, &size);
  return size;
}

inline int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

inline int size_in(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size;
}

inline bool in_place(const void* buffer) {
  return buffer == MPI_IN_PLACE;
}

/// One block, to `receivers` other ranks.
inline Sent block(std::int64_t count, MPI_Datatype type, int receivers = 1) {
  if (count == 0 || receivers == 0) return {};
  return {count * size_of(type) * receivers, receivers};
}

/// A block of its own size and type for each other rank.
template <class CountOf, class TypeOf>
Sent blocks(int ranks, int self, CountOf count, TypeOf type) {
  Sent sent;
  for (int peer = 0; peer < ranks; ++peer) {
    if (peer == self || count(peer) == 0) continue;
    sent.bytes += count(peer) * type(peer);
    ++sent.messages;
  }
  return sent;
}

template <class Count>
Sent vector_blocks(const Count* counts, MPI_Datatype type, MPI_Comm comm) {
  const std::int64_t size = size_of(type);
  return blocks(
      size_in(comm), rank_in(comm), [=](int peer) { return std::int64_t{counts[peer]}; },
      [=](int) { return size; });
}

// Point to point -----------------------------------------------------------------------------

inline Sent message(std::int64_t count, MPI_Datatype type, int to, MPI_Comm comm) {
  if (to == MPI_PROC_NULL || to == rank_in(comm)) return {};
  return {count * size_of(type), 1};
}

inline constexpr auto nothing = [](auto...) { return Sent{}; };

inline constexpr auto to_peer = [](const void*, auto count, MPI_Datatype type, int to, int,
                                   MPI_Comm comm,
                                   auto...) { return message(count, type, to, comm); };

inline constexpr auto to_peer_sendrecv = [](const void*, auto count, MPI_Datatype type, int to, int,
                                            void*, auto, MPI_Datatype, int, int, MPI_Comm comm,
                                            auto...) { return message(count, type, to, comm); };

inline constexpr auto to_peer_replace = [](void*, auto count, MPI_Datatype type, int to, int, int,
                                           int, MPI_Comm comm,
                                           auto...) { return message(count, type, to, comm); };

inline constexpr auto to_peer_partitioned =
    [](const void*, int partitions, MPI_Count count, MPI_Datatype type, int to, int, MPI_Comm comm,
       auto...) { return message(partitions * count, type, to, comm); };

// Persistent ---------------------------------------------------------------------------------

/// What a persistent operation sends at each start; from any thread, recording or not.
void remember(MPI_Request request, const Sent& sent);
Sent remembered(int count, const MPI_Request* requests);

inline constexpr auto started = [](MPI_Request* request) { return remembered(1, request); };
inline constexpr auto started_all = [](int count, MPI_Request* requests) {
  return remembered(count, requests);
};

/// Marks the calls that only prepare: nothing is sent, and `sent` holds for every start.
template <class How>
struct Prepared {
  How sent;
};
template <class How>
Prepared(How) -> Prepared<How>;

// Collectives --------------------------------------------------------------------------------

inline constexpr auto bcast = [](const void*, auto count, MPI_Datatype type, int root,
                                 MPI_Comm comm, auto...) {
  return rank_in(comm) == root ? block(count, type, size_in(comm) - 1) : Sent{};
};

inline constexpr auto gather = [](const void*, auto count, MPI_Datatype type, void*, auto,
                                  MPI_Datatype, int root, MPI_Comm comm, auto...) {
  return rank_in(comm) == root ? Sent{} : block(count, type);
};

inline constexpr auto gatherv = [](const void*, auto count, MPI_Datatype type, void*, const auto*,
                                   const auto*, MPI_Datatype, int root, MPI_Comm comm, auto...) {
  return rank_in(comm) == root ? Sent{} : block(count, type);
};

inline constexpr auto scatter = [](const void*, auto count, MPI_Datatype type, void*, auto,
                                   MPI_Datatype, int root, MPI_Comm comm, auto...) {
  return rank_in(comm) == root ? block(count, type, size_in(comm) - 1) : Sent{};
};

inline constexpr auto scatterv = [](const void*, const auto* counts, const auto*, MPI_Datatype type,
                                    void*, auto, MPI_Datatype, int root, MPI_Comm comm, auto...) {
  return rank_in(comm) == root ? vector_blocks(counts, type, comm) : Sent{};
};

inline constexpr auto allgather = [](const void* send, auto count, MPI_Datatype type, void*,
                                     auto received, MPI_Datatype received_type, MPI_Comm comm,
                                     auto...) {
  return in_place(send) ? block(received, received_type, size_in(comm) - 1)
                        : block(count, type, size_in(comm) - 1);
};

inline constexpr auto allgatherv = [](const void* send, auto count, MPI_Datatype type, void*,
                                      const auto* received, const auto*, MPI_Datatype received_type,
                                      MPI_Comm comm, auto...) {
  return in_place(send) ? block(received[rank_in(comm)], received_type, size_in(comm) - 1)
                        : block(count, type, size_in(comm) - 1);
};

/// Each peer gets as much as each rank gets in an allgather: only the data differ.
inline constexpr auto alltoall = allgather;

inline constexpr auto alltoallv = [](const void* send, const auto* counts, const auto*,
                                     MPI_Datatype type, void*, const auto* received, const auto*,
                                     MPI_Datatype received_type, MPI_Comm comm, auto...) {
  return in_place(send) ? vector_blocks(received, received_type, comm)
                        : vector_blocks(counts, type, comm);
};

inline constexpr auto alltoallw = [](const void* send, const auto* counts, const auto*,
                                     const MPI_Datatype* types, void*, const auto* received,
                                     const auto*, const MPI_Datatype* received_types, MPI_Comm comm,
                                     auto...) {
  const auto* sizes = in_place(send) ? received : counts;
  const MPI_Datatype* kinds = in_place(send) ? received_types : types;
  return blocks(
      size_in(comm), rank_in(comm), [=](int peer) { return std::int64_t{sizes[peer]}; },
      [=](int peer) { return size_of(kinds[peer]); });
};

inline constexpr auto reduce_to_root = [](const void*, void*, auto count, MPI_Datatype type, MPI_Op,
                                          int root, MPI_Comm comm, auto...) {
  return rank_in(comm) == root ? Sent{} : block(count, type);
};

inline constexpr auto allreduce = [](const void*, void*, auto count, MPI_Datatype type, MPI_Op,
                                     MPI_Comm comm, auto...) {
  return size_in(comm) == 1 ? Sent{} : block(count, type);
};

inline constexpr auto reduce_scatter = [](const void*, void*, const auto* counts, MPI_Datatype type,
                                          MPI_Op, MPI_Comm comm,
                                          auto...) { return vector_blocks(counts, type, comm); };

inline constexpr auto reduce_scatter_block = [](const void*, void*, auto count, MPI_Datatype type,
                                                MPI_Op, MPI_Comm comm, auto...) {
  return block(count, type, size_in(comm) - 1);
};

inline constexpr auto scan = [](const void*, void*, auto count, MPI_Datatype type, MPI_Op,
                                MPI_Comm comm, auto...) {
  return rank_in(comm) == size_in(comm) - 1 ? Sent{} : block(count, type);
};

// Neighbourhoods -----------------------------------------------------------------------------

/// Whom a neighbourhood collective sends to, in the order of its blocks; MPI_PROC_NULL for none.
std::vector<int> destinations(MPI_Comm comm);

template <class CountOf, class TypeOf>
Sent neighbor_blocks(MPI_Comm comm, CountOf count, TypeOf type) {
  const std::vector<int> to = destinations(comm);
  const int self = rank_in(comm);
  return blocks(
      static_cast<int>(to.size()), -1,
      [&](int i) {
        const int peer = to[static_cast<std::size_t>(i)];
        return peer == self || peer == MPI_PROC_NULL ? std::int64_t{0} : std::int64_t{count(i)};
      },
      type);
}

/// One block size for all: neighbor_allgather and neighbor_alltoall.
inline constexpr auto neighbor_same = [](const void*, auto count, MPI_Datatype type, void*, auto,
                                         MPI_Datatype, MPI_Comm comm, auto...) {
  return neighbor_blocks(
      comm, [=](int) { return count; }, [=](int) { return size_of(type); });
};

inline constexpr auto neighbor_allgatherv = [](const void*, auto count, MPI_Datatype type, void*,
                                               const auto*, const auto*, MPI_Datatype,
                                               MPI_Comm comm, auto...) {
  return neighbor_blocks(
      comm, [=](int) { return count; }, [=](int) { return size_of(type); });
};

inline constexpr auto neighbor_alltoallv = [](const void*, const auto* counts, const auto*,
                                              MPI_Datatype type, void*, const auto*, const auto*,
                                              MPI_Datatype, MPI_Comm comm, auto...) {
  return neighbor_blocks(
      comm, [=](int i) { return counts[i]; }, [=](int) { return size_of(type); });
};

inline constexpr auto neighbor_alltoallw =
    [](const void*, const auto* counts, const auto*, const MPI_Datatype* types, void*, const auto*,
       const auto*, const MPI_Datatype*, MPI_Comm comm, auto...) {
      return neighbor_blocks(
          comm, [=](int i) { return counts[i]; }, [=](int i) { return size_of(types[i]); });
    };

// One-sided ----------------------------------------------------------------------------------

/// One access of `count` elements at rank `target` of the window's group.
Sent access(std::int64_t count, MPI_Datatype type, int target, MPI_Win win);

/// Put and Get.
inline constexpr auto to_target = [](const void*, auto count, MPI_Datatype type, int target,
                                     MPI_Aint, auto, MPI_Datatype, MPI_Win win,
                                     auto...) { return access(count, type, target, win); };

inline constexpr auto accumulate = [](const void*, auto count, MPI_Datatype type, int target,
                                      MPI_Aint, auto, MPI_Datatype, MPI_Op, MPI_Win win,
                                      auto...) { return access(count, type, target, win); };

/// Get_accumulate with MPI_NO_OP has no origin: what is fetched has the target's size then.
inline constexpr auto get_accumulate = [](const void*, auto, MPI_Datatype, void*, auto,
                                          MPI_Datatype, int target, MPI_Aint, auto count,
                                          MPI_Datatype type, MPI_Op, MPI_Win win,
                                          auto...) { return access(count, type, target, win); };

inline constexpr auto fetch_and_op = [](const void*, void*, MPI_Datatype type, int target, MPI_Aint,
                                        MPI_Op,
                                        MPI_Win win) { return access(1, type, target, win); };

inline constexpr auto compare_and_swap = [](const void*, const void*, void*, MPI_Datatype type,
                                            int target, MPI_Aint,
                                            MPI_Win win) { return access(1, type, target, win); };

}  // namespace fftbench::profile
