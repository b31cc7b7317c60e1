// Plans before MPI has started and after it has ended, at which MPI would end the program.
#include <mpi.h>

#include <complex>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

#include "taskfft/taskfft.h"
#include "taskfft/taskfft.hpp"

namespace {

const taskfft::Problem kProblem{.extents = {8, 6, 4}};

bool refused() {
  try {
    taskfft::Plan(kProblem, {}, MPI_COMM_WORLD);
  } catch (const taskfft::ArgumentError& error) {
    std::puts(error.what());
    return true;
  }
  return false;
}

bool refused_to_c() {
  taskfft_plan* plan = nullptr;
  return taskfft_create(&plan, 3, kProblem.extents.data(), "", MPI_COMM_WORLD) == TASKFFT_ARGUMENT;
}

/// A plan and its arrays.
struct Transform {
  taskfft::Plan plan;
  std::vector<std::complex<double>> in, out;

  explicit Transform(const taskfft::Options& options)
      : plan(kProblem, options, MPI_COMM_WORLD),
        in(static_cast<std::size_t>(plan.input().size)),
        out(static_cast<std::size_t>(plan.output().size)) {
    plan.commit(in.data(), out.data());
    plan.forward();
  }
  /// The end of the plan: with messages under way, where there are some.
  bool fail() {
    try {
      plan.forward([](const taskfft::SpectrumRun&) { throw std::runtime_error("no"); });
    } catch (const std::exception&) {
      return true;
    }
    return false;
  }
};

/// Of the whole program, as some applications have theirs.
std::unique_ptr<Transform> until_the_end;

}  // namespace

int main(int argc, char** argv) {
  if (!refused() || !refused_to_c()) return 1;
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  std::vector<std::unique_ptr<Transform>> transforms;
  for (const auto exchange : {taskfft::Exchange::shared, taskfft::Exchange::p2p,
                              taskfft::Exchange::persistent, taskfft::Exchange::ialltoallv}) {
    for (const int threads : {1, 2}) {
      transforms.push_back(
          std::make_unique<Transform>(taskfft::Options{.exchange = exchange, .threads = threads}));
    }
  }
  until_the_end = std::make_unique<Transform>(taskfft::Options{});
  if (!transforms[0]->fail() || !transforms[3]->fail() || !until_the_end->fail()) return 2;
  MPI_Finalize();
  if (!refused() || !refused_to_c()) return 3;
  transforms.clear();
  return 0;
}
