#pragma once

#include <vector>

namespace taskfft {

/// The processors in all places of OpenMP's runtime; none where it was not asked for places. Only
/// where taskfft was built with OpenMP.
std::vector<int> openmp_places();

}  // namespace taskfft
