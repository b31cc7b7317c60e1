#include "crossing.hpp"

#include <algorithm>
#include <cstring>
#include <fftbench/driver.hpp>
#include <numeric>

namespace fftbench::contiguous_passes {
namespace {

void copy_in_shares(const std::byte* from, std::byte* to, std::size_t bytes, int threads) {
  const std::size_t share = (bytes / static_cast<std::size_t>(threads) + 64) / 64 * 64;
#pragma omp parallel for num_threads(threads)
  for (int thread = 0; thread < threads; ++thread) {
    const std::size_t begin = std::min(bytes, static_cast<std::size_t>(thread) * share);
    std::memcpy(to + begin, from + begin, std::min(share, bytes - begin));
  }
}

}  // namespace

Communicator::Communicator(MPI_Comm comm, int color) {
  MPI_Comm_split(comm, color, 0, &comm_);
}

Communicator::~Communicator() {
  if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
}

bool Communicator::on_one_node() const {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  const bool alone = ranks_of(node) == ranks_of(comm_);
  MPI_Comm_free(&node);
  return alone;
}

Messages::Messages(std::vector<int> elements)
    : counts(std::move(elements)), displacements(counts.size()) {
  std::exclusive_scan(counts.begin(), counts.end(), displacements.begin(), 0);
}

MessageCrossing::MessageCrossing(Communicator comm, MPI_Datatype type, bool even, Messages leaving,
                                 Messages arriving, void* from, void* to)
    : comm_(std::move(comm)),
      type_(type),
      even_(even),
      leaving_(std::move(leaving)),
      arriving_(std::move(arriving)),
      from_(from),
      to_(to) {}

void MessageCrossing::exchange(const void* from, const Messages& leaving, void* to,
                               const Messages& arriving) const {
  if (even_) {
    MPI_Alltoall(from, leaving.counts[0], type_, to, arriving.counts[0], type_, comm_.get());
    return;
  }
  MPI_Alltoallv(from, leaving.counts.data(), leaving.displacements.data(), type_, to,
                arriving.counts.data(), arriving.displacements.data(), type_, comm_.get());
}

void CopyCrossing::copy(const void* from, std::size_t held, void* to, std::size_t wanted) const {
  const auto* source = static_cast<const std::byte*>(from);
  auto* target = static_cast<std::byte*>(to);
  const std::size_t common = std::min(held, wanted);
  copy_in_shares(source, target, common, threads_);
  // Where more arrives than leaves, the first elements once more: numbers of the same size as the
  // others, which neither grow nor vanish with the repetitions. Shares differ by one plane at most.
  if (wanted > common) std::memcpy(target + common, source, std::min(wanted - common, common));
}

}  // namespace fftbench::contiguous_passes
