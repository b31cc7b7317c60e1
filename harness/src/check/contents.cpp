#include "check/contents.hpp"

#include <limits>

#include "check/weighted_sum.hpp"

namespace fftbench {

std::size_t Contents::element_bytes() const {
  return spectrum_ ? problem_.output_element_bytes() : problem_.input_element_bytes();
}

/// All up to the last element that the layout uses: work space of the library stays where it is.
std::size_t Contents::bytes() const {
  return static_cast<std::size_t>(layout_.span()) * element_bytes();
}

void Contents::look(const std::function<void(const Array&)>& visit) const {
  if (!space_) return visit(Array(problem_, spectrum_, layout_, data_, threads_));
  void* const room = brought();
  visit(Array(problem_, spectrum_, layout_, room, threads_));
}

void Contents::change(const std::function<void(Array&)>& visit) {
  if (!space_) {
    Array array(problem_, spectrum_, layout_, data_, threads_);
    return visit(array);
  }
  void* const room = brought();  // what lies between the elements stays, too
  Array array(problem_, spectrum_, layout_, room, threads_);
  visit(array);
  space_->copy_in(data_, 0, room, bytes());
}

/// All of it, on the host, once the device is done with it.
void* Contents::brought() const {
  void* const room = space_->staging(bytes());
  space_->synchronise();
  space_->copy_out(room, data_, 0, bytes());
  return room;
}

void Contents::poison() {
  if (scaled_on_device(std::numeric_limits<double>::quiet_NaN())) return;
  change([](Array& array) { array.poison(); });
}

void Contents::scale(double factor) {
  if (scaled_on_device(factor)) return;
  change([factor](Array& array) { array.scale(factor); });
}

void Contents::add(const Extents& place, Complex value) {
  if (!layout_.box.contains(place)) return;
  const std::size_t start = static_cast<std::size_t>(layout_.offset(place)) * element_bytes();
  void* const there =
      space_ ? space_->staging(element_bytes()) : static_cast<std::byte*>(data_) + start;
  if (space_) {
    space_->synchronise();
    space_->copy_out(there, data_, start, element_bytes());
  }
  Array element(problem_, spectrum_, layout_, there);
  Complex sum;
  element.read_row(0, 0, {&sum, 1});
  sum += value;
  element.write_row(0, 0, {&sum, 1});
  if (space_) space_->copy_in(data_, start, there, element_bytes());
}

/// By the sum that nobody asks for.
bool Contents::scaled_on_device(double factor) {
  if (!space_) return false;
  const Separable<Complex> any(layout_.box, [](std::size_t, Index) { return Complex(1.0); });
  return on_device(any, factor).has_value();
}

Complex Contents::weighted_sum(const Separable<Complex>& weights) const {
  if (const auto sum = on_device(weights, 1.0)) return *sum;
  Complex sum;
  look([&](const Array& array) { sum = fftbench::weighted_sum(array, weights); });
  return sum;
}

Complex Contents::weighted_sum_and_scale(const Separable<Complex>& weights, double factor) {
  if (const auto sum = on_device(weights, factor)) return *sum;
  Complex sum;
  change([&](Array& array) { sum = fftbench::weighted_sum_and_scale(array, weights, factor); });
  return sum;
}

/// Nothing where the array is on the host, or where its device has no kernel for it.
std::optional<Complex> Contents::on_device(const Separable<Complex>& weights, double factor) const {
  if (!space_) return std::nullopt;
  space_->synchronise();
  if (layout_.box.volume() == 0) return Complex();
  AxisFactors factors;
  for (std::size_t axis = 0; axis < layout_.box.lo.size(); ++axis) {
    factors.emplace_back(weights.along(axis));
  }
  const bool complex = spectrum_ ? problem_.complex_output() : problem_.complex_input();
  return space_->weighted_sum({data_, problem_.precision, complex, layout_}, factors, factor);
}

}  // namespace fftbench
