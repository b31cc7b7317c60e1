#pragma once
/// The choices that commit makes by trying: they change nothing for the caller but the time.

#include <vector>

#include "taskfft/arguments.hpp"
#include "taskfft/options.hpp"

namespace taskfft {

struct KernelChoice {
  LineKernel kernel;
  Stores stores;
};

/// Where rows alone transform, through the cache.
inline KernelChoice on_rows() {
  return {built_with_fftw() ? LineKernel::fftw : LineKernel::lanes, Stores::cached};
}

/// The choices that the options leave open, the most promising first. `lanes`: whether the lane
/// kernel has any of the transforms; `points`: of the array on one rank.
inline std::vector<KernelChoice> choices(const Options& options, bool lanes, Index points) {
  if (!lanes) return {on_rows()};
  // Results that do not fit into a second-level cache are evicted before they are read again.
  constexpr Index many = 1 << 17;
  const Stores likely = points > many ? Stores::streaming : Stores::cached;
  const Stores other = points > many ? Stores::cached : Stores::streaming;
  std::vector<KernelChoice> open;
  // Only the lane kernel can store around the cache.
  for (const KernelChoice choice :
       {KernelChoice{LineKernel::lanes, likely}, KernelChoice{LineKernel::lanes, other},
        KernelChoice{LineKernel::fftw, Stores::cached}}) {
    if (choice.kernel == LineKernel::fftw && !built_with_fftw()) continue;
    if (options.kernel != LineKernel::automatic && options.kernel != choice.kernel) continue;
    if (options.stores != Stores::automatic && options.stores != choice.stores) continue;
    open.push_back(choice);
  }
  if (open.empty()) open.push_back({options.kernel, Stores::cached});
  if (options.effort == Effort::estimate) open.resize(1);
  return open;
}

}  // namespace taskfft
