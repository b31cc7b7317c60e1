#pragma once

#include "layout/decomposition.hpp"
#include "layout/work.hpp"

namespace taskfft {

/// The layouts that the caller sees, of all fields.
struct Layouts {
  Layout input;
  Layout output;
};

Layouts make_layouts(const Geometry& geometry, Placement placement, Order order, int fields = 1);

}  // namespace taskfft
