#include "run/texts.hpp"

#include <unistd.h>

#include <array>
#include <map>

namespace fftbench {

std::vector<std::string> gather_texts(const std::string& mine, MPI_Comm comm) {
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const auto count = static_cast<int>(mine.size());
  std::vector<int> counts(static_cast<std::size_t>(size)), starts(counts.size());
  MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, comm);
  for (std::size_t i = 1; i < counts.size(); ++i) starts[i] = starts[i - 1] + counts[i - 1];
  std::string all(rank == 0 ? static_cast<std::size_t>(starts.back() + counts.back()) : 0, ' ');
  MPI_Gatherv(mine.data(), count, MPI_CHAR, all.data(), counts.data(), starts.data(), MPI_CHAR, 0,
              comm);
  std::vector<std::string> texts;
  for (std::size_t i = 0; rank == 0 && i < counts.size(); ++i) {
    texts.push_back(
        all.substr(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(counts[i])));
  }
  return texts;
}

Alike ranks_alike(const std::vector<std::string>& texts, MPI_Comm comm) {
  std::map<std::string, int> numbers;
  std::vector<Alike> all;  // in rank order, on rank 0
  for (const std::string& text : texts) all.push_back({0, numbers[text]++});
  for (std::size_t i = 0; i < all.size(); ++i) all[i].ranks = numbers[texts[i]];
  Alike own;
  static_assert(sizeof own == 2 * sizeof(int));
  MPI_Scatter(all.data(), 2, MPI_INT, &own, 2, MPI_INT, 0, comm);
  return own;
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace fftbench
