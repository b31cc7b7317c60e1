#include "taskfft/box_plan.hpp"

#include <algorithm>
#include <cstddef>

#include "boxes/cover.hpp"
#include "boxes/local_array.hpp"
#include "boxes/reshape.hpp"
#include "layout/line_transform.hpp"
#include "taskfft/aligned_buffer.hpp"
#include "taskfft/plan.hpp"
#include "taskfft/spectrum.hpp"

namespace taskfft {
namespace {

/// Whether a box is what the plan has itself, where this rank has anything.
bool same_box(const Layout& box, const Layout& plans, int fields) {
  if (box.lo != plans.lo || box.hi != plans.hi) {
    return local_array(box).box.volume() == 0 && local_array(plans).box.volume() == 0;
  }
  return box.size == 0 ||
         (box.stride == plans.stride && (fields == 1 || box.field_stride == plans.field_stride));
}

std::size_t array_bytes(const Layout& layout, Element element, Precision precision) {
  return static_cast<std::size_t>(layout.size) * element_bytes(element, real_bytes(precision));
}

/// Collective: this rank's box, complete, once those of all ranks are known to fit together.
Layout checked_box(const Communicator& comm, const char* end, const Layout& mine,
                   const std::vector<Index>& extents, int fields) {
  Layout layout;
  on_all_ranks(comm, "the boxes", [&] {
    const std::string whose = "rank " + std::to_string(comm.rank()) + ": the " + end + " box";
    layout = checked_layout(whose, mine, extents, fields);
  });
  check_cover(comm, end, boxes_of_all(comm, local_array(layout).box), domain_of(extents),
              extents.size());
  return layout;
}

}  // namespace

struct BoxPlan::State {
  Problem problem;
  Plan plan;
  Communicator comm;
  Layout input, output;
  std::unique_ptr<Reshape> at_input{}, at_output{};        ///< null where boxes are the plan's
  AlignedBuffer<std::byte> plans_input{}, plans_output{};  ///< in place the first one alone
  void* in = nullptr;                                      ///< the caller's
  void* out = nullptr;
  bool committed = false;
  std::size_t bytes = 0;

  State(const Problem& given, const Options& options, const Boxes& mine, MPI_Comm world)
      : problem(given),
        plan(problem, options, world),
        comm(Communicator::duplicate(plan.comm())),
        input(checked_box(comm, "input", mine.input, problem.extents, problem.fields)),
        output(
            checked_box(comm, "output", mine.output, spectrum_extents(problem), problem.fields)) {
    const auto differ = [&](const Layout& box, const Layout& plans) {
      return maximum(comm, Index{same_box(box, plans, problem.fields) ? 0 : 1}) > 0;
    };
    bool input_differs = differ(input, plan.input()),
         output_differs = differ(output, plan.output());
    if (in_place()) input_differs = output_differs = input_differs || output_differs;
    on_all_ranks(comm, "the exchange of boxes", [&] { prepare(input_differs, output_differs); });
  }

  bool in_place() const { return problem.placement == Placement::in_place; }

  void prepare(bool input_differs, bool output_differs) {
    const Element before = input_element(problem), after = output_element(problem);
    if (input_differs) {
      at_input = reshape(input, plan.input(), before);
      plans_input = own_array(array_bytes(plan.input(), before, problem.precision));
    }
    if (output_differs) {
      at_output = reshape(output, plan.output(), after);
      if (!in_place())
        plans_output = own_array(array_bytes(plan.output(), after, problem.precision));
    }
  }

  AlignedBuffer<std::byte> own_array(std::size_t size) {
    bytes += size;
    return AlignedBuffer<std::byte>(size);
  }

  std::unique_ptr<Reshape> reshape(const Layout& callers, const Layout& plans, Element element) {
    const auto division = [this](const Layout& layout) {
      const LocalArray part = local_array(layout);
      return Division{part, boxes_of_all(comm, part.box)};
    };
    auto made = make_reshape(division(callers), division(plans), element, problem.precision,
                             problem.fields, comm);
    bytes += made->bytes();
    return made;
  }

  /// The arrays that the plan works on.
  void* plans_in() const { return at_input ? plans_input.get() : in; }
  void* plans_out() const {
    if (!at_output) return out;
    return in_place() ? plans_input.get() : plans_output.get();
  }

  void commit(void* new_in, void* new_out) {
    on_all_ranks(comm, "the arrays", [&] {
      if ((new_in == nullptr && input.size > 0) || (new_out == nullptr && output.size > 0)) {
        throw ArgumentError("commit was given a null pointer for a box that is not empty");
      }
      if (in_place() && new_in != new_out) {
        throw ArgumentError(
            "commit was given two arrays, but the problem is in place: pass one twice");
      }
    });
    in = new_in;
    out = new_out;
    plan.commit(plans_in(), plans_out());
    committed = true;
  }

  void forward(const SpectrumVisitor& visit) {
    check_committed();
    if (at_input) at_input->to_plan(in, plans_in());
    plan.forward(visit);
    if (at_output) at_output->to_caller(plans_out(), out);
  }

  void backward() {
    check_committed();
    if (at_output) at_output->to_plan(out, plans_out());
    plan.backward();
    if (at_input) at_input->to_caller(plans_in(), in);
  }

  void check_committed() const {
    if (!committed) throw ArgumentError("call commit before forward and backward");
  }
};

namespace {

template <class State>
State& state_of(const std::unique_ptr<State>& state) {
  if (!state) {
    throw ArgumentError("this plan was moved from: use the one that it became, or assign to it");
  }
  return *state;
}

}  // namespace

BoxPlan::BoxPlan(const Problem& problem, const Options& options, const Boxes& mine, MPI_Comm comm)
    : state_(std::make_unique<State>(problem, options, mine, comm)) {}
BoxPlan::~BoxPlan() = default;
BoxPlan::BoxPlan(BoxPlan&&) noexcept = default;
BoxPlan& BoxPlan::operator=(BoxPlan&&) noexcept = default;

const Layout& BoxPlan::input() const {
  return state_of(state_).input;
}
const Layout& BoxPlan::output() const {
  return state_of(state_).output;
}
void BoxPlan::commit(void* in, void* out) {
  state_of(state_).commit(in, out);
}
void BoxPlan::forward() {
  state_of(state_).forward(nullptr);
}
void BoxPlan::forward(const SpectrumVisitor& visit) {
  state_of(state_).forward(visit);
}
void BoxPlan::backward() {
  state_of(state_).backward();
}
Effective BoxPlan::effective() const {
  Effective effective = state_of(state_).plan.effective();
  effective.work_bytes += state_of(state_).bytes;
  return effective;
}
bool BoxPlan::exchanges_input() const {
  return state_of(state_).at_input != nullptr;
}
bool BoxPlan::exchanges_output() const {
  return state_of(state_).at_output != nullptr;
}

}  // namespace taskfft
