#pragma once
/// What a transform consists of at the least: passes over the data, and crossings between ranks.

namespace fftbench::contiguous_passes {

/// One of them, with the memory that it works on. Both calls are collective.
class Step {
 public:
  Step() = default;
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;
  virtual ~Step() = default;

  virtual void forward() = 0;
  /// Undoes forward, but for a factor.
  virtual void backward() = 0;
};

}  // namespace fftbench::contiguous_passes
