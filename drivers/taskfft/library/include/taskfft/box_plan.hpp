#pragma once
/// Plans between boxes of the application's choice.

#include <mpi.h>

#include <memory>

#include "taskfft/effective.hpp"
#include "taskfft/layout.hpp"
#include "taskfft/options.hpp"
#include "taskfft/problem.hpp"
#include "taskfft/visitor.hpp"

namespace taskfft {

/// What a rank has of a field, and what it wants of the spectrum: a box each, empty or not, in
/// memory of any axis order and with any gaps. Elements must lie apart: a stride is larger than all
/// that the smaller ones span. Without strides, memory is in C order without gaps. Fields lie
/// field_stride apart, which may be less than a box, as where they interleave; 0: one after the
/// other. `size` need not be given.
struct Boxes {
  Layout input;
  Layout output;
};

/// A box without gaps, its axes named from slowest to fastest in memory; none are named: 0, 1, 2.
/// Throws ArgumentError for what is no order of its axes.
Layout make_box(const std::vector<Index>& lo, const std::vector<Index>& hi,
                std::vector<int> slowest_first = {});

/// A Plan whose arrays are boxes of the caller's. All ranks' input boxes together are the array,
/// each element in one of them, and so are the output boxes and the spectrum.
///
/// An exchange before the transform brings what is in the caller's box to where the plan needs it,
/// and one after it takes the spectrum to the caller's box; backward the other way round. Each is a
/// message to every rank whose box has elements in common, packed and unpacked by the calling
/// thread. Where all boxes of an end are what a Plan with these arguments has there (see plan()),
/// nothing is exchanged there and nothing copied. Each end that is exchanged costs memory of its
/// own, for the plan's array and for the messages, and making the plan takes memory and time in
/// proportion to the ranks, of which each learns the boxes of all: 96 bytes a rank and end.
///
/// Life, scaling, threads, destruction and failure are a Plan's. In place, there is one array,
/// large enough for either box.
class BoxPlan {
 public:
  /// Collective over comm. Throws ArgumentError, on all ranks alike, as Plan does, and for boxes
  /// that overlap, leave holes, or are not within the array; its words name ranks and boxes.
  BoxPlan(const Problem& problem, const Options& options, const Boxes& mine, MPI_Comm comm);
  ~BoxPlan();
  BoxPlan(BoxPlan&&) noexcept;
  BoxPlan& operator=(BoxPlan&&) noexcept;

  /// The boxes as given, with strides and sizes.
  const Layout& input() const;
  const Layout& output() const;

  /// As Plan's.
  void commit(void* in, void* out);
  void forward();
  void backward();
  /// A visitor is shown the spectrum by its global indices where the plan makes it, which is not in
  /// the caller's box; what it writes gets there.
  void forward(const SpectrumVisitor& visit);

  /// With the memory of the exchanges.
  Effective effective() const;
  /// Whether an exchange is needed at the input, and at the output.
  bool exchanges_input() const;
  bool exchanges_output() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace taskfft
