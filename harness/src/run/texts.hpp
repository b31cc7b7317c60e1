#pragma once
/// What every rank tells in words.

#include <mpi.h>

#include <string>
#include <vector>

namespace fftbench {

/// Every rank's text in rank order, on rank 0; none elsewhere. Collective.
std::vector<std::string> gather_texts(const std::string& mine, MPI_Comm comm);

/// The ranks that tell the same as this one.
struct Alike {
  int ranks = 1;  ///< itself among them
  int which = 0;  ///< of them this one is, from 0
};
/// Of the texts that were gathered. Collective.
Alike ranks_alike(const std::vector<std::string>& texts, MPI_Comm comm);

std::string host_name();

}  // namespace fftbench
