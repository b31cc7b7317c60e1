#pragma once
/// What a rank holds of an array, row by row, shared out among threads.

#include <fftbench/layout.hpp>
#include <type_traits>

#include "support/slices.hpp"
#include "support/thread_pool.hpp"

namespace fftbench {

/// Rows along the axis that is closest in memory.
class SharedRows {
 public:
  SharedRows(const Layout& layout, ThreadPool& threads)
      : layout_(layout), threads_(&threads), along_(row_axis(layout)) {}

  const Layout& layout() const { return layout_; }
  std::size_t along() const { return along_; }
  /// Elements of the longest row.
  std::size_t longest() const { return static_cast<std::size_t>(layout_.box.extent(along_)); }

  /// One row, or a part of one: its elements lie at begin + i * stride for i < count.
  template <class Stride>
  struct Row {
    Extents first;  ///< of its elements, as a global index
    Index begin;
    Stride stride;
    Index count;
    int thread;  ///< that visits it

    Index at(Index i) const { return begin + i * stride; }
  };

  /// Calls use(row) for each. The stride is a constant where it is 1, known when the loops over
  /// rows are compiled.
  template <class Visit>
  void visit(const Visit& use) const {
    threads_->run([&](int part, int thread) {
      const Layout slice = slice_of(layout_, part, threads_->parts());
      if (layout_.stride[along_] == 1) {
        visit_slice(slice, std::integral_constant<Index, 1>(), thread, use);
      } else {
        visit_slice(slice, layout_.stride[along_], thread, use);
      }
    });
  }

 private:
  template <class Stride, class Visit>
  void visit_slice(Layout rows, Stride stride, int thread, const Visit& use) const {
    if (rows.box.volume() == 0) return;
    const Index start = layout_.offset(rows.box.lo), count = rows.box.extent(along_);
    rows.box.hi[along_] = rows.box.lo[along_] + 1;
    for_each_element(rows, [&](const Extents& first, Index offset) {
      use(Row<Stride>{first, start + offset, stride, count, thread});
    });
  }

  Layout layout_;
  ThreadPool* threads_;
  std::size_t along_;
};

}  // namespace fftbench
