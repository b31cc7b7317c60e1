#pragma once
/// One direction of a plan on a device, at work.

#include <memory>
#include <vector>

#include "device/carrier.hpp"

namespace taskfft {

/// Makes the carrier of exchange `number` of a direction.
using MakeCarrier = std::function<std::unique_ptr<Carrier>(const DeviceExchangeSteps& steps,
                                                           int number, Carrier::Landed landed)>;

/// The plan's own arrays, by stage.
using WorkArrays = std::vector<std::byte*>;

/// Queues each part of a stage as soon as what it needs has been queued before it.
class DeviceDirection {
 public:
  DeviceDirection(DeviceSteps steps, const Problem& problem, Backend& backend, Progress& progress);
  DeviceDirection(const DeviceDirection&) = delete;
  DeviceDirection& operator=(const DeviceDirection&) = delete;

  const DeviceSteps& steps() const { return steps_; }
  void connect(const WorkArrays& work, const MakeCarrier& make_carrier);
  /// Plans the batches.
  void plan();
  /// Transforms `from` into `to`.
  void run(std::byte* from, std::byte* to);

 private:
  struct Part {
    BatchPlan plan = 0;
    Event done = 0;
  };

  std::byte* memory(const StageArray& array) const;
  std::byte* at(const StageArray& array, Index offset) const;
  void begin();
  void queue(std::size_t stage, std::size_t part);
  void depart(std::size_t stage, std::size_t part);
  void landed(std::size_t exchange, int group, Event event);

  DeviceSteps steps_;
  bool in_place_;
  std::size_t real_bytes_;
  Backend& backend_;
  Progress& progress_;
  WorkArrays work_;
  std::vector<std::unique_ptr<Carrier>> carriers_;  ///< by exchange
  std::vector<std::vector<Part>> parts_;            ///< by stage
  std::vector<int> groups_missing_;                 ///< by exchange
  Event begun_;
  std::byte* from_ = nullptr;
  std::byte* to_ = nullptr;
};

}  // namespace taskfft
