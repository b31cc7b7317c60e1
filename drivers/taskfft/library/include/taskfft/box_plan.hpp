#pragma once
/// Plans between boxes of the application's choice.

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "taskfft/box_arrays.hpp"
#include "taskfft/effective.hpp"
#include "taskfft/layout.hpp"
#include "taskfft/options.hpp"
#include "taskfft/problem.hpp"
#include "taskfft/visitor.hpp"

namespace taskfft {

class Plan;

/// What a rank has of a field, and what it wants of the spectrum: any number of boxes each, none,
/// one or many, empty or not, in memory of any axis order and with any gaps. Elements must lie
/// apart: a stride is larger than all that the smaller ones span. Without strides, memory is in C
/// order without gaps. Fields lie field_stride apart, which may be less than a box, as where they
/// interleave; 0: one after the other. `size`: elements of the array, where it is larger than what
/// box and fields span, as a Plan's may be; 0: what they span.
///
/// Each box has an array with an address of its own, as where patches of a mesh were allocated one
/// by one; several may be parts of one array, which a box's strides then are of, and lie there as
/// they may, in gaps of one another: that no element belongs to two of them is the caller's to see.
/// Addresses, and no
/// offsets from one of them: allocations need not lie whole elements apart.
struct Boxes {
  std::vector<Layout> input;
  std::vector<Layout> output;
};

/// A box without gaps, its axes named from slowest to fastest in memory; none are named: 0, 1, 2.
/// Throws ArgumentError for what is no order of its axes.
Layout make_box(const std::vector<Index>& lo, const std::vector<Index>& hi,
                std::vector<int> slowest_first = {});

/// A Plan whose arrays are boxes of the caller's. All ranks' input boxes together are the array,
/// each element in one of them, and so are the output boxes and the spectrum. In place, a rank has
/// as many boxes of the output as of the input, empty ones where need be, and those in the same
/// place of both lists have one array.
///
/// An exchange before the transform brings what is in the caller's boxes to where the plan needs
/// it, and one after it takes the spectrum to the caller's boxes; backward the other way round.
/// Each is a message to every rank with elements in common, however many boxes they are in, packed
/// and unpacked by the calling thread. Where each rank's box of an end is the one that a Plan with
/// these arguments has there, in an array of the size that it has, nothing is exchanged there and
/// nothing copied; in place, where this holds of both ends, as there is one array, and both are
/// exchanged otherwise. Each end that is exchanged costs the plan's array there, once in place, and
/// both together twice the most that goes to other ranks or comes from them at once. Making the
/// plan takes memory and time in proportion to the boxes of all ranks, which each learns: 48 bytes
/// a box and 8 a rank for each end, and where there is an exchange 56 a rank more, for a moment;
/// and a rank looks for its own boxes' neighbours among all in as many steps, times the logarithm
/// of how many it has.
///
/// Life, scaling, threads, destruction and failure are a Plan's.
class BoxPlan {
 public:
  /// Collective over comm. Throws ArgumentError, on all ranks alike, as Plan does, and for boxes
  /// that overlap, leave holes, or are not within the array; its words name ranks and boxes, which
  /// count from 0 on each rank.
  BoxPlan(const Problem& problem, const Options& options, const Boxes& mine, MPI_Comm comm);
  /// The same on the ranks of another plan, and in its work memory, as Plan's second constructor;
  /// and if that is borrowed, of a BoxPlan's exchanges, too, on ranks where it suffices.
  BoxPlan(const Problem& problem, const Options& options, const Boxes& mine, const BoxPlan& lender);
  BoxPlan(const Problem& problem, const Options& options, const Boxes& mine, const Plan& lender);
  ~BoxPlan();
  BoxPlan(BoxPlan&&) noexcept;
  BoxPlan& operator=(BoxPlan&&) noexcept;

  /// The boxes as given, with strides and sizes; in place, both sizes describe the same bytes,
  /// enough for either.
  const std::vector<Layout>& input() const;
  const std::vector<Layout>& output() const;

  /// As Plan's, with an array for each box: one, or a list of them in the order of the boxes. What
  /// is refused leaves the arrays that were committed before.
  void commit(const BoxArrays& in, const BoxArrays& out);
  void forward();
  void backward();
  /// A visitor is shown the spectrum by its global indices where the plan makes it, which is not in
  /// the caller's boxes; what it writes gets there.
  void forward(const SpectrumVisitor& visit);
  /// The same, and back; never in one, as Plan's may be.
  void round_trip(const SpectrumVisitor& visit);
  /// As Plan's: what a visitor writes is transformed, and the caller's boxes keep what they hold.
  void backward(const SpectrumVisitor& visit);
  /// Other arrays than the committed ones, as a Plan's. Ends that are exchanged are bound to them,
  /// which takes time where the call before had others.
  void forward(const ConstBoxArrays& field, const BoxArrays& spectrum);
  void forward(const ConstBoxArrays& field, const BoxArrays& spectrum,
               const SpectrumVisitor& visit);
  void backward(const ConstBoxArrays& spectrum, const BoxArrays& field);
  void backward(const ConstBoxArrays& spectrum, const BoxArrays& field,
                const SpectrumVisitor& visit);
  /// As Plan's.
  void refuse(const std::string& words);

  /// With the memory of the exchanges.
  Effective effective() const;
  /// As Plan's.
  MPI_Comm comm() const;
  /// Whether an exchange is needed at the input, and at the output.
  bool exchanges_input() const;
  bool exchanges_output() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace taskfft
