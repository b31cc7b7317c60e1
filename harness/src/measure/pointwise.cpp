#include "measure/pointwise.hpp"

#include <algorithm>
#include <complex>
#include <cstring>
#include <fftbench/affinity.hpp>

#include "support/first_touch.hpp"
#include "support/slices.hpp"

namespace fftbench {
namespace {

std::size_t bytes_of(const Problem& problem, const Layout& spectrum) {
  return static_cast<std::size_t>(spectrum.span(problem.fields)) * problem.output_element_bytes();
}

}  // namespace

Pointwise::Pointwise(const Problem& problem, const Layout& spectrum, void* data, int threads)
    : problem_(problem),
      layout_(spectrum),
      data_(static_cast<std::byte*>(data)),
      pool_(worthwhile_threads(bytes_of(problem, spectrum), threads), process_cpus()) {
  for (std::size_t axis = 0; axis < layout_.stride.size(); ++axis) {
    if (layout_.box.extent(axis) < 2) continue;
    const auto apart = [&](std::size_t one) {
      return layout_.box.extent(one) > 1 ? layout_.stride[one] : 0;
    };
    if (apart(along_) == 0 || layout_.stride[axis] < apart(along_)) along_ = axis;
  }
  const auto row = static_cast<std::size_t>(layout_.box.extent(along_));
  factors_.assign(static_cast<std::size_t>(pool_.threads()),
                  std::vector<std::complex<double>>(row));
  if (results_of(problem) < 2) return;
  kept_ = GuardedMemory(bytes());
  touch_first(kept_.data(), bytes(), pool_.threads(), process_cpus());
}

std::size_t Pointwise::bytes() const {
  return bytes_of(problem_, layout_);
}

void Pointwise::keep() {
  const auto parts = static_cast<std::size_t>(pool_.parts());
  const std::size_t slice = (bytes() + parts - 1) / parts;
  auto* const kept = static_cast<std::byte*>(kept_.data());
  pool_.run([&](int part, int) {
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
void Pointwise::beside_factors(Element* data, Visit&& visit) {
  auto* const factors = static_cast<decltype(std::real(*data))*>(taken_.data());
  const std::size_t size = bytes() / sizeof(Element);
  const auto parts = static_cast<std::size_t>(pool_.parts());
  pool_.run([&](int which, int) {
    const auto part = static_cast<std::size_t>(which);
    for (std::size_t i = part * size / parts; i < (part + 1) * size / parts; ++i) {
      visit(data[i], factors[i]);
    }
  });
}

void Pointwise::take_factors(double scale) {
  const std::size_t numbers = bytes() / problem_.output_element_bytes();
  taken_ = GuardedMemory(numbers * problem_.real_bytes());
  typed([&](auto* data) {
    beside_factors(data, [&](const auto& element, auto& factor) {
      factor = std::real(element) / static_cast<std::remove_reference_t<decltype(factor)>>(scale);
    });
  });
}

void Pointwise::multiply_by_factors() {
  typed([&](auto* data) {
    beside_factors(data, [](auto& element, const auto& factor) { element *= factor; });
  });
}

template <class Element>
void Pointwise::multiply(const Multiplier& multiplier, const Element* from, Element* to) {
  pool_.run([&](int which, int thread) {
    multiply_part(multiplier, slice_of(layout_, which, pool_.parts()), from, to,
                  factors_[static_cast<std::size_t>(thread)]);
  });
}

template <class Element>
void Pointwise::multiply_part(const Multiplier& multiplier, Layout rows, const Element* from,
                              Element* to, std::span<std::complex<double>> factors) const {
  if (rows.box.volume() == 0) return;
  factors = factors.first(static_cast<std::size_t>(rows.box.extent(along_)));
  const Index start = layout_.offset(rows.box.lo), stride = rows.stride[along_];
  rows.box.hi[along_] = rows.box.lo[along_] + 1;
  for_each_element(rows, [&](const Extents& first, Index offset) {
    multiplier.fill(first, along_, factors);
    for (int field = 0; field < problem_.fields; ++field) {
      const Index place = start + offset + field * layout_.field_stride;
      for (std::size_t i = 0; i < factors.size(); ++i) {
        const Index element = place + static_cast<Index>(i) * stride;
        to[element] = product(from[element], factors[i]);
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
