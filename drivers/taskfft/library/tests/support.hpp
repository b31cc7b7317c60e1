#pragma once
/// Plans with their arrays, compared with whole arrays.

#include <mpi.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "oracle.hpp"
#include "worst.hpp"

namespace taskfft::testing_support {

/// Calls function(position in the local array, position in the whole C-order array) for every
/// element of a layout.
template <class Function>
void for_each_element(const Layout& layout, const std::vector<Index>& extents, Function function) {
  const std::size_t dims = extents.size();
  std::vector<Index> at = layout.lo;
  for (std::size_t a = 0; a < dims; ++a) {
    if (layout.lo[a] >= layout.hi[a]) return;
  }
  for (;;) {
    Index local = 0;
    Index global = 0;
    for (std::size_t a = 0; a < dims; ++a) {
      local += (at[a] - layout.lo[a]) * layout.stride[a];
      global = global * extents[a] + at[a];
    }
    function(static_cast<std::size_t>(local), static_cast<std::size_t>(global));
    std::size_t a = dims;
    while (a > 0 && ++at[a - 1] == layout.hi[a - 1]) {
      at[a - 1] = layout.lo[a - 1];
      --a;
    }
    if (a == 0) return;
  }
}

/// One plan with its arrays, filled from and compared with whole arrays.
template <class Real>
class Case {
 public:
  Case(const Problem& problem, const Options& options, MPI_Comm comm = MPI_COMM_WORLD)
      : problem_(problem), plan_(problem, options, comm) {
    in_.resize(static_cast<std::size_t>(plan_.input().size * (real_input() ? 1 : 2)));
    if (problem.placement == Placement::out_of_place) {
      out_.resize(static_cast<std::size_t>(plan_.output().size * (real_output() ? 1 : 2)));
    }
    plan_.commit(in_.data(), out());
  }

  Plan& plan() { return plan_; }
  Real* in(int field = 0) { return in_.data() + beginning(plan_.input(), field, real_input()); }
  Real* out(int field = 0) {
    Real* const first = problem_.placement == Placement::in_place ? in_.data() : out_.data();
    return first + beginning(plan_.output(), field, real_output());
  }

  /// One field of several; what else deals with elements has the first or all.
  void fill_input(const std::vector<Complex>& field, int index = 0) {
    fill(plan_.input(), in(index), field, real_input());
  }
  void fill_output(const std::vector<Complex>& field) {
    fill(plan_.output(), out(), field, real_output());
  }
  /// Largest deviation from scale * field over the largest magnitude of scale * field.
  double input_error(const std::vector<Complex>& field, double scale) {
    return error(plan_.input(), in(), field, scale, real_input());
  }
  double output_error(const std::vector<Complex>& field, double scale = 1) {
    return error(plan_.output(), out(), field, scale, real_output());
  }
  /// All elements of this rank, in C order, one field after the other.
  std::vector<Complex> input_elements() {
    std::vector<Complex> all;
    for (int f = 0; f < problem_.fields; ++f) append(all, plan_.input(), in(f), real_input());
    return all;
  }
  std::vector<Complex> output_elements() {
    std::vector<Complex> all;
    for (int f = 0; f < problem_.fields; ++f) append(all, plan_.output(), out(f), real_output());
    return all;
  }
  /// What rounding may cost: epsilon times the depth of the transform, times a margin.
  double tolerance() const {
    const auto points = static_cast<double>(product(problem_.extents));
    return 4 * std::numeric_limits<Real>::epsilon() * (2 + std::log2(points));
  }

 private:
  bool real_input() const { return input_element(problem_) == Element::real; }
  bool real_output() const { return output_element(problem_) == Element::real; }
  static Complex element(const Real* data, std::size_t at, bool as_real) {
    return as_real ? Complex{data[at], 0} : Complex{data[2 * at], data[2 * at + 1]};
  }

  static Index beginning(const Layout& layout, int field, bool as_real) {
    return field * layout.field_stride * (as_real ? 1 : 2);
  }

  void append(std::vector<Complex>& elements, const Layout& layout, const Real* data,
              bool as_real) {
    for_each_element(layout, problem_.extents, [&](std::size_t local, std::size_t) {
      elements.push_back(element(data, local, as_real));
    });
  }

  void fill(const Layout& layout, Real* data, const std::vector<Complex>& field, bool as_real) {
    for_each_element(layout, problem_.extents, [&](std::size_t local, std::size_t global) {
      if (as_real) {
        data[local] = static_cast<Real>(field[global].real());
      } else {
        data[2 * local] = static_cast<Real>(field[global].real());
        data[2 * local + 1] = static_cast<Real>(field[global].imag());
      }
    });
  }

  double error(const Layout& layout, const Real* data, const std::vector<Complex>& field,
               double scale, bool as_real) {
    double largest = std::numeric_limits<double>::min();
    for (const Complex& value : field) largest = std::max(largest, std::norm(value));
    double worst = 0;
    for_each_element(layout, problem_.extents, [&](std::size_t local, std::size_t global) {
      const double deviation = std::norm(element(data, local, as_real) - scale * field[global]);
      keep_worst(worst, deviation);
    });
    return std::sqrt(worst / largest) / scale;
  }

  Problem problem_;
  Plan plan_;
  std::vector<Real> in_;
  std::vector<Real> out_;
};

inline int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

inline int world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// Every grid of this many ranks, bricks with an uncut last axis left out.
inline std::vector<Grid> all_grids(int ranks, std::size_t dims) {
  std::vector<Grid> grids{{ranks, 1, 0}};
  for (int p = 1; p < ranks && dims == 3; ++p) {
    if (ranks % p == 0) grids.push_back({p, ranks / p, 0});
  }
  if (dims < 3) return grids;
  for (int p = 1; p <= ranks; ++p) {
    for (int q = 1; ranks % p == 0 && q <= ranks / p; ++q) {
      const int r = ranks / p / q;
      if (ranks / p % q == 0 && r > 1) grids.push_back({p, q, r});
    }
  }
  return grids;
}

/// An exchange with a packing that it can have.
struct Way {
  Exchange exchange;
  Packing packing;
};

inline std::vector<Way> all_ways() {
  std::vector<Way> ways;
  for (const Exchange exchange : {Exchange::shared, Exchange::p2p, Exchange::persistent,
                                  Exchange::alltoallv, Exchange::ialltoallv, Exchange::joined}) {
    ways.push_back({exchange, Packing::fused});
    ways.push_back({exchange, Packing::separate});
  }
  for (const Exchange exchange : {Exchange::p2p, Exchange::persistent, Exchange::alltoallw}) {
    ways.push_back({exchange, Packing::datatypes});
  }
  return ways;
}

/// Whether exchanges can go in pieces, as far as these three decide on it.
inline bool small_memory_suits(const Problem& problem, const Grid& grid, Packing packing) {
  const std::vector<Transform> kinds = axis_kinds(problem);
  const auto halved = std::find(kinds.begin(), kinds.end(), Transform::r2c);
  return problem.extents.size() == 3 && grid[2] == 0 && packing == Packing::fused &&
         problem.kept.empty() && (halved == kinds.end() || halved + 1 == kinds.end());
}

/// An array for which plans have buffers: on one rank not of three dimensions, if it is complex.
inline std::vector<Index> with_buffers() {
  if (world_size() == 1) return {60, 64};
  return {12, 16, 20};
}

inline Problem make_problem(std::vector<Index> extents, Transform transform = Transform::c2c,
                            Placement placement = Placement::out_of_place) {
  return {std::move(extents), transform, Precision::float64, placement};
}

/// Options with plans that are not searched for: the same at every time.
inline Options estimate(const Grid& grid) {
  Options options;
  options.grid = grid;
  options.effort = Effort::estimate;
  return options;
}

/// The count-th of ways to exchange, kernels, stores and orders, so that many cases see all of them
/// in many combinations.
inline Options varied(int count, const Grid& grid) {
  Options options = estimate(grid);
  const std::vector<Way> ways = all_ways();
  const Way way = ways[static_cast<std::size_t>(count) % ways.size()];
  options.exchange = way.exchange;
  options.packing = way.packing;
  options.kernel = count % 2 == 0 ? LineKernel::lanes : LineKernel::fftw;
  constexpr std::array stores{Stores::streaming, Stores::cached, Stores::panels, Stores::cached};
  options.stores = stores[static_cast<std::size_t>(count) % stores.size()];
  options.order = count % 3 == 0 ? Order::natural : Order::transposed;
  return options;
}

inline std::string describe(const Problem& problem, const Options& options) {
  std::string text;
  for (const Index extent : problem.extents) text += std::to_string(extent) + "x";
  text.back() = ' ';
  for (const Transform kind : axis_kinds(problem)) text.append(name(kind)).append(" ");
  if (!problem.kept.empty()) text += "kept ";
  for (const Index kept : problem.kept) text += std::to_string(kept) + " ";
  if (problem.fields > 1) text += std::to_string(problem.fields) + " fields ";
  text.append(name(problem.precision)).append(" ").append(name(problem.placement));
  text += ", grid";
  for (const int entry : options.grid) text.append(" ").append(std::to_string(entry));
  text.append(", ").append(name(options.exchange)).append(", ").append(name(options.order));
  text.append(", work memory ").append(name(options.work_memory));
  text.append(", ").append(name(options.packing)).append(", ").append(name(options.scheduler));
  text += ", groups " + std::to_string(options.message_groups);
  text += ", in flight " + std::to_string(options.sends_in_flight);
  text += ", chunks " + std::to_string(options.chunks);
  text += ", threads " + std::to_string(options.threads);
  text.append(", executor ").append(name(options.executor));
  return text;
}

}  // namespace taskfft::testing_support
