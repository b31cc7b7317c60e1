// A plan on one process: transforms a field forward and back.
#include <mpi.h>

#include <complex>
#include <vector>

#include "taskfft/taskfft.hpp"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  bool right = true;
  {
    taskfft::Plan plan({.extents = {4, 6, 8}}, {.effort = taskfft::Effort::estimate},
                       MPI_COMM_SELF);
    std::vector<std::complex<double>> in(static_cast<std::size_t>(plan.input().size));
    std::vector<std::complex<double>> out(static_cast<std::size_t>(plan.output().size));
    plan.commit(in.data(), out.data());
    in.assign(in.size(), 1);
    plan.forward();
    plan.backward();
    for (const std::complex<double>& value : in) right = right && std::abs(value - 192.0) < 1e-9;
  }
  MPI_Finalize();
  return right ? 0 : 1;
}
