/// The interface for C: plans between boxes.

#include <algorithm>
#include <span>
#include <vector>

#include "bindings/plan_of_c.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {
namespace {

/// Without strides, where all of them are 0.
Layout layout_of_c(const taskfft_layout& box, const std::string& name) {
  if (box.dims < 1 || box.dims > 3) {
    throw ArgumentError(name + " has " + std::to_string(box.dims) +
                        " dims: choose those of the problem, 1 to 3");
  }
  Layout layout{
      {box.lo, box.lo + box.dims}, {box.hi, box.hi + box.dims}, {}, box.size, box.field_stride};
  const std::int64_t* const end = box.stride + box.dims;
  const bool strides = std::any_of(box.stride, end, [](std::int64_t s) { return s != 0; });
  if (strides) layout.stride.assign(box.stride, end);
  return layout;
}

std::vector<Layout> layouts_of_c(int count, const taskfft_layout* boxes, const std::string& end) {
  if (count < 0) {
    throw ArgumentError(std::to_string(count) + " " + end + " boxes: give none or more");
  }
  if (count > 0) require(boxes, end.c_str());
  std::vector<Layout> layouts;
  for (const taskfft_layout& box : std::span(boxes, static_cast<std::size_t>(count))) {
    layouts.push_back(layout_of_c(box, end + " box " + std::to_string(layouts.size())));
  }
  return layouts;
}

/// A rank's list of boxes for C.
struct ListOfC {
  int count;
  const taskfft_layout* boxes;
};

/// Collective: what is wrong on one rank ends the call on all.
template <class CommOrLender>
void create(taskfft_plan** plan, int dims, const std::int64_t* extents, const char* settings,
            const ListOfC& input, const ListOfC& output, MPI_Comm comm,
            const CommOrLender& comm_or_lender) {
  Asked asked;
  Boxes mine;
  on_all_ranks(Communicator::duplicate(comm), "the settings", [&] {
    require(plan, "plan");
    asked = asked_of(dims, extents, settings);
    mine.input = layouts_of_c(input.count, input.boxes, "input");
    mine.output = layouts_of_c(output.count, output.boxes, "output");
  });
  *plan =
      new taskfft_plan{BoxPlan(asked.problem, asked.options, mine, comm_or_lender), asked.problem};
}

/// The boxes of an end; a plan of another kind has one.
std::span<const Layout> boxes_of(const Layout& layout) {
  return {&layout, 1};
}
std::span<const Layout> boxes_of(const std::vector<Layout>& boxes) {
  return boxes;
}

const Layout& box_of(std::span<const Layout> boxes, int box) {
  if (box == TASKFFT_ONLY_BOX) {
    if (boxes.size() == 1) return boxes.front();
    throw ArgumentError("this rank has " + std::to_string(boxes.size()) +
                        " boxes there: ask for each of them by its number");
  }
  if (box >= 0 && static_cast<std::size_t>(box) < boxes.size()) {
    return boxes[static_cast<std::size_t>(box)];
  }
  throw ArgumentError("there is no such box: this rank has " + std::to_string(boxes.size()) +
                      " there");
}

/// As many arrays as there are boxes; without a list null pointers, which all ranks hear of.
template <class Void>
std::vector<Void*> arrays_of(Void* const* arrays, const std::vector<Layout>& boxes) {
  if (arrays == nullptr) return std::vector<Void*>(boxes.size());
  return std::vector<Void*>(arrays, arrays + boxes.size());  // braces would make a list of two
}
template <class Void>
Void* arrays_of(Void* const* arrays, const Layout& /*of the one that a plan of another kind has*/) {
  return arrays == nullptr ? nullptr : *arrays;
}

}  // namespace
}  // namespace taskfft

using taskfft::arrays_of;
using taskfft::box_of;
using taskfft::boxes_of;
using taskfft::code_of;
using taskfft::require;
using taskfft::with_plan;

int taskfft_create_boxes(taskfft_plan** plan, int dims, const int64_t* extents,
                         const char* settings, int inputs, const taskfft_layout* input, int outputs,
                         const taskfft_layout* output, MPI_Comm comm) {
  return code_of([&] {
    if (plan) *plan = nullptr;
    taskfft::create(plan, dims, extents, settings, {inputs, input}, {outputs, output}, comm, comm);
  });
}

int taskfft_create_boxes_sharing(taskfft_plan** plan, int dims, const int64_t* extents,
                                 const char* settings, int inputs, const taskfft_layout* input,
                                 int outputs, const taskfft_layout* output,
                                 const taskfft_plan* lender) {
  return code_of([&] {
    if (plan) *plan = nullptr;
    require(lender, "lender");
    const auto make = [&](const auto& lends) {
      taskfft::create(plan, dims, extents, settings, {inputs, input}, {outputs, output},
                      lends.comm(), lends);
    };
    std::visit(make, lender->plan);
  });
}

int taskfft_create_boxes_f(taskfft_plan** plan, int dims, const int64_t* extents,
                           const char* settings, int inputs, const taskfft_layout* input,
                           int outputs, const taskfft_layout* output, MPI_Fint comm) {
  return taskfft_create_boxes(plan, dims, extents, settings, inputs, input, outputs, output,
                              MPI_Comm_f2c(comm));
}

int taskfft_input_box(const taskfft_plan* plan, int box, taskfft_layout* layout) {
  return with_plan(plan, [&](const auto& made) {
    require(layout, "layout");
    *layout = taskfft::c_layout(box_of(boxes_of(made.input()), box));
  });
}

int taskfft_output_box(const taskfft_plan* plan, int box, taskfft_layout* layout) {
  return with_plan(plan, [&](const auto& made) {
    require(layout, "layout");
    *layout = taskfft::c_layout(box_of(boxes_of(made.output()), box));
  });
}

int taskfft_wave_numbers_of_box(const taskfft_plan* plan, int box, int axis, double* numbers) {
  return with_plan(plan, [&](const auto& made) {
    taskfft::write_wave_numbers(plan->problem, box_of(boxes_of(made.output()), box), axis, numbers);
  });
}

int taskfft_commit_boxes(taskfft_plan* plan, void* const* in, void* const* out) {
  return with_plan(plan, [&](auto& made) {
    made.commit(arrays_of(in, made.input()), arrays_of(out, made.output()));
  });
}

int taskfft_forward_boxes(taskfft_plan* plan, const void* const* field, void* const* spectrum) {
  return with_plan(plan, [&](auto& made) {
    made.forward(arrays_of(field, made.input()), arrays_of(spectrum, made.output()));
  });
}

int taskfft_backward_boxes(taskfft_plan* plan, const void* const* spectrum, void* const* field) {
  return with_plan(plan, [&](auto& made) {
    made.backward(arrays_of(spectrum, made.output()), arrays_of(field, made.input()));
  });
}
