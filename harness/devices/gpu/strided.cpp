#include "strided.hpp"

#include "../three_axes.hpp"

namespace fftbench::gpu {

Prepared::Prepared(const Layout& layout, const AxisFactors& factors) : array{}, begin_{} {
  const ThreeAxes axes(layout, factors);
  for (const std::complex<double>& weight : axes.weights) {
    weights.push_back({weight.real(), weight.imag()});
  }
  for (std::size_t place = 0; place < 3; ++place) {
    array.extent[place] = axes.extent[place];
    array.stride[place] = axes.stride[place];
    begin_[place] = axes.begin[place];
  }
  array = with_weights_at(weights.data());
}

Strided Prepared::with_weights_at(const Pair<double>* elsewhere) const {
  Strided moved = array;
  for (std::size_t place = 0; place < 3; ++place) moved.weights[place] = elsewhere + begin_[place];
  return moved;
}

}  // namespace fftbench::gpu
