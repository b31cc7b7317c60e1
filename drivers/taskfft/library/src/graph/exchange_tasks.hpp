#pragma once

#include "graph/steps.hpp"

namespace taskfft {

/// The tasks by which blocks leave and arrive, in the exchanges of one direction.
class ExchangeTasks {
 public:
  ExchangeTasks(const Route& route, Exchange exchange, Placement placement, StepBuilder& graph)
      : route_(route), exchange_(exchange), placement_(placement), graph_(graph) {}

  /// Receives, or waits for what is read in place. Nothing for an exchange that there is not, or in
  /// which all ranks make a call together.
  void add_arrivals(int exchange);
  /// Before anything is written to a shared send buffer: nobody reads it any more.
  void add_reclaim(int exchange);
  /// A message group leaves.
  void add_departures(int exchange, int group);
  /// After everything has been read: the owners may write again.
  void add_releases(int exchange);

 private:
  const ExchangeRoute& at(int exchange) const {
    return route_.exchanges[static_cast<std::size_t>(exchange)];
  }
  Region departing(int exchange, const Block& block) const;
  void add_arrival(int exchange, const Block& block);
  void add_publish(int exchange, int group);
  void add_sends(int exchange, int group);
  void add_turn(int exchange, const Block& block);
  void add_collective(int exchange, int group);
  void touch_group(int exchange, int group);

  const Route& route_;
  Exchange exchange_;
  Placement placement_;
  StepBuilder& graph_;
};

}  // namespace taskfft
