#include "options/text.hpp"

namespace taskfft {

void read(std::string_view text, bool& value) {
  if (text != "true" && text != "false") {
    throw ArgumentError("'" + std::string(text) + "' is not one of true, false");
  }
  value = text == "true";
}

void read(std::string_view text, Grid& value) {
  Grid grid{};
  for (std::size_t axis = 0;; ++axis) {
    if (axis == grid.size()) throw ArgumentError("a grid has at most three entries");
    const std::size_t end = text.find('x');
    read(text.substr(0, end), grid[axis]);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  value = grid;
}

}  // namespace taskfft
