#pragma once

#include <vector>

#include "taskfft/types.hpp"

namespace taskfft {

/// What can be chosen when the arrays are known, and changes nothing for the caller.
struct KernelChoice {
  LineKernel kernel;
  Stores stores;
};

/// The choices that the options leave open, the likeliest first. `lanes`: whether the lane kernel
/// has any of the transforms; `points`: of the array on one rank.
inline std::vector<KernelChoice> choices(const Options& options, bool lanes, Index points) {
  if (!lanes) return {{LineKernel::fftw, Stores::cached}};
  // What does not fit into a second-level cache has left it before it is read again.
  constexpr Index much = 1 << 17;
  const Stores likely = points > much ? Stores::streaming : Stores::cached;
  const Stores other = points > much ? Stores::cached : Stores::streaming;
  std::vector<KernelChoice> open;
  // Only lanes store around the cache.
  for (const KernelChoice choice :
       {KernelChoice{LineKernel::lanes, likely}, KernelChoice{LineKernel::lanes, other},
        KernelChoice{LineKernel::fftw, Stores::cached}}) {
    if (options.kernel != LineKernel::automatic && options.kernel != choice.kernel) continue;
    if (options.stores != Stores::automatic && options.stores != choice.stores) continue;
    open.push_back(choice);
  }
  if (open.empty()) open.push_back({options.kernel, Stores::cached});
  if (options.effort == Effort::estimate) open.resize(1);
  return open;
}

}  // namespace taskfft
