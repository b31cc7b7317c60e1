#pragma once
/// A device without hardware: memory that nobody reaches but through the space's own copies and the
/// work that it was given, which it does when somebody waits for it. Whatever reads or writes an
/// array otherwise crashes. It goes by the name of hip.

#include <deque>
#include <fftbench/device.hpp>
#include <functional>
#include <map>

namespace fftbench {

/// FFTBENCH_PRETENDED, which tests set: "none", "other architecture", or the devices that ranks
/// see, each rank the next list in turn: "P0,P1", or "P0,P1;P2,P3".
class PretendedSpace final : public DeviceSpace {
 public:
  static constexpr std::size_t memory = 1'000'000'000;  ///< bytes of each device

  Memory kind() const override { return Memory::hip; }
  std::vector<std::string> ids() override;
  void use(int device) override;
  DeviceIdentity identity() const override;
  void* allocate(std::size_t bytes) override;
  bool intact(const void* array) override;
  void release(void* array) noexcept override;
  void copy_in(void* array, std::size_t offset, const void* host, std::size_t bytes) override;
  void copy_out(void* host, const void* array, std::size_t offset, std::size_t bytes) override;
  void synchronise() override;
  std::optional<std::complex<double>> weighted_sum(const DeviceArray& array,
                                                   const AxisFactors& weights,
                                                   double factor) override;
  std::optional<std::size_t> free_bytes() override { return memory - taken_; }
  std::unique_ptr<DeviceStopwatch> stopwatch() override;
  std::optional<double> energy() override { return energy_ += 5.0; }
  std::optional<Transfers> transfers() override;

  /// To be done in its turn, once somebody waits; all arrays are open to it.
  void give(std::function<void()> work) { queue_.push_back(std::move(work)); }
  /// From now on copies to the host fail.
  void break_copies() { broken_ = true; }
  /// From now on nothing is done for this process.
  void lose() { lost_ = true; }
  /// Counted, as if a library had moved so much.
  void move(const Transfers& moved);

 private:
  void protect(int how) const;
  void open(const std::function<void()>& work);
  void expect_idle(const char* what) const;
  void expect_there() const;

  std::string id_;
  std::size_t taken_ = 0;
  double energy_ = 0.0;
  bool broken_ = false;
  bool lost_ = false;
  Transfers moved_;
  std::map<const void*, std::size_t> sizes_;  ///< of the arrays that live, in bytes
  std::deque<std::function<void()>> queue_;
};

}  // namespace fftbench
