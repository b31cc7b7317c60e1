#include "plan.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <array>
#include <fftbench/error.hpp>

namespace cufft {
namespace {

/// As cufft.h numbers and names them; later ones are told by number.
std::string name(cufftResult result) {
  constexpr std::array names{"success",       "invalid plan",   "allocation failed", "invalid type",
                             "invalid value", "internal error", "execution failed",  "setup failed",
                             "invalid size",  "unaligned data"};
  const auto number = static_cast<std::size_t>(result);
  return number < names.size() ? names[number] : fmt::format("error {}", number);
}

std::size_t free_mb() {
  std::size_t free = 0, total = 0;
  return cudaMemGetInfo(&free, &total) == cudaSuccess ? free / 1'000'000 : 0;
}

}  // namespace

void expect(cufftResult result, const char* what) {
  if (result == CUFFT_SUCCESS) return;
  const std::string device = cudaGetErrorString(cudaGetLastError());
  std::string text = fmt::format("cuFFT: {}: {} (CUDA: {})", what, name(result), device);
  if (result == CUFFT_ALLOC_FAILED)
    text += fmt::format("; {} MB of the device are free", free_mb());
  throw fftbench::Error(text);
}

std::vector<long long> lengths(const fftbench::Problem& problem) {
  std::vector<long long> lengths;
  for (std::size_t axis = 0; axis < problem.shape.size(); ++axis) {
    const bool real = !problem.complex_input() && axis + 1 == problem.shape.size();
    if (problem.shape[axis] > 1 || real) lengths.push_back(problem.shape[axis]);
  }
  return lengths;
}

void WorkArea::Free::operator()(void* data) const {
  static_cast<void>(cudaFree(data));
}

WorkArea::WorkArea(std::size_t bytes) {
  if (bytes == 0) return;
  void* data = nullptr;
  const cudaError_t status = cudaMalloc(&data, bytes);
  if (status != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    throw fftbench::Error(
        fmt::format("no work area of {} MB for cuFFT, {} MB of the device are "
                    "free: {}",
                    bytes / 1'000'000, free_mb(), cudaGetErrorString(status)));
  }
  data_.reset(data);
}

Handle::Handle(const std::vector<long long>& lengths, cufftType type) : type_(type) {
  expect(cufftCreate(&handle_), "make a plan");
  try {
    expect(cufftSetAutoAllocation(handle_, 0), "leave the work area to the caller");
    // Without embedding arrays both ends are dense, but real rows are padded in place.
    std::vector<long long> sizes = lengths;
    expect(cufftMakePlanMany64(handle_, static_cast<int>(sizes.size()), sizes.data(), nullptr, 1, 0,
                               nullptr, 1, 0, type, 1, &work_bytes_),
           "plan");
  } catch (...) {
    cufftDestroy(handle_);
    throw;
  }
}

Handle::~Handle() {
  cufftDestroy(handle_);
}

void Handle::use(const WorkArea& area) const {
  if (area.data()) expect(cufftSetWorkArea(handle_, area.data()), "set the work area");
}

void Handle::execute(void* from, void* to, int direction) const {
  const auto run = [&] {
    switch (type_) {
      case CUFFT_C2C:
        return cufftExecC2C(handle_, static_cast<cufftComplex*>(from),
                            static_cast<cufftComplex*>(to), direction);
      case CUFFT_Z2Z:
        return cufftExecZ2Z(handle_, static_cast<cufftDoubleComplex*>(from),
                            static_cast<cufftDoubleComplex*>(to), direction);
      case CUFFT_R2C:
        return cufftExecR2C(handle_, static_cast<cufftReal*>(from), static_cast<cufftComplex*>(to));
      case CUFFT_C2R:
        return cufftExecC2R(handle_, static_cast<cufftComplex*>(from), static_cast<cufftReal*>(to));
      case CUFFT_D2Z:
        return cufftExecD2Z(handle_, static_cast<cufftDoubleReal*>(from),
                            static_cast<cufftDoubleComplex*>(to));
      case CUFFT_Z2D:
        return cufftExecZ2D(handle_, static_cast<cufftDoubleComplex*>(from),
                            static_cast<cufftDoubleReal*>(to));
    }
    return CUFFT_INVALID_TYPE;
  };
  expect(run(), "execute");
}

}  // namespace cufft
