/// The interface for C: no exception leaves it.

#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <variant>

#include "bindings/settings.hpp"
#include "support/mpi_support.hpp"
#include "taskfft/taskfft.h"
#include "taskfft/taskfft.hpp"

struct taskfft_plan {
  std::variant<taskfft::Plan, taskfft::BoxPlan> plan;
  taskfft::Problem problem;
};

namespace taskfft {
namespace {

thread_local std::string last_error;

int failed(int code, const char* what) {
  last_error = what;
  return code;
}

/// The code of what a step throws; its words are kept.
template <class Step>
int code_of(Step step) {
  try {
    step();
    return TASKFFT_OK;
  } catch (const ArgumentError& error) {
    return failed(TASKFFT_ARGUMENT, error.what());
  } catch (const MpiError& error) {
    return failed(TASKFFT_MPI, error.what());
  } catch (const ResourceError& error) {
    return failed(TASKFFT_RESOURCE, error.what());
  } catch (const std::bad_alloc&) {
    return failed(TASKFFT_RESOURCE, "not enough memory");
  } catch (const std::exception& error) {
    return failed(TASKFFT_FAILURE, error.what());
  }
}

template <class Pointer>
void require(Pointer* pointer, const char* name) {
  if (!pointer) throw ArgumentError(std::string(name) + " is NULL");
}

struct Asked {
  Problem problem;
  Options options;
};

Asked asked_of(int dims, const std::int64_t* extents, const char* settings) {
  require(extents, "extents");
  if (dims < 1 || dims > 3) {
    throw ArgumentError("dims is " + std::to_string(dims) + ": choose 1 to 3");
  }
  Asked asked;
  asked.problem.extents.assign(extents, extents + dims);
  read_settings(settings ? settings : "", asked.problem, asked.options);
  return asked;
}

/// Without strides, where all of them are 0.
Layout layout_of_c(const taskfft_layout* box, const char* name) {
  require(box, name);
  if (box->dims < 1 || box->dims > 3) {
    throw ArgumentError(std::string(name) + " has " + std::to_string(box->dims) +
                        " dims: choose those of the problem, 1 to 3");
  }
  Layout layout{{box->lo, box->lo + box->dims},
                {box->hi, box->hi + box->dims},
                {},
                box->size,
                box->field_stride};
  const std::int64_t* const end = box->stride + box->dims;
  const bool strides = std::any_of(box->stride, end, [](std::int64_t s) { return s != 0; });
  if (strides) layout.stride.assign(box->stride, end);
  return layout;
}

/// Collective: what is wrong on one rank ends the call on all.
template <class Comm>
std::unique_ptr<taskfft_plan> create(int dims, const std::int64_t* extents, const char* settings,
                                     MPI_Comm comm, const Comm& comm_or_lender) {
  Asked asked;
  on_all_ranks(Communicator::duplicate(comm), "the settings",
               [&] { asked = asked_of(dims, extents, settings); });
  return std::unique_ptr<taskfft_plan>(
      new taskfft_plan{Plan(asked.problem, asked.options, comm_or_lender), asked.problem});
}

/// The same between boxes.
std::unique_ptr<taskfft_plan> create(int dims, const std::int64_t* extents, const char* settings,
                                     const taskfft_layout* input, const taskfft_layout* output,
                                     MPI_Comm comm) {
  Asked asked;
  Boxes mine;
  on_all_ranks(Communicator::duplicate(comm), "the settings", [&] {
    asked = asked_of(dims, extents, settings);
    mine = {layout_of_c(input, "input"), layout_of_c(output, "output")};
  });
  return std::unique_ptr<taskfft_plan>(
      new taskfft_plan{BoxPlan(asked.problem, asked.options, mine, comm), asked.problem});
}

taskfft_layout c_layout(const Layout& layout) {
  taskfft_layout made{static_cast<int>(layout.lo.size()),
                      {0, 0, 0},
                      {1, 1, 1},
                      {0, 0, 0},
                      layout.size,
                      layout.field_stride};
  std::ranges::copy(layout.lo, made.lo);
  std::ranges::copy(layout.hi, made.hi);
  std::ranges::copy(layout.stride, made.stride);
  return made;
}

/// Calls a function with a plan of either kind.
template <class AnyPlan, class Function>
int with_plan(AnyPlan* plan, Function function) {
  return code_of([&] {
    require(plan, "plan");
    std::visit(function, plan->plan);
  });
}

}  // namespace
}  // namespace taskfft

using taskfft::code_of;
using taskfft::require;
using taskfft::with_plan;

const char* taskfft_message(void) {
  return taskfft::last_error.c_str();
}

const char* taskfft_version(void) {
  return taskfft::version;
}

int taskfft_create(taskfft_plan** plan, int dims, const int64_t* extents, const char* settings,
                   MPI_Comm comm) {
  return code_of([&] {
    require(plan, "plan");
    *plan = nullptr;
    *plan = taskfft::create(dims, extents, settings, comm, comm).release();
  });
}

int taskfft_create_sharing(taskfft_plan** plan, int dims, const int64_t* extents,
                           const char* settings, const taskfft_plan* lender) {
  return code_of([&] {
    require(plan, "plan");
    *plan = nullptr;
    require(lender, "lender");
    const auto* const lends = std::get_if<taskfft::Plan>(&lender->plan);
    if (!lends) {
      throw taskfft::ArgumentError("lender is a plan between boxes, which lends no memory");
    }
    *plan = taskfft::create(dims, extents, settings, lends->comm(), *lends).release();
  });
}

int taskfft_create_f(taskfft_plan** plan, int dims, const int64_t* extents, const char* settings,
                     MPI_Fint comm) {
  return taskfft_create(plan, dims, extents, settings, MPI_Comm_f2c(comm));
}

int taskfft_create_boxes(taskfft_plan** plan, int dims, const int64_t* extents,
                         const char* settings, const taskfft_layout* input,
                         const taskfft_layout* output, MPI_Comm comm) {
  return code_of([&] {
    require(plan, "plan");
    *plan = nullptr;
    *plan = taskfft::create(dims, extents, settings, input, output, comm).release();
  });
}

int taskfft_create_boxes_f(taskfft_plan** plan, int dims, const int64_t* extents,
                           const char* settings, const taskfft_layout* input,
                           const taskfft_layout* output, MPI_Fint comm) {
  return taskfft_create_boxes(plan, dims, extents, settings, input, output, MPI_Comm_f2c(comm));
}

int taskfft_input(const taskfft_plan* plan, taskfft_layout* layout) {
  return with_plan(plan, [&](const auto& made) {
    require(layout, "layout");
    *layout = taskfft::c_layout(made.input());
  });
}

int taskfft_output(const taskfft_plan* plan, taskfft_layout* layout) {
  return with_plan(plan, [&](const auto& made) {
    require(layout, "layout");
    *layout = taskfft::c_layout(made.output());
  });
}

int taskfft_round_trip_factor(const taskfft_plan* plan, double* factor) {
  return code_of([&] {
    require(plan, "plan");
    require(factor, "factor");
    *factor = taskfft::round_trip_factor(plan->problem);
  });
}

int taskfft_wave_numbers(const taskfft_plan* plan, int axis, double* numbers) {
  return with_plan(plan, [&](const auto& made) {
    require(numbers, "numbers");
    const auto dims = static_cast<int>(plan->problem.extents.size());
    if (axis < 0 || axis >= dims) {  // in words for callers that count from 1, too
      throw taskfft::ArgumentError("there is no such axis: the problem has " +
                                   std::to_string(dims));
    }
    std::ranges::copy(taskfft::wave_numbers(plan->problem, made.output(), axis), numbers);
  });
}

int taskfft_commit(taskfft_plan* plan, void* in, void* out) {
  return with_plan(plan, [&](auto& made) { made.commit(in, out); });
}

int taskfft_forward(taskfft_plan* plan) {
  return with_plan(plan, [](auto& made) { made.forward(); });
}

int taskfft_backward(taskfft_plan* plan) {
  return with_plan(plan, [](auto& made) { made.backward(); });
}

int taskfft_forward_on(taskfft_plan* plan, const void* field, void* spectrum) {
  return with_plan(plan, [&](auto& made) { made.forward(field, spectrum); });
}

int taskfft_backward_on(taskfft_plan* plan, const void* spectrum, void* field) {
  return with_plan(plan, [&](auto& made) { made.backward(spectrum, field); });
}

void taskfft_destroy(taskfft_plan* plan) {
  delete plan;
}
