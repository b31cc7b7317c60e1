#include <fftbench/driver.hpp>

namespace fftbench {

std::string_view name(Role role) {
  switch (role) {
    case Role::library:
      return "library";
    case Role::baseline:
      return "baseline";
    case Role::bound:
      return "bound";
  }
  return "unknown";
}

Extents process_grid(const Request& request, int ranks) {
  if (request.grid.size() > 0) return request.grid;
  Index q = 1;
  for (Index divisor = 2; request.problem.shape.size() > 2 && divisor * divisor <= ranks;
       ++divisor) {
    if (ranks % divisor == 0) q = divisor;
  }
  return {ranks / q, q};
}

int ranks_of(MPI_Comm comm) {
  int ranks = 1;
  MPI_Comm_size(comm, &ranks);
  return ranks;
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

}  // namespace fftbench
