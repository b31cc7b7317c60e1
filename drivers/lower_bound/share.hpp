#pragma once
/// What each rank has of a problem where all have alike, whatever the layouts of libraries.

#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>

namespace fftbench::lower_bound {

/// Bytes of a rank's part of the input and of the output.
struct Share {
  Share(const Problem& problem, int ranks);
  std::size_t input, output;

  /// Bytes of the smaller one.
  std::size_t less() const { return input < output ? input : output; }
};

/// Planes of the first axis, some layout since nothing depends on it, with room for an even share
/// even where this rank has fewer of them.
Layout room_for(const Extents& shape, std::size_t share, std::size_t element_bytes, int rank,
                int ranks);

/// The part [begin, end) of so many bytes for one of so many threads, in whole lines of the cache.
struct Part {
  Part(std::size_t bytes, int thread, int threads);
  std::size_t begin, end;
};

}  // namespace fftbench::lower_bound
