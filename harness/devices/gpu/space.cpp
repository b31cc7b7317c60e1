/// Memory of CUDA's or HIP's devices.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <fftbench/device.hpp>
#include <fftbench/error.hpp>
#include <map>

#include "management.hpp"
#include "names.hpp"
#include "transfers.hpp"
#include "weighted_sum.hpp"

namespace fftbench::gpu {

void expect(Status status, const std::string& what) {
  if (status == GPU(Success)) return;
  static_cast<void>(GPU(GetLastError)());  // what is told once must not be found by the next call
  std::string reason = GPU(GetErrorString)(status);
  if (status == wrong_architecture) {
    reason += ": built for another architecture than the device's (set CMAKE_CUDA_ARCHITECTURES)";
  }
  throw Error(fmt::format("{}: {}: {}", api, what, reason));
}

namespace {

constexpr std::size_t guard = 256;  ///< bytes before and behind an array; its alignment stays
constexpr int mark = 0xA5;

std::byte* bytes_of(void* array) {
  return static_cast<std::byte*>(array);
}
const std::byte* bytes_of(const void* array) {
  return static_cast<const std::byte*>(array);
}

std::string version(int number) {
  return fmt::format("{} {}.{}", api, number / 1000, number % 1000 / 10);
}

/// Two events of the stream that waits for all others, but those that were made not to be waited
/// for.
class Stopwatch final : public DeviceStopwatch {
 public:
  Stopwatch() {
    expect(GPU(EventCreate)(&start_), "make an event");
    expect(GPU(EventCreate)(&stop_), "make an event");
  }
  ~Stopwatch() override {
    static_cast<void>(GPU(EventDestroy)(start_));
    static_cast<void>(GPU(EventDestroy)(stop_));
  }
  void start() override { expect(GPU(EventRecord)(start_, nullptr), "record an event"); }
  void stop() override { expect(GPU(EventRecord)(stop_, nullptr), "record an event"); }
  double seconds() const override {
    float milliseconds = 0.0F;
    expect(GPU(EventElapsedTime)(&milliseconds, start_, stop_), "time between two events");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  GPU(Event_t) start_ = nullptr;
  GPU(Event_t) stop_ = nullptr;
};

class GpuSpace final : public DeviceSpace {
 public:
  Memory kind() const override { return gpu::kind; }

  std::vector<std::string> ids() override {
    int devices = 0;
    expect(GPU(GetDeviceCount)(&devices), "no device");
    if (devices == 0) throw Error(fmt::format("there is no {} device", api));
    std::vector<std::string> ids;
    for (int device = 0; device < devices; ++device) ids.push_back(id_of(device));
    return ids;
  }

  void use(int device) override {
    if (device_ != device) {
      scratch_.reset();
      management_.reset();
    }
    expect(GPU(SetDevice)(device), fmt::format("use device {}", device));
    device_ = device;
    if (!scratch_) try_kernel();
    if (!management_) management_ = std::make_unique<Management>(bus_id_of(device));
  }

  DeviceIdentity identity() const override {
    const Properties properties = properties_of(device_);
    int driver = 0, runtime = 0;
    expect(GPU(DriverGetVersion)(&driver), "version of the driver");
    expect(GPU(RuntimeGetVersion)(&runtime), "version of the runtime");
    const auto told = management_->driver_version();
    return {properties.name, id_of(device_), told ? *told : version(driver), version(runtime),
            static_cast<double>(properties.totalGlobalMem) / 1e6};
  }

  void* allocate(std::size_t bytes) override {
    void* whole = nullptr;
    const Status status = GPU(Malloc)(&whole, bytes + 2 * guard);
    if (status == out_of_memory) {
      static_cast<void>(GPU(GetLastError)());
      throw Error(fmt::format("no memory on the device for an array of {} MB: {} MB are free",
                              bytes / 1'000'000, free_bytes().value_or(0) / 1'000'000));
    }
    expect(status, fmt::format("memory of {} bytes", bytes));
    void* const array = bytes_of(whole) + guard;
    sizes_[array] = bytes;
    expect(GPU(Memset)(whole, mark, guard), "mark a guard zone");
    expect(GPU(Memset)(bytes_of(array) + bytes, mark, guard), "mark a guard zone");
    synchronise();
    return array;
  }

  bool intact(const void* array) override {
    const std::byte* const data = bytes_of(array);
    return marked(data - guard) && marked(data + sizes_.at(array));
  }

  void release(void* array) noexcept override {
    if (!array) return;
    sizes_.erase(array);
    static_cast<void>(GPU(Free)(bytes_of(array) - guard));
  }

  void* staging(std::size_t bytes) override {
    if (bytes <= staging_bytes_) return staging_.get();
    staging_.reset();
    staging_bytes_ = 0;
    void* memory = nullptr;
    if (allocate_pinned(&memory, bytes) != GPU(Success)) {
      static_cast<void>(GPU(GetLastError)());
      return DeviceSpace::staging(bytes);  // as much can't be pinned
    }
    staging_.reset(memory);
    staging_bytes_ = bytes;
    return memory;
  }

  void copy_in(void* array, std::size_t offset, const void* host, std::size_t bytes) override {
    expect(GPU(Memcpy)(bytes_of(array) + offset, host, bytes, GPU(MemcpyHostToDevice)),
           "copy to the device");
    synchronise();  // memory that is not pinned may still be on its way
  }

  void copy_out(void* host, const void* array, std::size_t offset, std::size_t bytes) override {
    expect(GPU(Memcpy)(host, bytes_of(array) + offset, bytes, GPU(MemcpyDeviceToHost)),
           "copy from the device");
  }

  void synchronise() override { expect(GPU(DeviceSynchronize)(), "wait for the device"); }

  std::optional<std::complex<double>> weighted_sum(const DeviceArray& array,
                                                   const AxisFactors& weights,
                                                   double factor) override {
    return gpu::weighted_sum(array, weights, factor, *scratch_);
  }

  std::optional<std::size_t> free_bytes() override {
    std::size_t free = 0, total = 0;
    expect(GPU(MemGetInfo)(&free, &total), "free memory of the device");
    return free;
  }

  std::unique_ptr<DeviceStopwatch> stopwatch() override { return std::make_unique<Stopwatch>(); }
  std::optional<Transfers> transfers() override { return gpu::transfers(); }
  std::optional<double> energy() override { return management_->energy(); }

 private:
  /// What the check needs must run before a library is blamed for what does not.
  void try_kernel() {
    auto scratch = std::make_unique<Scratch>();
    const std::complex<double> one = 1.0;
    double* const number = static_cast<double*>(allocate(sizeof(double)));
    const double two = 2.0;
    copy_in(number, 0, &two, sizeof two);
    const DeviceArray array{number, Precision::double_, false, Layout::row_major({{0}, {1}})};
    const auto sum = gpu::weighted_sum(array, {{&one, 1}}, 1.0, *scratch);
    release(number);
    if (sum != two)
      throw Error(fmt::format("{}: a kernel does not add up: 2 is {}", api, sum.real()));
    scratch_ = std::move(scratch);  // else the next case must try again
  }

  bool marked(const std::byte* zone) {
    std::array<std::byte, guard> now{};
    copy_out(now.data(), zone, 0, guard);
    return std::all_of(now.begin(), now.end(),
                       [](std::byte byte) { return byte == std::byte{mark}; });
  }

  static Properties properties_of(int device) {
    Properties properties{};
    expect(GPU(GetDeviceProperties)(&properties, device), "properties of the device");
    return properties;
  }

  static std::string bus_id_of(int device) {
    std::array<char, 32> bus_id{};
    expect(GPU(DeviceGetPCIBusId)(bus_id.data(), bus_id.size(), device), "address of the device");
    return bus_id.data();
  }

  static std::string id_of(int device) {
#ifdef FFTBENCH_HIP
    return bus_id_of(device);
#else
    const Properties properties = properties_of(device);
    std::string text = "GPU";
    for (std::size_t i = 0; i < sizeof properties.uuid.bytes; ++i) {
      const bool dash = i == 0 || i == 4 || i == 6 || i == 8 || i == 10;
      text += fmt::format("{}{:02x}", dash ? "-" : "",
                          static_cast<unsigned char>(properties.uuid.bytes[i]));
    }
    return text;
#endif
  }

  struct FreeHost {
    void operator()(void* memory) const { static_cast<void>(free_pinned(memory)); }
  };

  int device_ = -1;
  std::unique_ptr<void, FreeHost> staging_;
  std::size_t staging_bytes_ = 0;
  std::map<const void*, std::size_t> sizes_;  ///< of the arrays that live
  std::unique_ptr<Scratch> scratch_;
  std::unique_ptr<Management> management_;
};

}  // namespace

}  // namespace fftbench::gpu

using fftbench::gpu::GpuSpace;
FFTBENCH_REGISTER_DEVICE_SPACE(fftbench::gpu::kind, GpuSpace)
