/// Arrays in the memory of OpenCL's devices: a driver gets cl_mem handles, asks them for their
/// context and that for the device, and makes a queue of its own.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <fftbench/device.hpp>
#include <fftbench/error.hpp>
#include <map>

#include "handles.hpp"
#include "weighted_sum.hpp"

namespace fftbench::opencl {
namespace {

struct Place {
  cl_platform_id platform;
  cl_device_id device;
};

/// GPUs first, then other accelerators, then processors.
int rank_of(cl_device_type type) {
  if (type & CL_DEVICE_TYPE_GPU) return 0;
  return type & CL_DEVICE_TYPE_ACCELERATOR ? 1 : 2;
}

std::vector<cl_device_id> devices_of(cl_platform_id platform) {
  cl_uint count = 0;
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) return {};
  std::vector<cl_device_id> devices(count);
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr),
        "clGetDeviceIDs");
  return devices;
}

std::vector<Place> all_places() {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) return {};
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  std::vector<Place> places;
  for (const cl_platform_id platform : platforms) {
    for (const cl_device_id device : devices_of(platform)) places.push_back({platform, device});
  }
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    const auto rank = [](const Place& place) {
      return rank_of(number<cl_device_type>(place.device, CL_DEVICE_TYPE));
    };
    return rank(a) < rank(b);
  });
  return places;
}

/// An array between two guard zones. OpenCL asks that a part of a buffer begin at a multiple of the
/// device's alignment, which the zones are as long as.
struct Guarded {
  Memory whole, array;
  std::size_t zone = 0, bytes = 0;
};

class OpenClSpace final : public DeviceSpace {
 public:
  fftbench::Memory kind() const override { return fftbench::Memory::opencl; }

  /// No number of OpenCL's own tells two equal devices apart, so that places in the list do.
  std::vector<std::string> ids() override {
    if (places_.empty()) places_ = all_places();
    if (places_.empty()) {
      throw Error("no OpenCL device: install its maker's OpenCL, or pocl for the processor");
    }
    std::vector<std::string> ids;
    for (std::size_t place = 0; place < places_.size(); ++place) ids.push_back(id_of(place));
    return ids;
  }

  /// Kernels stay compiled from case to case.
  void use(int device) override {
    const Place& place = places_.at(static_cast<std::size_t>(device));
    if (context_ && place.device == place_.device) return;
    place_ = place;
    sum_.reset();
    cl_int code = CL_SUCCESS;
    context_.reset(clCreateContext(nullptr, 1, &place_.device, nullptr, nullptr, &code));
    check(code, "clCreateContext");
    queue_.reset(clCreateCommandQueue(context_.get(), place_.device, 0, &code));
    check(code, "clCreateCommandQueue");
    const auto doubles = number<cl_device_fp_config>(place_.device, CL_DEVICE_DOUBLE_FP_CONFIG);
    if (doubles != 0) sum_.emplace(context_.get(), place_.device);
  }

  DeviceIdentity identity() const override {
    const auto same = [&](const Place& place) { return place.device == place_.device; };
    const auto index = std::find_if(places_.begin(), places_.end(), same) - places_.begin();
    return {text(place_.device, CL_DEVICE_NAME), id_of(static_cast<std::size_t>(index)),
            text(place_.device, CL_DRIVER_VERSION), text(place_.device, CL_DEVICE_VERSION),
            1e-6 * static_cast<double>(number<cl_ulong>(place_.device, CL_DEVICE_GLOBAL_MEM_SIZE))};
  }

  void* allocate(std::size_t bytes) override {
    Guarded made;
    const auto bits = number<cl_uint>(place_.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN);
    made.zone = std::max<std::size_t>(bits / 8, 256);
    made.bytes = std::max<std::size_t>(bytes, 1);  // a buffer can't be empty
    cl_int code = CL_SUCCESS;
    const std::size_t whole = made.bytes + 2 * made.zone;
    made.whole.reset(clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, whole, nullptr, &code));
    if (code != CL_SUCCESS) {
      throw Error(
          fmt::format("no memory on the device for an array of {} MB of its {} MB (OpenCL "
                      "error {}; it gives at most {} MB at once)",
                      whole / 1'000'000, mega(CL_DEVICE_GLOBAL_MEM_SIZE), code,
                      mega(CL_DEVICE_MAX_MEM_ALLOC_SIZE)));
    }
    const cl_buffer_region region{made.zone, made.bytes};
    made.array.reset(clCreateSubBuffer(made.whole.get(), CL_MEM_READ_WRITE,
                                       CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
    check(code, "clCreateSubBuffer");
    const std::vector<std::byte> marks(made.zone, mark);
    for (const std::size_t start : {std::size_t{0}, made.zone + made.bytes}) {
      check(clEnqueueWriteBuffer(queue_.get(), made.whole.get(), CL_TRUE, start, made.zone,
                                 marks.data(), 0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
    }
    void* const array = made.array.get();
    arrays_.emplace(array, std::move(made));
    return array;
  }

  bool intact(const void* array) override {
    const Guarded& guarded = arrays_.at(array);
    std::vector<std::byte> zone(guarded.zone);
    const auto marked = [&](std::size_t start) {
      check(clEnqueueReadBuffer(queue_.get(), guarded.whole.get(), CL_TRUE, start, zone.size(),
                                zone.data(), 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
      return std::all_of(zone.begin(), zone.end(), [](std::byte byte) { return byte == mark; });
    };
    return marked(0) && marked(guarded.zone + guarded.bytes);
  }

  void release(void* array) noexcept override { arrays_.erase(array); }

  void copy_in(void* array, std::size_t offset, const void* host, std::size_t bytes) override {
    if (bytes == 0) return;
    check(clEnqueueWriteBuffer(queue_.get(), static_cast<cl_mem>(array), CL_TRUE, offset, bytes,
                               host, 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
  }

  void copy_out(void* host, const void* array, std::size_t offset, std::size_t bytes) override {
    if (bytes == 0) return;
    check(clEnqueueReadBuffer(queue_.get(), static_cast<cl_mem>(const_cast<void*>(array)), CL_TRUE,
                              offset, bytes, host, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  }

  /// OpenCL has no call that waits for a device: a driver waits for its own queues itself.
  void synchronise() override { check(clFinish(queue_.get()), "clFinish"); }

  std::optional<std::complex<double>> weighted_sum(const DeviceArray& array,
                                                   const AxisFactors& weights,
                                                   double factor) override {
    if (!sum_) return std::nullopt;
    return (*sum_)(queue_.get(), array, weights, factor);
  }

 private:
  static std::string id_of(std::size_t place) { return fmt::format("opencl:{}", place); }

  static constexpr std::byte mark{0xA5};

  cl_ulong mega(cl_device_info what) const {
    return number<cl_ulong>(place_.device, what) / 1'000'000;
  }

  std::vector<Place> places_;
  Place place_{};
  Context context_;
  Queue queue_;
  std::optional<WeightedSum> sum_;
  std::map<const void*, Guarded> arrays_;
};

}  // namespace
}  // namespace fftbench::opencl

using fftbench::opencl::OpenClSpace;
FFTBENCH_REGISTER_DEVICE_SPACE(fftbench::Memory::opencl, OpenClSpace)
