#pragma once
/// The boxes of all ranks.

#include <string>
#include <vector>

#include "layout/box.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {

/// By rank. Collective: six numbers from each.
std::vector<Box> boxes_of_all(const Communicator& comm, const Box& mine);

/// Collective. Throws ArgumentError on all ranks unless each element of the domain is in one of
/// these boxes, which all lie within it. `end`: "input" or "output".
void check_cover(const Communicator& comm, const std::string& end, const std::vector<Box>& boxes,
                 const Box& domain, std::size_t dims);

}  // namespace taskfft
