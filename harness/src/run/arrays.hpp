#pragma once
/// The two arrays of a case.

#include <mpi.h>

#include <fftbench/driver.hpp>
#include <optional>
#include <string>

#include "support/device_memory.hpp"
#include "support/guarded_memory.hpp"

namespace fftbench {

/// The library's own arrays, or the harness's between guard zones; the same one twice in place.
class Arrays {
 public:
  struct Bytes {
    std::size_t input, output;
  };

  Arrays() = default;
  /// On the device whose memory `space` is; null for the host, where pages that nobody has touched
  /// come to lie beside the `threads` that will transform them.
  Arrays(const Buffers& of_library, Bytes bytes, DeviceSpace* space, int threads);
  /// The same; throws Error where there is not enough memory.
  Arrays(Bytes bytes, bool in_place, DeviceSpace* space, int threads);

  const Buffers& buffers() const { return buffers_; }
  /// Why arrays of the library's own on the host, of so many bytes here, are not placed as the
  /// problem has it; nothing where they are. Collective, and the same on every rank.
  std::optional<std::string> misplaced(const Bytes& bytes, bool in_place, MPI_Comm comm) const;
  /// The array that some rank wrote beside, in words; nothing where that is none, or where they are
  /// the library's own. Collective.
  std::optional<std::string> written_beside(MPI_Comm comm) const;

 private:
  /// On the host or on a device; on neither where there is none.
  struct Allocation {
    GuardedMemory on_host;
    DeviceMemory on_device;

    void* data() const { return on_device.data() != nullptr ? on_device.data() : on_host.data(); }
    bool intact() const { return on_host.intact() && on_device.intact(); }
  };
  static Allocation allocate(std::size_t bytes, DeviceSpace* space, int threads);

  bool in_place_ = false;
  Allocation input_, output_;
  Buffers buffers_;
};

}  // namespace fftbench
