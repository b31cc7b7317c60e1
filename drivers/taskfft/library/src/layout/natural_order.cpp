#include "layout/natural_order.hpp"

namespace taskfft {

void store_as_input(Decomposition& d, const Geometry& g) {
  if (g.dims != 3 || g.reordered()) return;
  for (StageShape& stage : d.stages) {
    const PassShape& pass = stage.passes.front();
    if (pass.axis != 0 || pass.transform == LineTransform::copy) continue;
    stage.plane_axis = stage.chunk_axis = 1;
  }
  for (ExchangeShape& exchange : d.exchanges) {
    if (exchange.comm == Comm::column) exchange.third_fastest = true;
  }
}

}  // namespace taskfft
