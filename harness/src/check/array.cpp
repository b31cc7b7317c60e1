#include "check/array.hpp"

#include <complex>
#include <cstring>
#include <limits>
#include <type_traits>

namespace fftbench {
namespace {

Complex widened(const std::complex<double>& value) {
  return value;
}
Complex widened(const std::complex<float>& value) {
  return {value.real(), value.imag()};
}
Complex widened(double value) {
  return {value, 0.0};
}
Complex widened(float value) {
  return {static_cast<double>(value), 0.0};
}

void narrow(const Complex& value, std::complex<double>& to) {
  to = value;
}
void narrow(const Complex& value, std::complex<float>& to) {
  to = {static_cast<float>(value.real()), static_cast<float>(value.imag())};
}
void narrow(const Complex& value, double& to) {
  to = value.real();
}
void narrow(const Complex& value, float& to) {
  to = static_cast<float>(value.real());
}

}  // namespace

void Array::read_row(Index offset, std::size_t axis, std::span<Complex> row) const {
  typed(offset, [&](const auto* element) {
    const Index stride = layout_.stride[axis];
    for (Complex& value : row) {
      value = widened(*element);
      element += stride;
    }
  });
}

void Array::write_row(Index offset, std::size_t axis, std::span<const Complex> row) {
  typed(offset, [&](auto* element) {
    const Index stride = layout_.stride[axis];
    for (const Complex& value : row) {
      narrow(value, *element);
      element += stride;
    }
  });
}

bool Array::holds_row(Index offset, std::size_t axis, std::span<const Complex> row) const {
  bool same = true;
  typed(offset, [&](const auto* element) {
    const Index stride = layout_.stride[axis];
    for (const Complex& value : row) {
      std::remove_cvref_t<decltype(*element)> written;
      narrow(value, written);
      same = same && std::memcmp(&written, element, sizeof written) == 0;
      element += stride;
    }
  });
  return same;
}

/// Those of a slice, whose offsets count from its own first element.
Array Array::part_of(const Layout& slice) const {
  Array part = *this;
  part.layout_ = slice;
  part.threads_ = nullptr;
  typed(layout_.offset(slice.box.lo), [&](auto* first) { part.data_ = first; });
  return part;
}

void Array::poison() {
  const std::size_t axis = row_axis(layout_);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Complex> row(static_cast<std::size_t>(layout_.box.extent(axis)), {nan, nan});
  in_parts([&](Array part, int) {
    for_each_row(part.layout_, axis,
                 [&](const Extents&, Index offset) { part.write_row(offset, axis, row); });
  });
}

void Array::scale(double factor) {
  const std::size_t axis = row_axis(layout_);
  const Index count = layout_.box.extent(axis);
  const Index stride = layout_.stride[axis];
  in_parts([&](const Array& part, int) {
    for_each_row(part.layout_, axis, [&](const Extents&, Index offset) {
      part.typed(offset, [&](auto* element) {
        using Real = decltype(std::real(*element));
        for (Index i = 0; i < count; ++i) element[i * stride] *= static_cast<Real>(factor);
      });
    });
  });
}

}  // namespace fftbench
