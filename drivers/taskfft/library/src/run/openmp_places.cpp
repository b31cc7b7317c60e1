#include "run/openmp_places.hpp"

#include <omp.h>

namespace taskfft {

std::vector<int> openmp_places() {
  std::vector<int> processors;
  for (int place = 0; place < omp_get_num_places(); ++place) {
    std::vector<int> own(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, own.data());
    processors.insert(processors.end(), own.begin(), own.end());
  }
  return processors;
}

}  // namespace taskfft
