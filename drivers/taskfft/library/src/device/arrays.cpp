#include "device/arrays.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "device/machine.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

constexpr std::size_t kAlignment = 512;
// Devices share memory by so much at least: less would carry other allocations with it.
constexpr std::size_t kShared = std::size_t{2} << 20U;
constexpr std::size_t kMostArrays = 8;

std::size_t round_up(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

/// What a rank tells the others of its arrays.
struct Offer {
  std::uint64_t machine = 0;
  Ticket ticket{};
  std::array<std::uint64_t, kMostArrays> offsets{};
};

Offer make_offer(Backend& backend, const ArrayMemory& mine) {
  if (mine.offsets().size() > kMostArrays) throw Error("too many arrays to share");
  Offer offer;
  offer.machine = std::hash<std::string>()(machine_identity());
  offer.ticket = backend.ticket(mine.memory());
  std::copy(mine.offsets().begin(), mine.offsets().end(), offer.offsets.begin());
  return offer;
}

/// Collective: does a step on all ranks; false with the first failing rank's words where it throws.
template <class Step>
bool succeeds(const Communicator& all, std::string& reason, Step step) {
  try {
    on_all_ranks(all, "memory of other ranks", step);
  } catch (const MpiError&) {
    throw;
  } catch (const Error& error) {
    reason = error.what();
    return false;
  }
  return true;
}

}  // namespace

ArrayMemory::ArrayMemory(Backend& backend, Allocate allocate,
                         const std::vector<std::size_t>& bytes) {
  for (const std::size_t each : bytes) {
    offsets_.push_back(bytes_);
    bytes_ += round_up(each, kAlignment);
  }
  bytes_ = std::max(kShared, round_up(bytes_, kShared));
  memory_ = (backend.*allocate)(bytes_);
}

std::byte* ArrayMemory::array(std::size_t number) const {
  return memory_.get() + offsets_.at(number);
}

std::optional<PeerArrays> PeerArrays::open(const Communicator& all, Backend& backend,
                                           const ArrayMemory& mine, const std::vector<bool>& needed,
                                           std::string& reason) {
  Offer offer;
  if (!succeeds(all, reason, [&] { offer = make_offer(backend, mine); })) return std::nullopt;
  std::vector<Offer> offers(needed.size());
  check_mpi(MPI_Allgather(&offer, sizeof(offer), MPI_BYTE, offers.data(), sizeof(offer), MPI_BYTE,
                          all.get()),
            "exchanging the tickets of device memory");
  PeerArrays peers;
  const bool opened = succeeds(all, reason, [&] {
    for (std::size_t rank = 0; rank < offers.size(); ++rank) {
      const Offer& theirs = offers[rank];
      peers.offsets_.emplace_back(theirs.offsets.begin(), theirs.offsets.end());
      peers.memories_.emplace_back();
      if (!needed[rank]) continue;
      if (theirs.machine != offer.machine) {
        throw Error("rank " + std::to_string(rank) +
                    " is on another machine, or in a container with process numbers of its own");
      }
      peers.memories_.back() = backend.open(theirs.ticket);
    }
  });
  if (!opened) return std::nullopt;
  return peers;
}

const std::byte* PeerArrays::array(int rank, std::size_t number) const {
  const auto r = static_cast<std::size_t>(rank);
  return memories_[r].get() + offsets_[r].at(number);
}

}  // namespace taskfft
