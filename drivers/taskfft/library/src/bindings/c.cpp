/// The interface for C, but for what plans between boxes have of their own.

#include <algorithm>

#include "bindings/plan_of_c.hpp"
#include "bindings/settings.hpp"
#include "support/mpi_support.hpp"

namespace taskfft {
namespace {

thread_local std::string last_error;
/// Its words, or others where there is no memory for them.
thread_local const char* last_message = "";

/// Collective: what is wrong on one rank ends the call on all.
template <class Comm>
void create(taskfft_plan** plan, int dims, const std::int64_t* extents, const char* settings,
            MPI_Comm comm, const Comm& comm_or_lender) {
  Asked asked;
  on_all_ranks(Communicator::duplicate(comm), "the settings", [&] {
    require(plan, "plan");
    asked = asked_of(dims, extents, settings);
  });
  *plan = new taskfft_plan{Plan(asked.problem, asked.options, comm_or_lender), asked.problem};
}

const Plan& lender_of(const taskfft_plan* plan) {
  require(plan, "lender");
  const auto* const lender = std::get_if<Plan>(&plan->plan);
  if (lender) return *lender;
  throw ArgumentError("lender is a plan between boxes, which lends memory to such plans alone");
}

}  // namespace

int failed(int code, const char* what) noexcept {
  try {
    last_error = what;
    last_message = last_error.c_str();
  } catch (...) {
    last_message = "not enough memory, not even for the words of what went wrong";
  }
  return code;
}

MPI_Comm comm_of(const taskfft_plan& plan) {
  return std::visit([](const auto& made) { return made.comm(); }, plan.plan);
}

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

void write_wave_numbers(const Problem& problem, const Layout& layout, int axis, double* numbers) {
  require(numbers, "numbers");
  std::ranges::copy(wave_numbers(problem, layout, axis), numbers);
}

}  // namespace taskfft

using taskfft::code_of;
using taskfft::require;
using taskfft::with_plan;

const char* taskfft_message(void) {
  return taskfft::last_message;
}

const char* taskfft_version(void) {
  return taskfft::version;
}

int taskfft_create(taskfft_plan** plan, int dims, const int64_t* extents, const char* settings,
                   MPI_Comm comm) {
  return code_of([&] {
    if (plan) *plan = nullptr;
    taskfft::create(plan, dims, extents, settings, comm, comm);
  });
}

int taskfft_create_sharing(taskfft_plan** plan, int dims, const int64_t* extents,
                           const char* settings, const taskfft_plan* lender) {
  return code_of([&] {
    if (plan) *plan = nullptr;
    const taskfft::Plan& lends = taskfft::lender_of(lender);
    taskfft::create(plan, dims, extents, settings, lends.comm(), lends);
  });
}

int taskfft_create_f(taskfft_plan** plan, int dims, const int64_t* extents, const char* settings,
                     MPI_Fint comm) {
  return taskfft_create(plan, dims, extents, settings, MPI_Comm_f2c(comm));
}

int taskfft_input(const taskfft_plan* plan, taskfft_layout* layout) {
  return taskfft_input_box(plan, TASKFFT_ONLY_BOX, layout);
}

int taskfft_output(const taskfft_plan* plan, taskfft_layout* layout) {
  return taskfft_output_box(plan, TASKFFT_ONLY_BOX, layout);
}

int taskfft_round_trip_factor(const taskfft_plan* plan, double* factor) {
  return code_of([&] {
    require(plan, "plan");
    require(factor, "factor");
    *factor = taskfft::round_trip_factor(plan->problem);
  });
}

int taskfft_wave_numbers(const taskfft_plan* plan, int axis, double* numbers) {
  return taskfft_wave_numbers_of_box(plan, TASKFFT_ONLY_BOX, axis, numbers);
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

int taskfft_refuse_create_f(const taskfft_plan* lender, MPI_Fint comm, const char* words) {
  return code_of([&] {
    const MPI_Comm theirs = lender ? taskfft::comm_of(*lender) : MPI_Comm_f2c(comm);
    taskfft::on_all_ranks(taskfft::Communicator::duplicate(theirs), "",
                          [&] { throw taskfft::ArgumentError(words ? words : "words is NULL"); });
  });
}

int taskfft_refuse(taskfft_plan* plan, const char* words) {
  return with_plan(plan, [&](auto& made) { made.refuse(words ? words : "words is NULL"); });
}

void taskfft_destroy(taskfft_plan* plan) {
  delete plan;
}
