#pragma once
/// Whether boxes are an array.

#include <string>

#include "boxes/division.hpp"

namespace taskfft {

/// Collective. Throws ArgumentError on all ranks unless each element of the domain is in one of
/// these boxes, which all lie within it. `end`: "input" or "output".
void check_cover(const Communicator& comm, const std::string& end, const Division& division,
                 const Box& domain, std::size_t dims);

}  // namespace taskfft
