#pragma once
/// What the functions for C share: no exception leaves them.

#include <cstdint>
#include <exception>
#include <new>
#include <set>
#include <string>
#include <variant>

#include "taskfft/taskfft.h"
#include "taskfft/taskfft.hpp"

struct taskfft_plan {
  std::variant<taskfft::Plan, taskfft::BoxPlan> plan;
  taskfft::Problem problem;
  mutable std::set<std::string> texts{};  ///< that callers were given
};

namespace taskfft {

/// Keeps the words for taskfft_message().
int failed(int code, const char* what) noexcept;

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
  } catch (...) {  // a visitor in C++ may throw anything
    return failed(TASKFFT_FAILURE, "what was thrown has no words");
  }
}

template <class Pointer>
void require(Pointer* pointer, const char* name) {
  if (!pointer) throw ArgumentError(std::string(name) + " is NULL");
}

/// Calls a function with a plan of either kind.
template <class AnyPlan, class Function>
int with_plan(AnyPlan* plan, Function function) {
  return code_of([&] {
    require(plan, "plan");
    std::visit(function, plan->plan);
  });
}

/// The ranks of a plan of either kind.
MPI_Comm comm_of(const taskfft_plan& plan);

struct Asked {
  Problem problem;
  Options options;
};

/// Throws ArgumentError for what has no meaning.
Asked asked_of(int dims, const std::int64_t* extents, const char* settings);

taskfft_layout c_layout(const Layout& layout);

/// Those of the layout's part of an axis. Throws ArgumentError where there is no such axis.
void write_wave_numbers(const Problem& problem, const Layout& layout, int axis, double* numbers);

}  // namespace taskfft
