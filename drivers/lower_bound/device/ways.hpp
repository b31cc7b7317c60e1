#pragma once
/// The work that bounds a transform on a device, in each way that it can be done.

#include <fftbench/driver.hpp>
#include <memory>
#include <vector>

#include "../ways.hpp"

namespace fftbench::lower_bound::device {

/// A number in the device's memory, for what nobody asks for.
class Sink {
 public:
  Sink();
  unsigned* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(unsigned* data) const;
  };
  std::unique_ptr<unsigned, Free> data_;
};

/// As ways_through_memory and ways_to_compute of the host; `sink` must live as long as the ways.
std::vector<Way> ways_through_memory(const Request& request, const Buffers& buffers, int ranks,
                                     const Sink& sink);
std::vector<Way> ways_to_compute(const Request& request, int ranks, const Sink& sink);

/// Waits for the device.
void finish();

}  // namespace fftbench::lower_bound::device
