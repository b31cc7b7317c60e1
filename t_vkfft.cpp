#define VKFFT_BACKEND 3
#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>
#include <vkFFT.h>
#include <vector>
#include <complex>
#include <memory>
void f() { int nx=8,ny=8,nz=8; cl_mem buffer; cl_device_id device; uint64_t bytes=0; 
}
