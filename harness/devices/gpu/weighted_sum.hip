/// CUDA's kernels, in HIP's language: CMake compiles a file by what its name ends with.
#include "weighted_sum.cu"
