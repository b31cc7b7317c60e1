#include "boxes/division.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "taskfft/error.hpp"

namespace taskfft {
namespace {

constexpr int kNumbers = 6;  ///< of a box
static_assert(sizeof(Box) == kNumbers * sizeof(Index));

/// By rank, where its boxes begin in a list of all.
std::vector<std::size_t> first_boxes(const Communicator& comm, std::size_t mine) {
  const auto number = static_cast<std::uint64_t>(mine);
  std::vector<std::uint64_t> numbers;
  std::vector<std::size_t> first;
  on_all_ranks(comm, "the boxes of all ranks", [&] {
    numbers.resize(static_cast<std::size_t>(comm.size()));
    first.resize(numbers.size() + 1);
  });
  check_mpi(MPI_Allgather(&number, 1, MPI_UINT64_T, numbers.data(), 1, MPI_UINT64_T, comm.get()),
            "gathering how many boxes ranks have");
  std::inclusive_scan(numbers.begin(), numbers.end(), first.begin() + 1);
  return first;
}

}  // namespace

std::span<const Box> Division::of(int rank) const {
  const auto r = static_cast<std::size_t>(rank);
  return std::span(boxes).subspan(first[r], first[r + 1] - first[r]);
}

BoxOwner Division::owner(std::size_t box) const {
  const auto next = std::upper_bound(first.begin(), first.end(), box);
  return {static_cast<int>(next - first.begin()) - 1, box - *std::prev(next)};
}

Division divide(const Communicator& comm, std::span<const Layout> mine) {
  Division division;
  division.first = first_boxes(comm, mine.size());
  constexpr std::size_t most = std::numeric_limits<int>::max() / kNumbers;
  const std::size_t total = division.first.back();
  if (total > most) {
    throw ArgumentError(std::to_string(total) + " boxes are more than MPI counts: choose at most " +
                        std::to_string(most) + " on all ranks together");
  }
  std::vector<Box> boxes;
  std::vector<int> counts, first;
  on_all_ranks(comm, "the boxes of all ranks", [&] {
    for (const Layout& layout : mine) {
      division.mine.push_back(local_array(layout));
      boxes.push_back(division.mine.back().box);
    }
    for (int rank = 0; rank < division.ranks(); ++rank) {
      const auto r = static_cast<std::size_t>(rank);
      first.push_back(kNumbers * static_cast<int>(division.first[r]));
      counts.push_back(kNumbers * static_cast<int>(division.first[r + 1]) - first.back());
    }
    division.boxes.resize(total);
  });
  check_mpi(
      MPI_Allgatherv(boxes.data(), kNumbers * static_cast<int>(boxes.size()), MPI_INT64_T,
                     division.boxes.data(), counts.data(), first.data(), MPI_INT64_T, comm.get()),
      "gathering the boxes of all ranks");
  return division;
}

}  // namespace taskfft
