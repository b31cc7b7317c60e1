#pragma once
/// What a rank holds, cut into pieces for its threads.

#include <fftbench/layout.hpp>

#include "support/thread_pool.hpp"

namespace fftbench {

/// One of `slices` across the axis whose elements lie farthest apart, so that each is close
/// together in memory; of all but the same size, and empty where there are more of them than
/// elements along that axis. Offsets count from its own first element.
Layout slice_of(const Layout& layout, int which, int slices);

/// Into how many slices with whole rows `threads` take a layout: one where there are no threads, or
/// no more than a single row.
int slices_of_rows(const Layout& layout, const ThreadPool* threads);

/// Calls work(slice, which) for each of those that holds any elements, by whichever thread.
template <class Work>
void in_slices_of_rows(const Layout& layout, ThreadPool* threads, const Work& work) {
  const int slices = slices_of_rows(layout, threads);
  const auto take = [&](int which) {
    const Layout slice = slice_of(layout, which, slices);
    if (slice.box.volume() > 0) work(slice, which);
  };
  if (slices == 1) return take(0);
  threads->run([&](int part, int) { take(part); });
}

}  // namespace fftbench
