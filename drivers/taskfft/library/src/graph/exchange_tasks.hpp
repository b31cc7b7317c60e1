#pragma once
/// The tasks of exchanges.

#include "graph/steps.hpp"

namespace taskfft {

/// Adds the tasks by which blocks leave and arrive to the graph of one direction.
class ExchangeTasks {
 public:
  ExchangeTasks(const Route& route, Exchange exchange, Placement placement, StepBuilder& graph)
      : route_(route), exchange_(exchange), placement_(placement), graph_(graph) {}

  /// Receives, or waits for what is read in place. Adds nothing for collective exchanges, nor
  /// beyond the last exchange.
  void add_arrivals(int exchange);
  /// Before the first write to a shared send buffer: waits until nobody reads it any more.
  void add_reclaim(int exchange);
  /// Sends a message group, or lets it be read.
  void add_departures(int exchange, int group);
  /// After the last read: tells the owners that they may write again.
  void add_releases(int exchange);

 private:
  const ExchangeRoute& at(int exchange) const {
    return route_.exchanges[static_cast<std::size_t>(exchange)];
  }
  Region departing(int exchange, const Block& block) const;
  void add_arrival(int exchange, const Block& block);
  void add_publish(int exchange, int group);
  void add_sends(int exchange, int group);
  void limit_sends(int exchange, const Block& block);
  void add_collective(int exchange, int group);
  void access_group(int exchange, int group);

  const Route& route_;
  Exchange exchange_;
  Placement placement_;
  StepBuilder& graph_;
};

}  // namespace taskfft
