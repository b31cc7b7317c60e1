#pragma once
/// cuFFT's handles.

#include <cufft.h>

#include <fftbench/problem.hpp>
#include <memory>
#include <vector>

namespace cufft {

/// Throws fftbench::Error that names what was done and why it failed.
void expect(cufftResult result, const char* what);

/// The lengths that are transformed: cuFFT need not see axes of one point, but the last one of real
/// lines.
std::vector<long long> lengths(const fftbench::Problem& problem);

/// Memory of the device.
class WorkArea {
 public:
  explicit WorkArea(std::size_t bytes);
  void* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(void* data) const;
  };
  std::unique_ptr<void, Free> data_;
};

/// One kind of transform of the whole array, made without a work area.
class Handle {
 public:
  Handle(const std::vector<long long>& lengths, cufftType type);
  ~Handle();
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  std::size_t work_bytes() const { return work_bytes_; }
  void use(const WorkArea& area) const;
  /// Gives the device its work; `direction` matters for complex ones alone.
  void execute(void* from, void* to, int direction) const;

 private:
  cufftHandle handle_ = 0;
  cufftType type_;
  std::size_t work_bytes_ = 0;
};

}  // namespace cufft
