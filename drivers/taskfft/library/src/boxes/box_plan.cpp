#include "taskfft/box_plan.hpp"

#include <cstddef>

#include "boxes/cover.hpp"
#include "boxes/local_array.hpp"
#include "boxes/reshape.hpp"
#include "engine/engine.hpp"
#include "support/moved.hpp"
#include "taskfft/aligned_buffer.hpp"
#include "taskfft/spectrum.hpp"
#include "tuning/tuning.hpp"

namespace taskfft {
namespace {

/// Whether the plan can work in the caller's array: a box in the same memory, and behind it what
/// the plan needs besides.
bool same_array(const Layout& box, const Layout& plans, int fields) {
  if (box.size < plans.size) return false;
  if (local_array(box).box.volume() == 0) return local_array(plans).box.volume() == 0;
  return box.lo == plans.lo && box.hi == plans.hi && box.stride == plans.stride &&
         (fields == 1 || box.field_stride == plans.field_stride);
}

/// Collective: this rank's boxes, complete.
Layouts checked_boxes(const Communicator& comm, const Problem& problem, const Boxes& mine) {
  Layouts boxes;
  on_all_ranks(comm, "the boxes", [&] {
    const std::string rank = "rank " + std::to_string(comm.rank());
    const int fields = problem.fields;
    boxes.input = checked_layout(rank + ": the input box", mine.input, problem.extents, fields);
    boxes.output =
        checked_layout(rank + ": the output box", mine.output, spectrum_extents(problem), fields);
  });
  enlarge(boxes, input_element(problem), output_element(problem), problem.placement, 0);
  return boxes;
}

/// Collective.
Division divide(const Communicator& comm, const Layout& layout) {
  const LocalArray part = local_array(layout);
  return {part, boxes_of_all(comm, part.box)};
}

/// Collective: the caller's boxes, once those of all ranks are known to fit together.
Division checked_division(const Communicator& comm, const char* end, const Layout& layout,
                          const std::vector<Index>& extents) {
  Division division = divide(comm, layout);
  check_cover(comm, end, division.all, domain_of(extents), extents.size());
  return division;
}

}  // namespace

struct BoxPlan::State {
  const Problem problem;
  const std::unique_ptr<Engine> engine;
  Communicator comm;  ///< of the exchanges
  const Layouts boxes;
  std::unique_ptr<Reshape> at_input{}, at_output{};        ///< null where boxes are the plan's
  AlignedBuffer<std::byte> plans_input{}, plans_output{};  ///< in place the first one alone
  bool committed = false;
  void *committed_in = nullptr, *committed_out = nullptr;
  std::size_t bytes = 0;

  State(const Problem& given, const Options& options, const Boxes& mine, MPI_Comm world)
      : problem(given),
        engine(make_plan_engine(problem, options, world)),
        comm(Communicator::duplicate(engine->comm())),
        boxes(checked_boxes(comm, problem, mine)) {
    const Division input = checked_division(comm, "input", boxes.input, problem.extents);
    const Division output =
        checked_division(comm, "output", boxes.output, spectrum_extents(problem));
    const auto differ = [&](const Layout& box, const Layout& plans) {
      return maximum(comm, Index{same_array(box, plans, problem.fields) ? 0 : 1}) > 0;
    };
    bool input_differs = differ(boxes.input, engine->input());
    bool output_differs = differ(boxes.output, engine->output());
    if (in_place()) input_differs = output_differs = input_differs || output_differs;
    const Division plans_in = input_differs ? divide(comm, engine->input()) : Division{};
    const Division plans_out = output_differs ? divide(comm, engine->output()) : Division{};
    on_all_ranks(comm, "the exchange of boxes", [&] {
      if (input_differs) at_input = reshape(input, plans_in, input_element(problem));
      if (output_differs) at_output = reshape(output, plans_out, output_element(problem));
      allocate();
    });
  }
  /// What a failed run has left under way stays where nobody listens.
  ~State() {
    if (engine->dead()) comm.keep();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  bool in_place() const { return problem.placement == Placement::in_place; }

  /// The plan's arrays where they are not the caller's.
  void allocate() {
    if (at_input) plans_input = own_array(engine->input(), input_element(problem));
    if (at_output && !in_place()) {
      plans_output = own_array(engine->output(), output_element(problem));
    }
  }

  AlignedBuffer<std::byte> own_array(const Layout& layout, Element element) {
    const std::size_t size = bytes_of(layout, element, problem.precision);
    bytes += size;
    return AlignedBuffer<std::byte>(size);
  }

  std::unique_ptr<Reshape> reshape(const Division& callers, const Division& plans,
                                   Element element) {
    auto made = make_reshape(callers, plans, element, problem, comm, engine->alarm());
    bytes += made->bytes();
    return made;
  }

  /// What the plan works on where the caller has these.
  void* plans_in(void* in) { return at_input ? plans_input.get() : in; }
  void* plans_out(void* out) {
    if (!at_output) return out;
    return in_place() ? plans_input.get() : plans_output.get();
  }

  void bind(void* in, void* out) {
    if (at_input) at_input->bind(in, plans_in(in));
    if (at_output) at_output->bind(out, plans_out(out));
  }

  void commit(void* in, void* out) {
    on_all_ranks(comm, "", [&] {
      engine->check_alive();
      check_arrays("commit", problem, boxes, in, out);
    });
    committed = false;
    engine->commit(plans_in(in), plans_out(out));
    on_all_ranks(comm, "the exchange of boxes", [&] { bind(in, out); });
    committed = true;
    committed_in = in;
    committed_out = out;
  }

  void forward(const SpectrumVisitor* visit) {
    bind_committed();
    between_boxes(at_input, at_output, [&] { engine->forward(visit); });
  }
  void backward() {
    bind_committed();
    between_boxes(at_output, at_input, [&] { engine->backward(); });
  }

  void forward(const void* field, void* spectrum, const ArrayTypes* typed,
               const SpectrumVisitor* visit = nullptr) {
    void* const in = const_cast<void*>(field);
    bind_others("forward", typed, true, in, spectrum);
    between_boxes(at_input, at_output, [&] { engine->run_others(true, visit); });
  }
  void backward(const void* spectrum, void* field, const ArrayTypes* typed) {
    void* const out = const_cast<void*>(spectrum);
    bind_others("backward", typed, false, field, out);
    between_boxes(at_output, at_input, [&] { engine->run_others(false, nullptr); });
  }

  /// Rank by rank.
  void bind_committed() {
    check();
    engine->fail_with([&] { bind(committed_in, committed_out); });
  }

  /// Collective: ranks agree here, or they wait for each other in the exchanges.
  void bind_others(const char* caller, const ArrayTypes* typed, bool forward, void* in, void* out) {
    on_all_ranks(comm, "the exchange of boxes", [&] {
      check();
      if (typed != nullptr) check_types(caller, problem, boxes, *typed, forward);
      check_arrays(caller, problem, boxes, in, out);
      bind(in, out);
      void *const plans_field = plans_in(in), *const plans_spectrum = plans_out(out);
      engine->bind_others(forward, forward ? plans_field : plans_spectrum,
                          forward ? plans_spectrum : plans_field, nullptr);
    });
  }

  /// A transform of the plan's own arrays, and the exchanges around it.
  template <class Transform>
  void between_boxes(const std::unique_ptr<Reshape>& before, const std::unique_ptr<Reshape>& after,
                     Transform transform) {
    if (before) engine->fail_with([&] { before->to_plan(); });
    transform();
    if (after) engine->fail_with([&] { after->to_caller(); });
  }

  /// Before anything is sent.
  void check() const {
    engine->check_alive();
    check_committed(committed);
  }
};

BoxPlan::BoxPlan(const Problem& problem, const Options& options, const Boxes& mine, MPI_Comm comm)
    : state_(std::make_unique<State>(problem, options, mine, comm)) {}
BoxPlan::~BoxPlan() = default;
BoxPlan::BoxPlan(BoxPlan&&) noexcept = default;
BoxPlan& BoxPlan::operator=(BoxPlan&&) noexcept = default;

const Layout& BoxPlan::input() const {
  return unless_moved(state_).boxes.input;
}
const Layout& BoxPlan::output() const {
  return unless_moved(state_).boxes.output;
}
void BoxPlan::commit(void* in, void* out) {
  unless_moved(state_).commit(in, out);
}
void BoxPlan::forward() {
  unless_moved(state_).forward(nullptr);
}
void BoxPlan::forward(const SpectrumVisitor& visit) {
  unless_moved(state_).forward(visit ? &visit : nullptr);
}
void BoxPlan::backward() {
  unless_moved(state_).backward();
}
void BoxPlan::forward(ConstArrayView field, ArrayView spectrum) {
  const ArrayTypes types{field.type, spectrum.type};
  unless_moved(state_).forward(field.data, spectrum.data, &types);
}
void BoxPlan::forward(ConstArrayView field, ArrayView spectrum, const SpectrumVisitor& visit) {
  const ArrayTypes types{field.type, spectrum.type};
  unless_moved(state_).forward(field.data, spectrum.data, &types, visit ? &visit : nullptr);
}
void BoxPlan::backward(ConstArrayView spectrum, ArrayView field) {
  const ArrayTypes types{spectrum.type, field.type};
  unless_moved(state_).backward(spectrum.data, field.data, &types);
}
void BoxPlan::forward(const void* field, void* spectrum) {
  unless_moved(state_).forward(field, spectrum, nullptr);
}
void BoxPlan::backward(const void* spectrum, void* field) {
  unless_moved(state_).backward(spectrum, field, nullptr);
}
Effective BoxPlan::effective() const {
  Effective effective = unless_moved(state_).engine->effective();
  effective.work_bytes += unless_moved(state_).bytes;
  return effective;
}
bool BoxPlan::exchanges_input() const {
  return unless_moved(state_).at_input != nullptr;
}
bool BoxPlan::exchanges_output() const {
  return unless_moved(state_).at_output != nullptr;
}

}  // namespace taskfft
