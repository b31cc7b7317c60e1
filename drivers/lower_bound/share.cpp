#include "share.hpp"

#include <algorithm>

namespace fftbench::lower_bound {
namespace {

constexpr std::size_t line = 64;

std::size_t part(const Extents& shape, std::size_t element_bytes, int ranks) {
  const std::size_t bytes = static_cast<std::size_t>(shape.volume()) * element_bytes;
  return bytes / static_cast<std::size_t>(ranks) / line * line;
}

}  // namespace

Share::Share(const Problem& problem, int ranks)
    : input(part(problem.shape, problem.input_element_bytes(), ranks)),
      output(part(problem.spectrum_shape(), problem.output_element_bytes(), ranks)) {}

Layout room_for(const Extents& shape, std::size_t share, std::size_t element_bytes, int rank,
                int ranks) {
  Box box{Extents::filled(shape.size(), 0), shape};
  box.lo[0] = shape[0] * rank / ranks;
  box.hi[0] = shape[0] * (rank + 1) / ranks;
  Layout layout = Layout::row_major(box);
  const auto elements = static_cast<Index>((share + element_bytes - 1) / element_bytes);
  layout.size = std::max(layout.size, elements);
  return layout;
}

Part::Part(std::size_t bytes, int thread, int threads) {
  const std::size_t lines = bytes / line;
  const auto at = [&](int place) {
    return lines * static_cast<std::size_t>(place) / static_cast<std::size_t>(threads) * line;
  };
  begin = at(thread);
  end = at(thread + 1);
}

}  // namespace fftbench::lower_bound
