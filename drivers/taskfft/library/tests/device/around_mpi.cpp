// Plans for devices that end after MPI, at which MPI would end the program.
#include <mpi.h>

#include <memory>
#include <vector>

#include "device/engine.hpp"
#include "host_backend.hpp"

namespace {

using namespace taskfft;

/// A plan and its arrays.
struct Planned {
  std::vector<double> in, out;  // outlive what the plan has queued
  DeviceEngine plan;

  explicit Planned(DeviceExchange exchange)
      : plan({.extents = {12, 8, 10}}, {.exchange = exchange}, MPI_COMM_WORLD, [] {
          return Device{std::make_unique<testing_support::HostBackend>(1), ""};
        }) {
    in.resize(static_cast<std::size_t>(2 * plan.layouts().input.size));
    out.resize(static_cast<std::size_t>(2 * plan.layouts().output.size));
    plan.commit(in.data(), out.data());
    plan.forward();
  }
};

}  // namespace

int main(int argc, char** argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  std::vector<std::unique_ptr<Planned>> transforms;
  for (const auto exchange : {DeviceExchange::ipc, DeviceExchange::mpi, DeviceExchange::staged}) {
    transforms.push_back(std::make_unique<Planned>(exchange));
  }
  MPI_Finalize();
  transforms.clear();
  return 0;
}
