#include "cuda/calls.hpp"

#include <string>

#include "taskfft/error.hpp"

namespace taskfft {
namespace {

/// cuFFT has no words of its own.
const char* words_of(cufftResult code) {
  switch (code) {
    case CUFFT_INVALID_PLAN:
      return "CUFFT_INVALID_PLAN";
    case CUFFT_ALLOC_FAILED:
      return "CUFFT_ALLOC_FAILED: not enough device memory";
    case CUFFT_INVALID_TYPE:
      return "CUFFT_INVALID_TYPE";
    case CUFFT_INVALID_VALUE:
      return "CUFFT_INVALID_VALUE";
    case CUFFT_INTERNAL_ERROR:
      return "CUFFT_INTERNAL_ERROR";
    case CUFFT_EXEC_FAILED:
      return "CUFFT_EXEC_FAILED";
    case CUFFT_SETUP_FAILED:
      return "CUFFT_SETUP_FAILED";
    case CUFFT_INVALID_SIZE:
      return "CUFFT_INVALID_SIZE";
    case CUFFT_NOT_SUPPORTED:
      return "CUFFT_NOT_SUPPORTED";
    default:
      return "an error that it does not name here";
  }
}

}  // namespace

void check_cuda(cudaError_t code, const char* doing) {
  if (code == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // or the next call would report it again
  throw Error(std::string("CUDA failed while ") + doing + ": " + cudaGetErrorName(code) + ", " +
              cudaGetErrorString(code));
}

void check_cufft(cufftResult code, const char* doing) {
  if (code == CUFFT_SUCCESS) return;
  throw Error(std::string("cuFFT failed while ") + doing + ": " + words_of(code) + " (" +
              std::to_string(static_cast<int>(code)) + ")");
}

}  // namespace taskfft
