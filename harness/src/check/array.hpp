#pragma once
/// One rank's part of the input or the spectrum in a library's own layout, read and written by rows
/// of double precision complex numbers whatever its element type. Threads share what is done to all
/// of it.

#include <atomic>
#include <complex>
#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>
#include <span>
#include <vector>

#include "check/field.hpp"
#include "support/slices.hpp"

namespace fftbench {

class Array {
 public:
  /// `threads`: null for the caller alone.
  Array(const Problem& problem, bool spectrum, const Layout& layout, void* data,
        ThreadPool* threads = nullptr)
      : precision_(problem.precision),
        complex_(spectrum ? problem.complex_output() : problem.complex_input()),
        layout_(layout),
        data_(data),
        threads_(threads) {}

  const Layout& layout() const { return layout_; }
  ThreadPool* threads() const { return threads_; }

  /// Calls visit with a pointer to the element at `offset`, of the array's true type.
  template <class Visit>
  void typed(Index offset, Visit&& visit) const;

  /// Parts with whole rows, which threads share.
  int parts() const { return slices_of_rows(layout_, threads_); }
  /// Calls work(part, which) for each of them that is not empty, by whichever thread.
  template <class Work>
  void in_parts(const Work& work) const;

  /// The row starting at element `offset` along `axis`; imaginary parts of real arrays are 0 when
  /// read and dropped when written.
  void read_row(Index offset, std::size_t axis, std::span<Complex> row) const;
  void write_row(Index offset, std::size_t axis, std::span<const Complex> row);

  /// Whether the row is still the very one that `write_row` has written, bit by bit.
  bool holds_row(Index offset, std::size_t axis, std::span<const Complex> row) const;

  /// Writes a field (an object with fill(start, axis, row)), known all over the box, to every
  /// element of it.
  template <class Rows>
  void fill(const Rows& rows);
  /// Adds `factor` times a field to every element of the box.
  template <class Rows>
  void add(const Rows& rows, double factor);
  /// Whether `fill` would change nothing.
  template <class Rows>
  bool holds(const Rows& rows) const;

  /// Overwrites the elements of the box with NaN, so that a result that was never written shows.
  void poison();
  /// Multiplies every element of the box; padding is left alone.
  void scale(double factor);

 private:
  Array part_of(const Layout& slice) const;
  template <class Rows>
  bool part_holds(const Rows& rows) const;

  Precision precision_;
  bool complex_;
  Layout layout_;
  void* data_;
  ThreadPool* threads_;
};

template <class Visit>
void Array::typed(Index offset, Visit&& visit) const {
  if (precision_ == Precision::double_) {
    if (complex_) return visit(static_cast<std::complex<double>*>(data_) + offset);
    return visit(static_cast<double*>(data_) + offset);
  }
  if (complex_) return visit(static_cast<std::complex<float>*>(data_) + offset);
  return visit(static_cast<float*>(data_) + offset);
}

template <class Work>
void Array::in_parts(const Work& work) const {
  in_slices_of_rows(layout_, threads_,
                    [&](const Layout& slice, int which) { work(part_of(slice), which); });
}

template <class Rows>
void Array::fill(const Rows& rows) {
  in_parts([&](Array part, int) {
    const std::size_t axis = row_axis(layout_);
    std::vector<Complex> row(static_cast<std::size_t>(layout_.box.extent(axis)));
    for_each_row(part.layout_, axis, [&](const Extents& start, Index offset) {
      rows.fill(start, axis, row);
      part.write_row(offset, axis, row);
    });
  });
}

template <class Rows>
void Array::add(const Rows& rows, double factor) {
  in_parts([&](Array part, int) {
    const std::size_t axis = row_axis(layout_);
    std::vector<Complex> row(static_cast<std::size_t>(layout_.box.extent(axis))), sum(row.size());
    for_each_row(part.layout_, axis, [&](const Extents& start, Index offset) {
      rows.fill(start, axis, row);
      part.read_row(offset, axis, sum);
      for (std::size_t i = 0; i < row.size(); ++i) sum[i] += factor * row[i];
      part.write_row(offset, axis, sum);
    });
  });
}

template <class Rows>
bool Array::holds(const Rows& rows) const {
  std::atomic<bool> all = true;
  in_parts([&](const Array& part, int) {
    if (!part.part_holds(rows)) all = false;
  });
  return all;
}

template <class Rows>
bool Array::part_holds(const Rows& rows) const {
  const std::size_t axis = row_axis(layout_);
  std::vector<Complex> row(static_cast<std::size_t>(layout_.box.extent(axis)));
  bool all = true;
  for_each_row(layout_, axis, [&](const Extents& start, Index offset) {
    if (!all) return;
    rows.fill(start, axis, row);
    all = holds_row(offset, axis, row);
  });
  return all;
}

}  // namespace fftbench
