#pragma once
/// Memory that the ranks of a node share.

#include <mpi.h>

#include <new>

namespace fftbench {

/// One T for every rank of this node, constructed by its rank, and where all of them can use it;
/// or nothing, where MPI has no such memory. MPI frees it without destroying them.
template <class T>
class NodeMemory {
 public:
  /// Collective.
  explicit NodeMemory(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node_);
    MPI_Comm_rank(node_, &rank_);
    MPI_Comm_size(node_, &ranks_);
    MPI_Comm_set_errhandler(node_, MPI_ERRORS_RETURN);
    const auto bytes = static_cast<MPI_Aint>(rank_ == 0 ? sizeof(T) * ranks_ : 0);
    void* memory = nullptr;
    int code = MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, node_, &memory, &window_);
    MPI_Allreduce(MPI_IN_PLACE, &code, 1, MPI_INT, MPI_MAX, node_);
    if (code != MPI_SUCCESS) return;
    MPI_Aint size = 0;
    int unit = 1;
    MPI_Win_shared_query(window_, 0, &size, &unit, &memory);
    all_ = static_cast<T*>(memory);
    new (all_ + rank_) T;
    MPI_Barrier(node_);
  }
  /// Collective.
  ~NodeMemory() {
    if (all_ != nullptr) MPI_Win_free(&window_);
    MPI_Comm_free(&node_);
  }
  NodeMemory(const NodeMemory&) = delete;
  NodeMemory& operator=(const NodeMemory&) = delete;

  explicit operator bool() const { return all_ != nullptr; }
  MPI_Comm node() const { return node_; }
  int rank() const { return rank_; }  ///< in the node, ascending as in the communicator
  int ranks() const { return ranks_; }
  T& operator[](int rank) { return all_[rank]; }
  T& mine() { return all_[rank_]; }

 private:
  MPI_Comm node_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  T* all_ = nullptr;
  int rank_ = 0;
  int ranks_ = 1;
};

}  // namespace fftbench
