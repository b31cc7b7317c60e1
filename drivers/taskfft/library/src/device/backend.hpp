#pragma once
/// What a plan asks of a device. The plan's steps are written against this interface alone: CUDA's
/// implementation of it is thin, and tests run the same steps on an implementation for the host.

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "device/box_copy.hpp"
#include "device/line_batch.hpp"

namespace taskfft {

/// Queues of work: what is in one runs in its order, and queues run side by side.
enum class Stream {
  compute,   ///< transforms
  outgoing,  ///< packing, and copies to the host
  incoming,  ///< copies from the host, and unpacking
};
inline constexpr int kStreams = 3;

/// A mark in a stream, by the number that Backend::make_event() gave it.
using Event = int;

/// A transform that has been planned, by its number.
using BatchPlan = int;

/// Memory of a device, or of the host for copies to it.
using Memory = std::unique_ptr<std::byte, std::function<void(std::byte*)>>;

/// What another process needs to find memory of this one.
using Ticket = std::array<std::byte, 64>;

/// Every call throws Error where the device refuses; the message names the call. From one thread.
class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  /// Throws ArgumentError unless the device can use this memory of the caller's.
  virtual void check_array(const std::string& name, const void* array) = 0;

  /// At least one byte, aligned for every element. ResourceError where there is none.
  virtual Memory device_memory(std::size_t bytes) = 0;
  virtual Memory host_memory(std::size_t bytes) = 0;

  /// The same batch is planned once.
  virtual BatchPlan plan(const LineBatch& batch) = 0;
  virtual Event make_event() = 0;

  /// What follows only joins a stream; none waits until it is done.
  virtual void transform(BatchPlan plan, const void* from, void* to) = 0;  ///< in Stream::compute
  virtual void copy_box(Stream stream, const BoxCopy& copy, std::size_t element_bytes,
                        const void* from, void* to) = 0;
  virtual void to_host(Stream stream, const void* device, void* host, std::size_t bytes) = 0;
  virtual void to_device(Stream stream, const void* host, void* device, std::size_t bytes) = 0;
  virtual void record(Event event, Stream stream) = 0;
  /// What joins the stream from now on runs after what was recorded last.
  virtual void wait(Stream stream, Event event) = 0;

  /// Whether what was recorded last is done.
  virtual bool done(Event event) = 0;
  /// Waits for all streams; throws nothing.
  virtual void finish() noexcept = 0;

  /// Makes memory of device_memory() known to other processes of this machine, and opens theirs; it
  /// must be given back before its owner frees it.
  virtual Ticket ticket(const Memory& memory) = 0;
  virtual Memory open(const Ticket& ticket) = 0;
};

}  // namespace taskfft
