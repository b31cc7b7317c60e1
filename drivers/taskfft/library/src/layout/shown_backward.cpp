#include "layout/shown_backward.hpp"

#include "layout/work.hpp"

namespace taskfft {

Decomposition with_shown_spectrum(Decomposition d, const Geometry& g, Order order) {
  const int fastest = output_order(g, order)[2];
  for (StageShape& stage : d.stages) {
    if (stage.source != End{End::Kind::array, kFrom}) continue;
    const int axis = stage.passes.front().axis;
    stage.passes.insert(stage.passes.begin(), pass_along(stage.box, axis, LineTransform::copy));
    if (stage.plane_axis != fastest) stage.row_axis = fastest;
  }
  return d;
}

}  // namespace taskfft
