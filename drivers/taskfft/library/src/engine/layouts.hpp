#pragma once
/// The layouts of the caller's two arrays.

#include "layout/decomposition.hpp"
#include "layout/work.hpp"
#include "taskfft/layout.hpp"

namespace taskfft {

/// Of all fields.
struct Layouts {
  Layout input;
  Layout output;
};

Layouts make_layouts(const Geometry& geometry, Placement placement, Order order, int fields = 1);

}  // namespace taskfft
