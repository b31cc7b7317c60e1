/// The interface for C: no exception leaves it.

#include <algorithm>
#include <exception>
#include <memory>
#include <string>

#include "bindings/settings.hpp"
#include "support/mpi_support.hpp"
#include "taskfft/taskfft.h"
#include "taskfft/taskfft.hpp"

struct taskfft_plan {
  taskfft::Plan plan;
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

/// Collective: what is wrong on one rank ends the call on all.
template <class Comm>
std::unique_ptr<taskfft_plan> create(int dims, const std::int64_t* extents, const char* settings,
                                     MPI_Comm comm, const Comm& comm_or_lender) {
  Problem problem;
  Options options;
  on_all_ranks(Communicator::duplicate(comm), "the settings", [&] {
    require(extents, "extents");
    if (dims < 1 || dims > 3) {
      throw ArgumentError("dims is " + std::to_string(dims) + ": choose 1 to 3");
    }
    problem.extents.assign(extents, extents + dims);
    read_settings(settings ? settings : "", problem, options);
  });
  return std::unique_ptr<taskfft_plan>(
      new taskfft_plan{Plan(problem, options, comm_or_lender), problem});
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

int layout_of(const taskfft_plan* plan, taskfft_layout* layout,
              const Layout& (Plan::*end)() const) {
  return code_of([&] {
    require(plan, "plan");
    require(layout, "layout");
    *layout = c_layout((plan->plan.*end)());
  });
}

int transform(taskfft_plan* plan, void (Plan::*direction)()) {
  return code_of([&] {
    require(plan, "plan");
    (plan->plan.*direction)();
  });
}

}  // namespace
}  // namespace taskfft

using taskfft::code_of;
using taskfft::require;

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
    *plan = taskfft::create(dims, extents, settings, lender->plan.comm(), lender->plan).release();
  });
}

int taskfft_create_f(taskfft_plan** plan, int dims, const int64_t* extents, const char* settings,
                     MPI_Fint comm) {
  return taskfft_create(plan, dims, extents, settings, MPI_Comm_f2c(comm));
}

int taskfft_input(const taskfft_plan* plan, taskfft_layout* layout) {
  return taskfft::layout_of(plan, layout, &taskfft::Plan::input);
}

int taskfft_output(const taskfft_plan* plan, taskfft_layout* layout) {
  return taskfft::layout_of(plan, layout, &taskfft::Plan::output);
}

int taskfft_round_trip_factor(const taskfft_plan* plan, double* factor) {
  return code_of([&] {
    require(plan, "plan");
    require(factor, "factor");
    *factor = taskfft::round_trip_factor(plan->problem);
  });
}

int taskfft_wave_numbers(const taskfft_plan* plan, int axis, double* numbers) {
  return code_of([&] {
    require(plan, "plan");
    require(numbers, "numbers");
    if (axis < 0 || axis >= static_cast<int>(plan->problem.extents.size())) {
      throw taskfft::ArgumentError("there is no axis " + std::to_string(axis));
    }
    std::ranges::copy(taskfft::wave_numbers(plan->problem, plan->plan.output(), axis), numbers);
  });
}

int taskfft_commit(taskfft_plan* plan, void* in, void* out) {
  return code_of([&] {
    require(plan, "plan");
    plan->plan.commit(in, out);
  });
}

int taskfft_forward(taskfft_plan* plan) {
  return taskfft::transform(plan, &taskfft::Plan::forward);
}

int taskfft_backward(taskfft_plan* plan) {
  return taskfft::transform(plan, &taskfft::Plan::backward);
}

int taskfft_forward_on(taskfft_plan* plan, const void* field, void* spectrum) {
  return code_of([&] {
    require(plan, "plan");
    plan->plan.forward(field, spectrum);
  });
}

int taskfft_backward_on(taskfft_plan* plan, const void* spectrum, void* field) {
  return code_of([&] {
    require(plan, "plan");
    plan->plan.backward(spectrum, field);
  });
}

void taskfft_destroy(taskfft_plan* plan) {
  delete plan;
}
