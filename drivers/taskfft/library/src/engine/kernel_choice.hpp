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

/// Whether the lane kernel has any of the transforms, and whether it lacks any.
struct KnownLines {
  bool on_lanes;
  bool on_rows;
};

/// Of lines that the lane kernel has none of.
inline std::vector<KernelChoice> row_choices(LineKernel kernel) {
  const KernelChoice own{LineKernel::own, Stores::cached};
  if (kernel == LineKernel::own) return {own};
  const bool open = kernel == LineKernel::automatic && built_with_fftw();
  return open ? std::vector{on_rows(), own} : std::vector{on_rows()};
}

/// Of lines that it has some of, or all. `points`: of the array on one rank.
inline std::vector<KernelChoice> lane_choices(const Options& options, bool rows_besides,
                                              Index points) {
  // Results that do not fit into a second-level cache are evicted before they are read again.
  constexpr Index many = 1 << 17;
  const Stores likely = points > many ? Stores::streaming : Stores::cached;
  const Stores other = points > many ? Stores::cached : Stores::streaming;
  std::vector<Stores> stores{likely, other};
  if (points > many || options.stores == Stores::panels) stores.push_back(Stores::panels);
  std::vector<LineKernel> kernels{LineKernel::lanes};
  // Without FFTW it is the same as lanes.
  if (options.kernel == LineKernel::own || (rows_besides && built_with_fftw())) {
    kernels.push_back(LineKernel::own);
  }
  std::vector<KernelChoice> all;
  for (const LineKernel kernel : kernels) {
    for (const Stores stored : stores) all.push_back({kernel, stored});
  }
  // Only lanes can store around the cache.
  if (built_with_fftw()) all.push_back({LineKernel::fftw, Stores::cached});
  std::erase_if(all, [&](const KernelChoice& choice) {
    return (options.kernel != LineKernel::automatic && options.kernel != choice.kernel) ||
           (options.stores != Stores::automatic && options.stores != choice.stores);
  });
  return all.empty() ? std::vector{KernelChoice{options.kernel, Stores::cached}} : all;
}

/// The choices that the options leave open, the most promising first.
inline std::vector<KernelChoice> choices(const Options& options, const KnownLines& lines,
                                         Index points) {
  std::vector<KernelChoice> open =
      lines.on_lanes ? lane_choices(options, lines.on_rows, points) : row_choices(options.kernel);
  if (options.effort == Effort::estimate) open.resize(1);
  return open;
}

}  // namespace taskfft
