#include "measure/pointwise.hpp"

#include <algorithm>
#include <complex>
#include <cstring>
#include <span>

#include "measure/greens_spectrum.hpp"
#include "support/cpus.hpp"
#include "support/first_touch.hpp"

namespace fftbench {
namespace {

/// Rows along this axis one behind the other, in the order of the other axes.
Layout dense_rows(const Box& box, std::size_t along) {
  Layout layout{box, Extents::filled(box.lo.size(), 1), box.volume()};
  Index stride = box.extent(along);
  for (std::size_t axis = box.lo.size(); axis-- > 0;) {
    if (axis == along) continue;
    layout.stride[axis] = stride;
    stride *= box.extent(axis);
  }
  return layout;
}

}  // namespace

Pointwise::Pointwise(const Problem& problem, const Layout& spectrum, void* data,
                     ThreadPool& threads)
    : problem_(problem),
      threads_(threads),
      rows_(spectrum, threads),
      data_(static_cast<std::byte*>(data)),
      taken_layout_(dense_rows(spectrum.box, rows_.along())),
      factors_(static_cast<std::size_t>(threads.threads()),
               std::vector<std::complex<double>>(rows_.longest())) {
  if (results_of(problem) < 2) return;
  kept_ = GuardedMemory(bytes());
  touch_first(kept_.data(), bytes(), threads.threads(), cpus_for_threads());
}

std::size_t Pointwise::bytes() const {
  return static_cast<std::size_t>(rows_.layout().span(problem_.fields)) *
         problem_.output_element_bytes();
}

void Pointwise::keep() {
  const auto parts = static_cast<std::size_t>(threads_.parts());
  const std::size_t slice = (bytes() + parts - 1) / parts;
  auto* const kept = static_cast<std::byte*>(kept_.data());
  threads_.run([&](int part, int) {
    const std::size_t begin = std::min(static_cast<std::size_t>(part) * slice, bytes());
    std::memcpy(kept + begin, data_ + begin, std::min(slice, bytes() - begin));
  });
}

void Pointwise::multiply(const Multiplier& multiplier) {
  typed([&](auto* to) {
    using Element = std::remove_pointer_t<decltype(to)>;
    const bool kept = kept_.data() != nullptr;
    multiply(multiplier, kept ? static_cast<const Element*>(kept_.data()) : to, to);
  });
}

template <class Element, class Visit>
void Pointwise::beside_factors(Element* data, int fields, Visit&& visit) {
  auto* const taken = static_cast<decltype(std::real(*data))*>(taken_.data());
  rows_.visit([&](const auto& row) {
    auto* const factors = taken + taken_layout_.offset(row.first);
    for (int field = 0; field < fields; ++field) {
      Element* const elements = data + field * rows_.layout().field_stride;
      for (Index i = 0; i < row.count; ++i) visit(elements[row.at(i)], factors[i]);
    }
  });
}

std::size_t Pointwise::factor_bytes() const {
  return static_cast<std::size_t>(taken_layout_.size) * problem_.real_bytes();
}

void Pointwise::take_greens_spectrum() {
  taken_ = GuardedMemory(factor_bytes());
  typed([&](const auto* data) {
    using Real = std::remove_const_t<decltype(std::real(*data))>;
    auto* const taken = static_cast<Real*>(taken_.data());
    greens_spectrum(problem_, taken_layout_.box, [&](const Extents& place, double factor) {
      taken[taken_layout_.offset(place)] = static_cast<Real>(factor);
    });
  });
}

void Pointwise::take_factors(double scale) {
  taken_ = GuardedMemory(factor_bytes());
  typed([&](auto* data) {
    beside_factors(data, 1, [&](const auto& element, auto& factor) {
      factor = std::real(element) / static_cast<std::remove_reference_t<decltype(factor)>>(scale);
    });
  });
}

void Pointwise::multiply_by_factors() {
  typed([&](auto* data) {
    beside_factors(data, problem_.fields,
                   [](auto& element, const auto& factor) { element *= factor; });
  });
}

template <class Element>
void Pointwise::multiply(const Multiplier& multiplier, const Element* from, Element* to) {
  rows_.visit([&](const auto& row) {
    const std::span<std::complex<double>> factors(
        factors_[static_cast<std::size_t>(row.thread)].data(), static_cast<std::size_t>(row.count));
    multiplier.fill(row.first, rows_.along(), factors);
    for (int field = 0; field < problem_.fields; ++field) {
      const Index shift = field * rows_.layout().field_stride;
      for (Index i = 0; i < row.count; ++i) {
        const Index element = shift + row.at(i);
        to[element] = product(from[element], factors[static_cast<std::size_t>(i)]);
      }
    }
  });
}

template <class Visit>
void Pointwise::typed(Visit&& visit) {
  void* const data = data_;
  const bool complex = problem_.complex_output();
  if (problem_.precision == Precision::double_) {
    if (complex) return visit(static_cast<std::complex<double>*>(data));
    return visit(static_cast<double*>(data));
  }
  if (complex) return visit(static_cast<std::complex<float>*>(data));
  return visit(static_cast<float*>(data));
}

}  // namespace fftbench
