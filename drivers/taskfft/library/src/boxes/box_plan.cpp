#include "taskfft/box_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "boxes/box_checks.hpp"
#include "boxes/box_memory.hpp"
#include "boxes/cover.hpp"
#include "boxes/reshape.hpp"
#include "engine/engine.hpp"
#include "engine/memory.hpp"
#include "support/kept.hpp"
#include "support/moved.hpp"
#include "taskfft/plan.hpp"
#include "taskfft/spectrum.hpp"
#include "tuning/tuning.hpp"

namespace taskfft {
namespace {

/// The addresses as those of arrays that may be written, as one end of either direction is.
template <class Void>
PassedArrays passed(const ArraysOfBoxes<Void>& arrays) {
  const auto& addresses = arrays.addresses();
  return {{const_cast<void* const*>(addresses.data()), addresses.size()}, arrays.types()};
}

std::vector<void*> list_of(const PassedArrays& arrays) {
  return {arrays.addresses.begin(), arrays.addresses.end()};
}

/// Collective: the caller's boxes, once those of all ranks are known to fit together.
Division checked_division(const Communicator& comm, const char* end,
                          const std::vector<Layout>& boxes, const std::vector<Index>& extents) {
  Division division = divide(comm, boxes);
  check_cover(comm, end, division, domain_of(extents), extents.size());
  return division;
}

/// Whose memory to use, perhaps; of the first one, that between boxes is, too.
struct Lender {
  const Engine* engine = nullptr;
  std::shared_ptr<BoxMemory> memory = nullptr;
};

}  // namespace

struct BoxPlan::State {
  using Addresses = std::span<void* const>;

  const Problem problem;
  const std::unique_ptr<Engine> engine;
  Communicator comm;  ///< of the exchanges
  const Boxes boxes;
  std::unique_ptr<Reshape> at_input{}, at_output{};  ///< null where boxes are the plan's
  std::shared_ptr<BoxMemory> memory{};               ///< null where there is neither
  bool borrowed = false;                             ///< of a lender
  bool committed = false;
  std::vector<void*> committed_in{}, committed_out{};

  State(const Problem& given, const Options& options, const Boxes& mine, MPI_Comm world,
        const Lender& lender)
      : problem(given),
        engine(make_plan_engine(problem, options, world, lender.engine)),
        comm(Communicator::duplicate(engine->comm())),
        boxes(checked_boxes(comm, problem, mine)) {
    const Division input = checked_division(comm, "input", boxes.input, problem.extents);
    const Division output =
        checked_division(comm, "output", boxes.output, spectrum_extents(problem));
    const auto differ = [&](const std::vector<Layout>& callers, const Layout& plans) {
      return maximum(comm, Index{same_array(callers, plans, problem.fields) ? 0 : 1}) > 0;
    };
    bool input_differs = differ(boxes.input, engine->input());
    bool output_differs = differ(boxes.output, engine->output());
    if (in_place()) input_differs = output_differs = input_differs || output_differs;
    const auto plans_division = [&](const Layout& layout) {
      return divide(comm, std::span(&layout, 1));
    };
    const Division plans_in = input_differs ? plans_division(engine->input()) : Division{};
    const Division plans_out = output_differs ? plans_division(engine->output()) : Division{};
    on_all_ranks(comm, "the exchange of boxes", [&] {
      if (input_differs) at_input = reshape(input, plans_in, input_element(problem));
      if (output_differs) at_output = reshape(output, plans_out, output_element(problem));
    });
    if (input_differs || output_differs) allocate(lender);
  }
  /// What a failed run has left under way stays where nobody listens, and its memory with it.
  ~State() {
    if (!engine->dead()) return;
    comm.keep();
    if (memory) keep_until_exit(memory);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  bool in_place() const { return problem.placement == Placement::in_place; }

  /// What the exchanges need.
  BoxMemorySize memory_size() const {
    BoxMemorySize size;
    for (const auto& exchange : {std::cref(at_input), std::cref(at_output)}) {
      if (exchange.get()) size.messages = std::max(size.messages, exchange.get()->message_bytes());
    }
    if (at_input) size.input = bytes_of(engine->input(), input_element(problem), problem.precision);
    if (at_output && !in_place()) {
      size.output = bytes_of(engine->output(), output_element(problem), problem.precision);
    }
    return size;
  }
  /// What this plan has taken for them.
  std::size_t own_bytes() const { return memory && !borrowed ? memory->size.bytes() : 0; }

  /// Collective. A lender's memory serves where it suffices on this rank, if the plans share their
  /// work area, too: one that fails is then the end of the other.
  void allocate(const Lender& lender) {
    const BoxMemorySize size = memory_size();
    borrowed = lender.memory && engine->work_area() == lender.engine->work_area() &&
               size.fits_in(lender.memory->size);
    if (borrowed) memory = lender.memory;
    check_memory("the plan's work buffers and those between boxes",
                 {borrowed ? 0 : size.bytes(), engine->own_bytes()}, comm,
                 Communicator::of_node(comm));
    on_all_ranks(comm, "the exchange of boxes", [&] {
      if (!borrowed) memory = std::make_shared<BoxMemory>(size);
      if (at_input) at_input->use(*memory);
      if (at_output) at_output->use(*memory);
    });
  }

  std::unique_ptr<Reshape> reshape(const Division& callers, const Division& plans,
                                   Element element) {
    return make_reshape(callers, plans, element, problem, comm, engine->alarm());
  }

  /// What the plan works on where the caller has these.
  void* plans_in(Addresses in) {
    if (at_input) return memory->input.get();
    return in.empty() ? nullptr : in.front();
  }
  void* plans_out(Addresses out) {
    if (at_output) return in_place() ? memory->input.get() : memory->output.get();
    return out.empty() ? nullptr : out.front();
  }

  void bind(Addresses in, Addresses out) {
    void *const plans_field = plans_in(in), *const plans_spectrum = plans_out(out);
    if (at_input) at_input->bind(in, std::span(&plans_field, 1));
    if (at_output) at_output->bind(out, std::span(&plans_spectrum, 1));
  }

  void commit(const PassedArrays& in, const PassedArrays& out) {
    std::vector<void*> first, second;
    engine->agree("the list of arrays", [&] {
      check_box_arrays("commit", problem, boxes, in, out);
      first = list_of(in);
      second = list_of(out);
    });
    committed = false;
    engine->commit(plans_in(first), plans_out(second));
    on_all_ranks(comm, "the exchange of boxes", [&] { bind(first, second); });
    committed = true;
    committed_in = std::move(first);
    committed_out = std::move(second);
  }

  void run(Trip trip, const SpectrumVisitor* visit = nullptr) {
    bind_committed();
    between_boxes(trip, [&] { engine->run(trip, visit); });
  }
  void run(Trip trip, const PassedArrays& from, const PassedArrays& to,
           const SpectrumVisitor* visit = nullptr) {
    bind_others(trip, from, to);
    between_boxes(trip, [&] { engine->run_others(trip, visit); });
  }

  /// Rank by rank.
  void bind_committed() {
    engine->check_alive();
    check_committed(committed);
    engine->fail_with([&] { bind(committed_in, committed_out); });
  }

  /// Collective: ranks agree here, or they wait for each other in the exchanges.
  void bind_others(Trip trip, const PassedArrays& from, const PassedArrays& to) {
    const bool forward = trip == Trip::forward;
    const PassedArrays& in = forward ? from : to;
    const PassedArrays& out = forward ? to : from;
    engine->agree("the exchange of boxes", [&] {
      check_committed(committed);
      check_box_arrays(forward ? "forward" : "backward", problem, boxes, in, out);
      bind(in.addresses, out.addresses);
      void* const plans_field = plans_in(in.addresses);
      void* const plans_spectrum = plans_out(out.addresses);
      engine->bind_others(trip, forward ? plans_field : plans_spectrum,
                          forward ? plans_spectrum : plans_field, nullptr);
    });
  }

  /// A transform of the plan's own arrays, and the exchanges around it.
  template <class Transform>
  void between_boxes(Trip trip, Transform transform) {
    const bool forward = trip == Trip::forward;
    const std::unique_ptr<Reshape>& before = forward ? at_input : at_output;
    const std::unique_ptr<Reshape>& after = forward ? at_output : at_input;
    if (before) engine->fail_with([&] { before->to_plan(); });
    transform();
    if (after) engine->fail_with([&] { after->to_caller(); });
  }
};

BoxPlan::BoxPlan(const Problem& problem, const Options& options, const Boxes& mine, MPI_Comm comm)
    : state_(std::make_unique<State>(problem, options, mine, comm, Lender{})) {}
BoxPlan::BoxPlan(const Problem& problem, const Options& options, const Boxes& mine,
                 const BoxPlan& lender)
    : state_(std::make_unique<State>(
          problem, options, mine, lender.comm(),
          Lender{unless_moved(lender.state_).engine.get(), lender.state_->memory})) {}
BoxPlan::BoxPlan(const Problem& problem, const Options& options, const Boxes& mine,
                 const Plan& lender)
    : state_(std::make_unique<State>(problem, options, mine, lender.comm(),
                                     Lender{lender.engine_.get(), nullptr})) {}
BoxPlan::~BoxPlan() = default;
BoxPlan::BoxPlan(BoxPlan&&) noexcept = default;
BoxPlan& BoxPlan::operator=(BoxPlan&&) noexcept = default;

const std::vector<Layout>& BoxPlan::input() const {
  return unless_moved(state_).boxes.input;
}
const std::vector<Layout>& BoxPlan::output() const {
  return unless_moved(state_).boxes.output;
}
void BoxPlan::commit(const BoxArrays& in, const BoxArrays& out) {
  unless_moved(state_).commit(passed(in), passed(out));
}
void BoxPlan::forward() {
  unless_moved(state_).run(Trip::forward);
}
void BoxPlan::forward(const SpectrumVisitor& visit) {
  unless_moved(state_).run(Trip::forward, visit ? &visit : nullptr);
}
void BoxPlan::round_trip(const SpectrumVisitor& visit) {
  forward(visit);
  backward();
}
void BoxPlan::backward() {
  unless_moved(state_).run(Trip::backward);
}
void BoxPlan::backward(const SpectrumVisitor& visit) {
  unless_moved(state_).run(Trip::shown, visit ? &visit : nullptr);
}
void BoxPlan::forward(const ConstBoxArrays& field, const BoxArrays& spectrum) {
  unless_moved(state_).run(Trip::forward, passed(field), passed(spectrum));
}
void BoxPlan::forward(const ConstBoxArrays& field, const BoxArrays& spectrum,
                      const SpectrumVisitor& visit) {
  unless_moved(state_).run(Trip::forward, passed(field), passed(spectrum),
                           visit ? &visit : nullptr);
}
void BoxPlan::backward(const ConstBoxArrays& spectrum, const BoxArrays& field) {
  unless_moved(state_).run(Trip::backward, passed(spectrum), passed(field));
}
void BoxPlan::backward(const ConstBoxArrays& spectrum, const BoxArrays& field,
                       const SpectrumVisitor& visit) {
  unless_moved(state_).run(Trip::shown, passed(spectrum), passed(field), visit ? &visit : nullptr);
}
void BoxPlan::refuse(const std::string& words) {
  unless_moved(state_).engine->refuse(words);
}
Effective BoxPlan::effective() const {
  Effective effective = unless_moved(state_).engine->effective();
  effective.work_bytes += state_->own_bytes();
  return effective;
}
MPI_Comm BoxPlan::comm() const {
  return unless_moved(state_).engine->comm();
}
bool BoxPlan::exchanges_input() const {
  return unless_moved(state_).at_input != nullptr;
}
bool BoxPlan::exchanges_output() const {
  return unless_moved(state_).at_output != nullptr;
}

}  // namespace taskfft
