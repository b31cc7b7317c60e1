#pragma once
/// How the blocks of one exchange come to their ranks.

#include <mpi.h>

#include <functional>
#include <vector>

#include "device/backend.hpp"
#include "device/progress.hpp"
#include "device/steps.hpp"

namespace taskfft {

/// What a carrier works with. Pointers are given before each run.
struct CarrierContext {
  Backend& backend;
  Progress& progress;
  const DeviceExchangeSteps& steps;
  MPI_Comm comm;
  int number;  ///< of the exchange in its direction
  std::size_t real_bytes;
  std::size_t element_bytes() const { return 2 * real_bytes; }
};

/// One exchange of one direction. A group that departs is on its way to all peers; one has landed
/// when all its blocks have been queued to lie in the next stage's array.
class Carrier {
 public:
  using Landed = std::function<void(int group, Event event)>;

  Carrier(const CarrierContext& context, Landed landed);
  Carrier(const Carrier&) = delete;
  Carrier& operator=(const Carrier&) = delete;
  virtual ~Carrier() = default;

  /// Of a run: where blocks leave and where they shall lie.
  void begin(const std::byte* from, std::byte* to);
  /// A group's lines are in the first array once `ready` is done.
  void depart(int group, Event ready);

 protected:
  const DeviceExchangeSteps& steps() const { return context_.steps; }
  const CarrierContext& context() const { return context_; }
  const std::byte* from() const { return from_; }
  std::byte* to() const { return to_; }
  std::byte* place(const DeviceBlock& block) const { return at(to_, block.array); }
  template <class Byte>
  Byte* at(Byte* array, Index elements) const {
    return array + static_cast<std::size_t>(elements) * context_.element_bytes();
  }
  int tag(int group) const { return context_.number * (steps().groups + 1) + group; }
  /// Tells the peers that read my array when they have done so.
  int closing_tag() const { return tag(steps().groups); }

  /// Calls back when the blocks of a group for others are ready to be taken.
  virtual void send(int group, Event ready) = 0;
  /// Receives what tells that a peer's block can be taken.
  virtual MPI_Request expect(int group, int peer) = 0;
  /// Queues the block to where it shall lie, in Stream::incoming.
  virtual void take(int group, int peer) = 0;
  virtual void open() {}
  virtual void close() {}  ///< all groups are there, on the device

 private:
  void arrived(int group);

  CarrierContext context_;
  Landed landed_;
  std::vector<Event> events_;  ///< by group: it has landed
  std::vector<int> missing_;   ///< by group
  int groups_missing_ = 0;
  const std::byte* from_ = nullptr;
  std::byte* to_ = nullptr;
};

/// By messages. What is sent is packed on the device; staged, it goes through the host's memory.
class MessageCarrier final : public Carrier {
 public:
  struct Buffers {
    std::byte* send;
    std::byte* receive;
    std::byte* host_send = nullptr;  ///< staged
    std::byte* host_receive = nullptr;
    bool staged() const { return host_send != nullptr; }
  };
  MessageCarrier(const CarrierContext& context, const Buffers& buffers, Landed landed);

 private:
  void send(int group, Event ready) override;
  MPI_Request expect(int group, int peer) override;
  void take(int group, int peer) override;
  void copy_group_to_host(int group);
  void post_sends(int group);

  Buffers buffers_;
  std::vector<Event> packed_;  ///< by group
};

/// By reading the peers' arrays in place. Messages without contents say what is ready, and what has
/// been read.
class PeerCarrier final : public Carrier {
 public:
  /// `arrays`: by rank of the exchange, the one that its blocks leave.
  PeerCarrier(const CarrierContext& context, std::vector<const std::byte*> arrays, Landed landed);

 private:
  void open() override;
  void send(int group, Event ready) override;
  MPI_Request expect(int group, int peer) override;
  void take(int group, int peer) override;
  void close() override;
  MPI_Request notify(int peer, int tag) const;
  MPI_Request listen(int peer, int tag) const;

  std::vector<const std::byte*> arrays_;
};

}  // namespace taskfft
