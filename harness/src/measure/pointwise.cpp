#include "measure/pointwise.hpp"

#include <algorithm>
#include <complex>
#include <cstring>
#include <fftbench/affinity.hpp>

#include "support/on_threads.hpp"

namespace fftbench {
Pointwise::Pointwise(const Problem& problem, const Layout& spectrum, void* data, int threads)
    : problem_(problem),
      layout_(spectrum),
      data_(static_cast<std::byte*>(data)),
      threads_(threads),
      cpus_(process_cpus()) {
  for (std::size_t axis = 0; axis < layout_.stride.size(); ++axis) {
    if (layout_.box.extent(axis) < 2) continue;
    const auto apart = [&](std::size_t one) {
      return layout_.box.extent(one) > 1 ? layout_.stride[one] : 0;
    };
    if (apart(along_) == 0 || layout_.stride[axis] < apart(along_)) along_ = axis;
    if (layout_.stride[axis] > apart(across_)) across_ = axis;
  }
}

void Pointwise::keep() {
  kept_.resize(static_cast<std::size_t>(layout_.span(problem_.fields)) *
               problem_.output_element_bytes());
  const std::size_t slice =
      (kept_.size() + static_cast<std::size_t>(threads_) - 1) / static_cast<std::size_t>(threads_);
  on_threads(threads_, cpus_, [&](int which) {
    const std::size_t begin = std::min(static_cast<std::size_t>(which) * slice, kept_.size());
    std::memcpy(kept_.data() + begin, data_ + begin, std::min(slice, kept_.size() - begin));
  });
}

void Pointwise::multiply(const Multiplier& multiplier) {
  typed([&](auto* to) {
    using Element = std::remove_pointer_t<decltype(to)>;
    const auto* from = kept_.empty() ? to : reinterpret_cast<const Element*>(kept_.data());
    multiply(multiplier, from, to);
  });
}

template <class Element>
void Pointwise::multiply(const Multiplier& multiplier, const Element* from, Element* to) const {
  on_threads(threads_, cpus_, [&](int which) {
    Layout rows = part(which);
    const auto count = static_cast<std::size_t>(rows.box.extent(along_));
    if (rows.box.volume() == 0) return;
    const Index start = layout_.offset(rows.box.lo), stride = rows.stride[along_];
    std::vector<std::complex<double>> factors(count);
    rows.box.hi[along_] = rows.box.lo[along_] + 1;
    for_each_element(rows, [&](const Extents& first, Index offset) {
      multiplier.fill(first, along_, factors);
      for (int field = 0; field < problem_.fields; ++field) {
        const Index place = start + offset + field * layout_.field_stride;
        for (std::size_t i = 0; i < count; ++i) {
          const Index element = place + static_cast<Index>(i) * stride;
          to[element] = product(from[element], factors[i]);
        }
      }
    });
  });
}

/// A share of the box, whose offsets count from its own first element.
Layout Pointwise::part(int which) const {
  Layout share = layout_;
  const Index lo = layout_.box.lo[across_], extent = layout_.box.extent(across_);
  share.box.lo[across_] = lo + extent * which / threads_;
  share.box.hi[across_] = lo + extent * (which + 1) / threads_;
  return share;
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
