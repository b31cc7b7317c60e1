#pragma once
/// A memory other than the host's, as the harness needs it: to place arrays there, to bring data in
/// and out, and to know when the device is done. Each kind is an object library of its own
/// (harness/devices), which registers itself; a program has those that its drivers ask for.

#include <complex>
#include <cstddef>
#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fftbench {

/// A device, as it tells of itself.
struct DeviceIdentity {
  std::string name;
  std::string id;  ///< that no other device of the machine has: its UUID, or its address on the bus
  std::string driver, runtime;  ///< versions, empty where there is none to tell
  double memory_mb = 0.0;       ///< 10^6 bytes
};

/// One rank's part of the input or of the spectrum in a device's memory.
struct DeviceArray {
  void* data = nullptr;  ///< a device pointer, or a handle where a kind of memory has these
  Precision precision = Precision::double_;
  bool complex = true;
  Layout layout;
};

/// For each axis of an array's box one factor per index: the weight of an element is their product.
using AxisFactors = std::vector<std::span<const std::complex<double>>>;

/// Seconds between two moments by the device's own clock.
class DeviceStopwatch {
 public:
  DeviceStopwatch() = default;
  DeviceStopwatch(const DeviceStopwatch&) = delete;
  DeviceStopwatch& operator=(const DeviceStopwatch&) = delete;
  virtual ~DeviceStopwatch() = default;

  /// Notes the moment at which the device is done with what it was given so far.
  virtual void start() = 0;
  virtual void stop() = 0;
  /// Called once the device is done with all.
  virtual double seconds() const = 0;
};

/// The devices of one kind that this process may use. One is in use at a time: drivers find it
/// current before Driver::plan is called. Where a call fails it throws Error with the reason.
class DeviceSpace {
 public:
  DeviceSpace() = default;
  DeviceSpace(const DeviceSpace&) = delete;
  DeviceSpace& operator=(const DeviceSpace&) = delete;
  virtual ~DeviceSpace() = default;

  virtual Memory kind() const = 0;
  /// What tells each device of this process from all others of the machine; throws Error that says
  /// why where there is none. Takes none of them.
  virtual std::vector<std::string> ids() = 0;
  /// Takes one of them, by its place among `ids`, for all that follows. Throws where it can't run
  /// this program.
  virtual void use(int device) = 0;
  virtual DeviceIdentity identity() const = 0;

  /// What drivers get in Buffers: so many bytes between two guard zones. Throws Error that names
  /// the sizes where there is not enough.
  virtual void* allocate(std::size_t bytes) = 0;
  /// Whether the guard zones of an array that `allocate` gave are as they were made.
  virtual bool intact(const void* array) = 0;
  virtual void release(void* array) noexcept = 0;

  /// So many bytes of the host's memory for what is copied, which lose what was there before: the
  /// same memory for all calls, of a kind from which copies are fast.
  virtual void* staging(std::size_t bytes);
  /// Between the host and an array, beginning `offset` bytes after its start; done on return.
  virtual void copy_in(void* array, std::size_t offset, const void* host, std::size_t bytes) = 0;
  virtual void copy_out(void* host, const void* array, std::size_t offset, std::size_t bytes) = 0;

  /// Waits until the device has done all that this process gave it, by whichever queue or stream.
  virtual void synchronise() = 0;

  /// The sum of weight times element over an array, in double precision and in the same order each
  /// time; every element is then multiplied by `factor`. Nothing where this kind has no kernel for
  /// it: the array is then brought to the host, which takes longer, but never in a timed region.
  virtual std::optional<std::complex<double>> weighted_sum(const DeviceArray& array,
                                                           const AxisFactors& weights,
                                                           double factor);

  /// Bytes of the device's memory that nobody has, of all processes that use it; nothing where that
  /// can't be told.
  virtual std::optional<std::size_t> free_bytes();
  /// Nothing where the device has no clock to ask.
  virtual std::unique_ptr<DeviceStopwatch> stopwatch();
  /// Joules that the device has taken since some moment; nothing where it does not tell.
  virtual std::optional<double> energy();
  /// Bytes that the program's libraries have moved to and from the device since the last call;
  /// nothing where that is not seen. The first call starts the count.
  struct Transfers {
    double to_device = 0.0, to_host = 0.0;
  };
  virtual std::optional<Transfers> transfers();

 private:
  std::unique_ptr<std::byte[]> staging_;
  std::size_t staging_bytes_ = 0;
};

using MakeDeviceSpace = std::unique_ptr<DeviceSpace> (*)();

/// The kinds of device memory linked into a program.
class DeviceSpaces {
 public:
  static DeviceSpaces& instance();

  /// Returns true so that a static object can be initialised with it.
  bool add(Memory kind, MakeDeviceSpace make);
  /// Made when first asked for, so that a program which needs no device touches none. Null where
  /// none of the kind is linked.
  DeviceSpace* find(Memory kind);
  /// Ends all.
  void release() { made_.clear(); }

 private:
  struct Known {
    Memory kind;
    MakeDeviceSpace make;
  };
  std::vector<Known> known_;
  std::vector<std::unique_ptr<DeviceSpace>> made_;
};

}  // namespace fftbench

#define FFTBENCH_REGISTER_DEVICE_SPACE(kind, Class)                                            \
  namespace {                                                                                  \
  [[maybe_unused]] const bool registered_##Class = ::fftbench::DeviceSpaces::instance().add(   \
      kind,                                                                                    \
      []() -> std::unique_ptr<::fftbench::DeviceSpace> { return std::make_unique<Class>(); }); \
  }
