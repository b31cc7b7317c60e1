/// What VkFFT calls of CUDA's driver, whose library comes with a GPU: it is looked for when the
/// first of them is called, so that the program starts, and can be described, where there is none.

#include <cuda.h>
#include <dlfcn.h>

namespace {

/// Null where there is no driver, or none with this function.
void* find(const char* name) {
  static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  return library ? dlsym(library, name) : nullptr;
}

template <class... Parameters, class... Arguments>
CUresult call(CUresult (*)(Parameters...), const char* name, Arguments... arguments) {
  const auto function = reinterpret_cast<CUresult (*)(Parameters...)>(find(name));
  return function ? function(arguments...) : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

}  // namespace

// A name may be a macro that adds a version to it, which belongs to the library's name, too.
#define FFTBENCH_TEXT(name) #name
#define FFTBENCH_FORWARD(name, ...) return call(&name, FFTBENCH_TEXT(name), __VA_ARGS__)

extern "C" {

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  FFTBENCH_FORWARD(cuDeviceGetAttribute, value, attribute, device);
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned options,
                            CUjit_option* names, void** values) {
  FFTBENCH_FORWARD(cuModuleLoadDataEx, module, image, options, names, values);
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  FFTBENCH_FORWARD(cuModuleGetFunction, function, module, name);
}

CUresult cuModuleGetGlobal(CUdeviceptr* address, std::size_t* bytes, CUmodule module,
                           const char* name) {
  FFTBENCH_FORWARD(cuModuleGetGlobal, address, bytes, module, name);
}

CUresult cuModuleUnload(CUmodule module) {
  FFTBENCH_FORWARD(cuModuleUnload, module);
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  FFTBENCH_FORWARD(cuFuncSetAttribute, function, attribute, value);
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, std::size_t bytes) {
  FFTBENCH_FORWARD(cuMemcpyHtoD, to, from, bytes);
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void** parameters, void** extra) {
  FFTBENCH_FORWARD(cuLaunchKernel, function, grid_x, grid_y, grid_z, block_x, block_y, block_z,
                   shared, stream, parameters, extra);
}

}  // extern "C"
