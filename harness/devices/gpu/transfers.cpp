#include "transfers.hpp"

#include <dlfcn.h>

#include <atomic>

#include "names.hpp"

namespace fftbench::gpu {
namespace {

std::atomic<std::size_t> to_device{0}, to_host{0};

bool on_device(const void* data) {
  PointerAttributes attributes{};
  if (GPU(PointerGetAttributes)(&attributes, data) != GPU(Success)) {
    static_cast<void>(GPU(GetLastError)());
    return false;
  }
  return type_of(attributes) == GPU(MemoryTypeDevice);
}

void note(CopyKind kind, const void* to, const void* from, std::size_t bytes) {
  if (kind == GPU(MemcpyDefault)) {
    const bool there = on_device(to), here = on_device(from);
    if (there && !here) kind = GPU(MemcpyHostToDevice);
    if (!there && here) kind = GPU(MemcpyDeviceToHost);
  }
  if (kind == GPU(MemcpyHostToDevice)) to_device += bytes;
  if (kind == GPU(MemcpyDeviceToHost)) to_host += bytes;
}

}  // namespace

DeviceSpace::Transfers transfers() {
  return {static_cast<double>(to_device.exchange(0)), static_cast<double>(to_host.exchange(0))};
}

}  // namespace fftbench::gpu

// The function of this name behind the one here.
#define FFTBENCH_TEXT_OF(name) #name
#define FFTBENCH_TEXT(name) FFTBENCH_TEXT_OF(name)
#define FFTBENCH_NEXT(name) \
  reinterpret_cast<decltype(&GPU(name))>(dlsym(RTLD_NEXT, FFTBENCH_TEXT(GPU(name))))

extern "C" {

fftbench::gpu::Status GPU(Memcpy)(void* to, const void* from, std::size_t bytes,
                                  fftbench::gpu::CopyKind kind) {
  static const auto next = FFTBENCH_NEXT(Memcpy);
  fftbench::gpu::note(kind, to, from, bytes);
  return next(to, from, bytes, kind);
}

fftbench::gpu::Status GPU(MemcpyAsync)(void* to, const void* from, std::size_t bytes,
                                       fftbench::gpu::CopyKind kind, GPU(Stream_t) stream) {
  static const auto next = FFTBENCH_NEXT(MemcpyAsync);
  fftbench::gpu::note(kind, to, from, bytes);
  return next(to, from, bytes, kind, stream);
}

fftbench::gpu::Status GPU(Memcpy2D)(void* to, std::size_t to_pitch, const void* from,
                                    std::size_t from_pitch, std::size_t width, std::size_t height,
                                    fftbench::gpu::CopyKind kind) {
  static const auto next = FFTBENCH_NEXT(Memcpy2D);
  fftbench::gpu::note(kind, to, from, width * height);
  return next(to, to_pitch, from, from_pitch, width, height, kind);
}

fftbench::gpu::Status GPU(Memcpy2DAsync)(void* to, std::size_t to_pitch, const void* from,
                                         std::size_t from_pitch, std::size_t width,
                                         std::size_t height, fftbench::gpu::CopyKind kind,
                                         GPU(Stream_t) stream) {
  static const auto next = FFTBENCH_NEXT(Memcpy2DAsync);
  fftbench::gpu::note(kind, to, from, width * height);
  return next(to, to_pitch, from, from_pitch, width, height, kind, stream);
}

}  // extern "C"
