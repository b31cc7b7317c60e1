#pragma once
/// The data of a problem's workload, and its results, one row at a time.

#include <variant>

#include "check/charged_waves.hpp"
#include "check/exact.hpp"
#include "check/unbounded_field.hpp"

namespace fftbench {

class ExactRows {
 public:
  /// `which`: of the components of a velocity.
  static ExactRows input(const Problem& problem, const Sample& sample, int which, const Box& box);
  /// `which`: of the components of a gradient or of a velocity.
  static ExactRows result(const Problem& problem, const Sample& sample, int which, const Box& box);

  void fill(const Extents& start, std::size_t axis, std::span<Complex> row) const {
    std::visit([&](const auto& rows) { rows.fill(start, axis, row); }, rows_);
  }

 private:
  using Rows = std::variant<ProductRows, SourceRows, PotentialRows, ChargedWaveRows>;
  explicit ExactRows(Rows rows) : rows_(std::move(rows)) {}
  Rows rows_;
};

/// The part of the input where a workload leaves its results.
Layout result_layout(const Problem& problem, Layout input);

}  // namespace fftbench
