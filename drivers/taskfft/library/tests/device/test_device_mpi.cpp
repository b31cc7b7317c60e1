/// Which MPI takes device pointers, told by one that is none: what is asked of MPI is answered
/// here, in front of the library's own functions.

#include <gtest/gtest.h>

#include <cstring>

#include "taskfft/device_mpi.hpp"

namespace {
std::string version_of_mpi;
int takes_pointers = 0;
}  // namespace

extern "C" {
int MPI_Get_library_version(char* text, int* length) {
  std::strcpy(text, version_of_mpi.c_str());
  *length = static_cast<int>(version_of_mpi.size());
  return MPI_SUCCESS;
}
int MPIX_Query_cuda_support() {
  return takes_pointers;
}
}

namespace taskfft {
namespace {

TEST(DeviceMpi, takes_device_pointers_where_its_own_function_says_so) {
  version_of_mpi = "Open MPI v4.1.4";
  takes_pointers = 1;
  EXPECT_EQ(device_mpi_obstacle(), "");
  takes_pointers = 0;
  EXPECT_NE(device_mpi_obstacle().find("MPIX_Query_cuda_support() says"), std::string::npos);
}

TEST(DeviceMpi, of_cray_s_the_variable_that_turns_it_on_decides) {
  version_of_mpi = "MPI VERSION    : CRAY MPICH version 8.1.27.26 (ANL base 3.4a2)";
  takes_pointers = 1;
  unsetenv("MPICH_GPU_SUPPORT_ENABLED");
  EXPECT_NE(device_mpi_obstacle().find("MPICH_GPU_SUPPORT_ENABLED is not 1"), std::string::npos);
  setenv("MPICH_GPU_SUPPORT_ENABLED", "0", 1);
  EXPECT_NE(device_mpi_obstacle(), "");
  takes_pointers = 0;
  setenv("MPICH_GPU_SUPPORT_ENABLED", "1", 1);
  EXPECT_EQ(device_mpi_obstacle(), "");
  unsetenv("MPICH_GPU_SUPPORT_ENABLED");
}

}  // namespace
}  // namespace taskfft
