#include "share.hpp"

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

Part::Part(std::size_t bytes, int thread, int threads) {
  const std::size_t lines = bytes / line;
  const auto at = [&](int place) {
    return lines * static_cast<std::size_t>(place) / static_cast<std::size_t>(threads) * line;
  };
  begin = at(thread);
  end = at(thread + 1);
}

}  // namespace fftbench::lower_bound
