#pragma once
/// The MPI functions that are intercepted: X(name, number of arguments, what it sends). The last
/// column is a function of sent.hpp that takes the call's arguments.
///
/// Functions that involve this rank alone are left out: MPI_Pack and MPI_Unpack, datatypes,
/// inquiries.

#include <mpi.h>
#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

// clang-format off
#define FFTBENCH_MPI_POINT_TO_POINT(X)                                  \
  X(MPI_Send, 6, to_peer)                                               \
  X(MPI_Bsend, 6, to_peer)                                              \
  X(MPI_Ssend, 6, to_peer)                                              \
  X(MPI_Rsend, 6, to_peer)                                              \
  X(MPI_Isend, 7, to_peer)                                              \
  X(MPI_Ibsend, 7, to_peer)                                             \
  X(MPI_Issend, 7, to_peer)                                             \
  X(MPI_Irsend, 7, to_peer)                                             \
  X(MPI_Send_init, 7, Prepared{to_peer})                                \
  X(MPI_Bsend_init, 7, Prepared{to_peer})                               \
  X(MPI_Ssend_init, 7, Prepared{to_peer})                               \
  X(MPI_Rsend_init, 7, Prepared{to_peer})                               \
  X(MPI_Recv_init, 7, Prepared{nothing})                                \
  X(MPI_Start, 1, started)                                              \
  X(MPI_Startall, 2, started_all)                                       \
  X(MPI_Recv, 7, nothing)                                               \
  X(MPI_Irecv, 7, nothing)                                              \
  X(MPI_Sendrecv, 12, to_peer_sendrecv)                                 \
  X(MPI_Sendrecv_replace, 9, to_peer_replace)                           \
  X(MPI_Probe, 4, nothing)                                              \
  X(MPI_Iprobe, 5, nothing)                                             \
  X(MPI_Mprobe, 5, nothing)                                             \
  X(MPI_Improbe, 6, nothing)                                            \
  X(MPI_Mrecv, 5, nothing)                                              \
  X(MPI_Imrecv, 5, nothing)                                             \
  X(MPI_Wait, 2, nothing)                                               \
  X(MPI_Waitall, 3, nothing)                                            \
  X(MPI_Waitany, 4, nothing)                                            \
  X(MPI_Waitsome, 5, nothing)                                           \
  X(MPI_Test, 3, nothing)                                               \
  X(MPI_Testall, 4, nothing)                                            \
  X(MPI_Testany, 5, nothing)                                            \
  X(MPI_Testsome, 5, nothing)                                           \
  X(MPI_Request_get_status, 3, nothing)                                 \
  X(MPI_Request_free, 1, nothing)                                       \
  X(MPI_Cancel, 1, nothing)

#define FFTBENCH_MPI_COLLECTIVE(X)                                      \
  X(MPI_Barrier, 1, nothing)                                            \
  X(MPI_Bcast, 5, bcast)                                                \
  X(MPI_Gather, 8, gather)                                              \
  X(MPI_Gatherv, 9, gatherv)                                            \
  X(MPI_Scatter, 8, scatter)                                            \
  X(MPI_Scatterv, 9, scatterv)                                          \
  X(MPI_Allgather, 7, allgather)                                        \
  X(MPI_Allgatherv, 8, allgatherv)                                      \
  X(MPI_Alltoall, 7, alltoall)                                          \
  X(MPI_Alltoallv, 9, alltoallv)                                        \
  X(MPI_Alltoallw, 9, alltoallw)                                        \
  X(MPI_Reduce, 7, reduce_to_root)                                      \
  X(MPI_Allreduce, 6, allreduce)                                        \
  X(MPI_Reduce_scatter, 6, reduce_scatter)                              \
  X(MPI_Reduce_scatter_block, 6, reduce_scatter_block)                  \
  X(MPI_Scan, 6, scan)                                                  \
  X(MPI_Exscan, 6, scan)                                                \
  X(MPI_Neighbor_allgather, 7, neighbor_same)                           \
  X(MPI_Neighbor_allgatherv, 8, neighbor_allgatherv)                    \
  X(MPI_Neighbor_alltoall, 7, neighbor_same)                            \
  X(MPI_Neighbor_alltoallv, 9, neighbor_alltoallv)                      \
  X(MPI_Neighbor_alltoallw, 9, neighbor_alltoallw)

#define FFTBENCH_MPI_NONBLOCKING(X)                                     \
  X(MPI_Ibarrier, 2, nothing)                                           \
  X(MPI_Ibcast, 6, bcast)                                               \
  X(MPI_Igather, 9, gather)                                             \
  X(MPI_Igatherv, 10, gatherv)                                          \
  X(MPI_Iscatter, 9, scatter)                                           \
  X(MPI_Iscatterv, 10, scatterv)                                        \
  X(MPI_Iallgather, 8, allgather)                                       \
  X(MPI_Iallgatherv, 9, allgatherv)                                     \
  X(MPI_Ialltoall, 8, alltoall)                                         \
  X(MPI_Ialltoallv, 10, alltoallv)                                      \
  X(MPI_Ialltoallw, 10, alltoallw)                                      \
  X(MPI_Ireduce, 8, reduce_to_root)                                     \
  X(MPI_Iallreduce, 7, allreduce)                                       \
  X(MPI_Ireduce_scatter, 7, reduce_scatter)                             \
  X(MPI_Ireduce_scatter_block, 7, reduce_scatter_block)                 \
  X(MPI_Iscan, 7, scan)                                                 \
  X(MPI_Iexscan, 7, scan)                                               \
  X(MPI_Ineighbor_allgather, 8, neighbor_same)                          \
  X(MPI_Ineighbor_allgatherv, 9, neighbor_allgatherv)                   \
  X(MPI_Ineighbor_alltoall, 8, neighbor_same)                           \
  X(MPI_Ineighbor_alltoallv, 10, neighbor_alltoallv)                    \
  X(MPI_Ineighbor_alltoallw, 10, neighbor_alltoallw)

#define FFTBENCH_MPI_ONE_SIDED(X)                                       \
  X(MPI_Put, 8, to_target)                                              \
  X(MPI_Get, 8, to_target)                                              \
  X(MPI_Accumulate, 9, accumulate)                                      \
  X(MPI_Get_accumulate, 12, get_accumulate)                             \
  X(MPI_Fetch_and_op, 7, fetch_and_op)                                  \
  X(MPI_Compare_and_swap, 7, compare_and_swap)                          \
  X(MPI_Rput, 9, to_target)                                             \
  X(MPI_Rget, 9, to_target)                                             \
  X(MPI_Raccumulate, 10, accumulate)                                    \
  X(MPI_Rget_accumulate, 13, get_accumulate)                            \
  X(MPI_Win_fence, 2, nothing)                                          \
  X(MPI_Win_lock, 4, nothing)                                           \
  X(MPI_Win_lock_all, 2, nothing)                                       \
  X(MPI_Win_unlock, 2, nothing)                                         \
  X(MPI_Win_unlock_all, 1, nothing)                                     \
  X(MPI_Win_flush, 2, nothing)                                          \
  X(MPI_Win_flush_all, 1, nothing)                                      \
  X(MPI_Win_flush_local, 2, nothing)                                    \
  X(MPI_Win_flush_local_all, 1, nothing)                                \
  X(MPI_Win_sync, 1, nothing)                                           \
  X(MPI_Win_post, 3, nothing)                                           \
  X(MPI_Win_start, 3, nothing)                                          \
  X(MPI_Win_complete, 1, nothing)                                       \
  X(MPI_Win_wait, 1, nothing)                                           \
  X(MPI_Win_test, 2, nothing)

// Collectives that wait, in case a library calls them inside a transform.
#define FFTBENCH_MPI_OBJECTS(X)                                         \
  X(MPI_Comm_dup, 2, nothing)                                           \
  X(MPI_Comm_split, 4, nothing)                                         \
  X(MPI_Comm_free, 1, nothing)                                          \
  X(MPI_Cart_create, 6, nothing)                                        \
  X(MPI_Cart_sub, 3, nothing)                                           \
  X(MPI_Win_create, 6, nothing)                                         \
  X(MPI_Win_allocate, 6, nothing)                                       \
  X(MPI_Win_allocate_shared, 6, nothing)                                \
  X(MPI_Win_free, 1, nothing)

#define FFTBENCH_MPI_PERSISTENT(X, prefix)                              \
  X(prefix##Barrier_init, 3, Prepared{nothing})                         \
  X(prefix##Bcast_init, 7, Prepared{bcast})                             \
  X(prefix##Gather_init, 10, Prepared{gather})                          \
  X(prefix##Gatherv_init, 11, Prepared{gatherv})                        \
  X(prefix##Scatter_init, 10, Prepared{scatter})                        \
  X(prefix##Scatterv_init, 11, Prepared{scatterv})                      \
  X(prefix##Allgather_init, 9, Prepared{allgather})                     \
  X(prefix##Allgatherv_init, 10, Prepared{allgatherv})                  \
  X(prefix##Alltoall_init, 9, Prepared{alltoall})                       \
  X(prefix##Alltoallv_init, 11, Prepared{alltoallv})                    \
  X(prefix##Alltoallw_init, 11, Prepared{alltoallw})                    \
  X(prefix##Reduce_init, 9, Prepared{reduce_to_root})                   \
  X(prefix##Allreduce_init, 8, Prepared{allreduce})                     \
  X(prefix##Reduce_scatter_init, 8, Prepared{reduce_scatter})           \
  X(prefix##Reduce_scatter_block_init, 8, Prepared{reduce_scatter_block})\
  X(prefix##Scan_init, 8, Prepared{scan})                               \
  X(prefix##Exscan_init, 8, Prepared{scan})                             \
  X(prefix##Neighbor_allgather_init, 9, Prepared{neighbor_same})        \
  X(prefix##Neighbor_allgatherv_init, 10, Prepared{neighbor_allgatherv})\
  X(prefix##Neighbor_alltoall_init, 9, Prepared{neighbor_same})         \
  X(prefix##Neighbor_alltoallv_init, 11, Prepared{neighbor_alltoallv})  \
  X(prefix##Neighbor_alltoallw_init, 11, Prepared{neighbor_alltoallw})

#if MPI_VERSION >= 4
#define FFTBENCH_MPI_4(X)                                               \
  FFTBENCH_MPI_PERSISTENT(X, MPI_)                                      \
  X(MPI_Psend_init, 9, Prepared{to_peer_partitioned})                   \
  X(MPI_Precv_init, 9, Prepared{nothing})                               \
  X(MPI_Pready, 2, nothing)                                             \
  X(MPI_Pready_range, 3, nothing)                                       \
  X(MPI_Parrived, 3, nothing)                                           \
  X(MPI_Isendrecv, 12, to_peer_sendrecv)                                \
  X(MPI_Isendrecv_replace, 9, to_peer_replace)                          \
  X(MPI_Send_c, 6, to_peer)                                             \
  X(MPI_Isend_c, 7, to_peer)                                            \
  X(MPI_Send_init_c, 7, Prepared{to_peer})                              \
  X(MPI_Recv_init_c, 7, Prepared{nothing})                              \
  X(MPI_Recv_c, 7, nothing)                                             \
  X(MPI_Irecv_c, 7, nothing)                                            \
  X(MPI_Sendrecv_c, 12, to_peer_sendrecv)                               \
  X(MPI_Bcast_c, 5, bcast)                                              \
  X(MPI_Allgather_c, 7, allgather)                                      \
  X(MPI_Allgatherv_c, 8, allgatherv)                                    \
  X(MPI_Alltoall_c, 7, alltoall)                                        \
  X(MPI_Alltoallv_c, 9, alltoallv)                                      \
  X(MPI_Alltoallw_c, 9, alltoallw)                                      \
  X(MPI_Ialltoall_c, 8, alltoall)                                       \
  X(MPI_Ialltoallv_c, 10, alltoallv)                                    \
  X(MPI_Ialltoallw_c, 10, alltoallw)                                    \
  X(MPI_Alltoall_init_c, 9, Prepared{alltoall})                         \
  X(MPI_Alltoallv_init_c, 11, Prepared{alltoallv})                      \
  X(MPI_Alltoallw_init_c, 11, Prepared{alltoallw})                      \
  X(MPI_Put_c, 8, to_target)                                            \
  X(MPI_Get_c, 8, to_target)
#elif defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5
// OpenMPI 5 has the persistent collectives but calls itself MPI 3.
#define FFTBENCH_MPI_4(X) FFTBENCH_MPI_PERSISTENT(X, MPI_)
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
// OpenMPI 4 has the persistent collectives as an extension to MPI 3.
#define FFTBENCH_MPI_4(X) FFTBENCH_MPI_PERSISTENT(X, MPIX_)
#else
#define FFTBENCH_MPI_4(X)
#endif
// clang-format on

#define FFTBENCH_MPI_TABLE(X)    \
  FFTBENCH_MPI_POINT_TO_POINT(X) \
  FFTBENCH_MPI_COLLECTIVE(X)     \
  FFTBENCH_MPI_NONBLOCKING(X)    \
  FFTBENCH_MPI_ONE_SIDED(X)      \
  FFTBENCH_MPI_OBJECTS(X)        \
  FFTBENCH_MPI_4(X)
