#include "device/engine.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "engine/array_checks.hpp"
#include "taskfft/arguments.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

/// The options of a plan on the host that say the same, as far as they can.
Options host_options(const DeviceOptions& options) {
  Options same;
  same.grid = options.grid;
  same.order = options.order;
  return same;
}

Communicator duplicate_checked_for_device(const Problem& problem, const DeviceOptions& options,
                                          MPI_Comm comm) {
  Communicator all = duplicate_checked(problem, host_options(options), comm);
  const auto rest = 16 * static_cast<std::uint64_t>(options.chunks) +
                    static_cast<std::uint64_t>(options.exchange);
  if (!same_everywhere(all, rest)) {
    throw ArgumentError("exchange or chunks differ between ranks: pass the same ones everywhere");
  }
  check_device_arguments(problem, options, all.size());
  return all;
}

/// Enough pieces to overlap, each enough work for a device.
int fitting_chunks(const Geometry& g, std::size_t complex_bytes, int ranks) {
  if (ranks == 1) return 1;
  constexpr Index piece = 16 << 20;  // bytes
  constexpr Index most = 8;
  const Index bytes = g.points() / ranks * static_cast<Index>(complex_bytes);
  return static_cast<int>(std::clamp(bytes / piece, Index{1}, most));
}

std::size_t bytes_of(Index elements, std::size_t each) {
  return static_cast<std::size_t>(elements) * each;
}

/// By number, the larger of two lists.
void grow(std::vector<std::size_t>& sizes, std::size_t number, std::size_t bytes) {
  if (sizes.size() <= number) sizes.resize(number + 1);
  sizes[number] = std::max(sizes[number], bytes);
}

/// MPI counts by int.
void check_counts(const DeviceSteps& steps) {
  for (const DeviceExchangeSteps& exchange : steps.exchanges) {
    for (const DeviceBlock& block : exchange.departing) {
      if (block.count <= std::numeric_limits<int>::max()) continue;
      throw ArgumentError("a block of " + std::to_string(block.count) +
                          " elements is more than MPI counts: choose more chunks or exchange ipc");
    }
  }
}

}  // namespace

DeviceEngine::DeviceEngine(const Problem& problem, const DeviceOptions& options, MPI_Comm comm,
                           const std::function<Device()>& open_device)
    : problem_(problem) {
  Communicator all = duplicate_checked_for_device(problem, options, comm);
  effective_.options = options;
  if (options.grid == Grid{0, 0, 0}) effective_.options.grid = choose_grid(problem, all.size());
  geometry_ = make_geometry(problem, effective_.options.grid, all.rank());
  layouts_ = make_layouts(geometry_, problem.placement, options.order);
  effective_.decomposition = geometry_.slab() ? "slab" : "pencil";
  int& chunks = effective_.options.chunks;
  if (chunks == 0) chunks = fitting_chunks(geometry_, complex_bytes(), all.size());
  communicators_ =
      make_communicators(std::move(all), geometry_, {Comm::column, Comm::row, Comm::depth});
  alarm_.emplace(communicators_.messages);
  on_all_ranks(communicators_.all, "a device", [&] {
    device_ = open_device();
    progress_.emplace(*device_.backend, *alarm_);
    for (auto* const direction : {&forward_, &backward_}) {
      direction->emplace(
          make_device_steps(geometry_, problem_, options.order, chunks, direction == &forward_),
          problem_, *device_.backend, *progress_);
    }
  });
  allocate(device_.mpi_obstacle);
}

DeviceEngine::~DeviceEngine() {
  if (!progress_) return;
  progress_->cancel();
  device_.backend->finish();
  if (!mpi_runs()) return;  // all ranks have come to its end
  MPI_Barrier(communicators_.all.get());
  peers_.reset();
  MPI_Barrier(communicators_.all.get());
  if (!dead_) return;
  backward_.reset();  // all that listens there
  forward_.reset();
  progress_.reset();
  alarm_.reset();
  communicators_.keep();
}

void DeviceEngine::allocate(const std::string& mpi_obstacle) {
  std::vector<std::size_t> sizes;
  for (const auto* const direction : {&*forward_, &*backward_}) {
    const std::vector<Index>& work = direction->steps().work;
    for (std::size_t k = 0; k < work.size(); ++k)
      grow(sizes, k, bytes_of(work[k], complex_bytes()));
  }
  on_all_ranks(communicators_.all, "the work arrays",
               [&] { work_ = ArrayMemory(*device_.backend, &Backend::device_memory, sizes); });
  effective_.options.exchange = possible_exchange(mpi_obstacle);
  if (effective_.options.exchange != DeviceExchange::ipc) allocate_buffers();
  on_all_ranks(communicators_.all, "the exchanges", [&] {
    connect(*forward_);
    connect(*backward_);
  });
  effective_.device_bytes = work_.bytes() + device_buffers_.bytes();
  effective_.host_bytes = host_buffers_.bytes();
}

/// As asked for, or what comes next where that can't be done, with a note.
DeviceExchange DeviceEngine::possible_exchange(const std::string& mpi_obstacle) {
  const DeviceExchange wanted = effective_.options.exchange;
  std::string obstacle;
  if (wanted == DeviceExchange::automatic || wanted == DeviceExchange::ipc) {
    open_peers(obstacle);
    if (peers_) return DeviceExchange::ipc;
  }
  const bool aware = maximum(communicators_.all, Index{mpi_obstacle.empty() ? 0 : 1}) == 0;
  if (wanted == DeviceExchange::mpi && !aware) throw ArgumentError("exchange mpi: " + mpi_obstacle);
  const bool staged = wanted == DeviceExchange::staged || !aware;
  const DeviceExchange possible = staged ? DeviceExchange::staged : DeviceExchange::mpi;
  if (!obstacle.empty()) {
    effective_.notes.push_back("exchange ipc is not possible, " + std::string(name(possible)) +
                               " is used instead: " + obstacle);
  }
  return possible;
}

/// Of all ranks with which this one exchanges.
void DeviceEngine::open_peers(std::string& reason) {
  const Communicator& all = communicators_.all;
  std::vector<bool> needed(static_cast<std::size_t>(all.size()), false);
  for (const Communicator& part : communicators_.parts) {
    for (const int rank : ranks_in(part, all)) needed[static_cast<std::size_t>(rank)] = true;
  }
  needed[static_cast<std::size_t>(all.rank())] = false;
  peers_ = PeerArrays::open(all, *device_.backend, work_, needed, reason);
}

void DeviceEngine::allocate_buffers() {
  std::vector<std::size_t> sizes;
  for (const auto* const direction : {&*forward_, &*backward_}) {
    const std::vector<DeviceExchangeSteps>& exchanges = direction->steps().exchanges;
    for (std::size_t e = 0; e < exchanges.size(); ++e) {
      grow(sizes, 2 * e, bytes_of(exchanges[e].send_size, complex_bytes()));
      grow(sizes, 2 * e + 1, bytes_of(exchanges[e].receive_size, complex_bytes()));
    }
  }
  on_all_ranks(communicators_.all, "the messages", [&] {
    check_counts(forward_->steps());
    check_counts(backward_->steps());
    device_buffers_ = ArrayMemory(*device_.backend, &Backend::device_memory, sizes);
    if (effective_.options.exchange != DeviceExchange::staged) return;
    host_buffers_ = ArrayMemory(*device_.backend, &Backend::host_memory, sizes);
  });
}

void DeviceEngine::connect(DeviceDirection& direction) {
  WorkArrays work;
  for (std::size_t k = 0; k < direction.steps().work.size(); ++k) work.push_back(work_.array(k));
  direction.connect(work,
                    [this](const DeviceExchangeSteps& steps, int number, Carrier::Landed landed) {
                      return make_carrier(steps, number, std::move(landed));
                    });
}

std::unique_ptr<Carrier> DeviceEngine::make_carrier(const DeviceExchangeSteps& steps, int number,
                                                    Carrier::Landed landed) {
  const Communicator& part = communicators_.parts[static_cast<std::size_t>(steps.comm)];
  const CarrierContext context{*device_.backend, *progress_, steps,
                               part.get(),       number,     real_bytes(problem_.precision)};
  const auto e = static_cast<std::size_t>(number);
  if (peers_) {
    std::vector<const std::byte*> arrays;
    for (const int rank : ranks_in(part, communicators_.all)) {
      const bool mine = rank == communicators_.all.rank();
      arrays.push_back(mine ? work_.array(e) : peers_->array(rank, e));
    }
    return std::make_unique<PeerCarrier>(context, std::move(arrays), std::move(landed));
  }
  MessageCarrier::Buffers buffers{device_buffers_.array(2 * e), device_buffers_.array(2 * e + 1)};
  if (host_buffers_.bytes() > 0) {
    buffers.host_send = host_buffers_.array(2 * e);
    buffers.host_receive = host_buffers_.array(2 * e + 1);
  }
  return std::make_unique<MessageCarrier>(context, buffers, std::move(landed));
}

void DeviceEngine::check_arrays(const void* in, const void* out) {
  if (dead_) throw Error("an earlier transform of this plan failed: destroy it and make a new one");
  const auto check = [&](const std::string& array, Index size, const void* data) {
    if (size == 0) return;
    device_.backend->check_array(array, data);
    if (reinterpret_cast<std::uintptr_t>(data) % complex_bytes() == 0) return;
    throw ArgumentError(array + " does not begin on a multiple of " +
                        std::to_string(complex_bytes()) + " bytes, as complex elements do");
  };
  check("the input", layouts_.input.size, in);
  check("the output", layouts_.output.size, out);
  taskfft::check_arrays("commit", problem_, layouts_, in, out);
}

void DeviceEngine::commit(void* in, void* out) {
  on_all_ranks(communicators_.all, "the transforms", [&] {
    check_arrays(in, out);
    forward_->plan();
    backward_->plan();
  });
  in_ = static_cast<std::byte*>(in);
  out_ = static_cast<std::byte*>(out);
  committed_ = true;
}

void DeviceEngine::run(DeviceDirection& direction, void* from, void* to) {
  if (dead_) throw Error("an earlier transform of this plan failed: destroy it and make a new one");
  check_committed(committed_);
  try {
    direction.run(static_cast<std::byte*>(from), static_cast<std::byte*>(to));
  } catch (...) {
    dead_ = true;
    progress_->cancel();
    alarm_->sound();
    throw;
  }
}

}  // namespace taskfft
