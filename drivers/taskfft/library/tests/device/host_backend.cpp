#include "host_backend.hpp"

#include <fftw3.h>
#include <sys/mman.h>
#include <unistd.h>

#include <complex>
#include <cstring>
#include <memory>

#include "exchange/shared_memory.hpp"
#include "support/file.hpp"
#include "taskfft/error.hpp"

namespace taskfft::testing_support {
namespace {

/// FFTW's two libraries under one name each.
template <class Real>
struct Fftw;
template <>
struct Fftw<double> {
  using Complex = fftw_complex;
  static constexpr auto dft = fftw_plan_many_dft;
  static constexpr auto r2c = fftw_plan_many_dft_r2c;
  static constexpr auto c2r = fftw_plan_many_dft_c2r;
  static constexpr auto execute = fftw_execute;
  static constexpr auto destroy = fftw_destroy_plan;
};
template <>
struct Fftw<float> {
  using Complex = fftwf_complex;
  static constexpr auto dft = fftwf_plan_many_dft;
  static constexpr auto r2c = fftwf_plan_many_dft_r2c;
  static constexpr auto c2r = fftwf_plan_many_dft_c2r;
  static constexpr auto execute = fftwf_execute;
  static constexpr auto destroy = fftwf_destroy_plan;
};

template <class Real>
void execute(const LineBatch& b, void* from, void* to) {
  using F = Fftw<Real>;
  using Complex = typename F::Complex;
  const std::array<int, 2> n{static_cast<int>(b.lengths[0]), static_cast<int>(b.lengths[1])};
  const std::array<int, 2> in{n[0], static_cast<int>(b.from.row)};
  const std::array<int, 2> out{n[0], static_cast<int>(b.to.row)};
  const int count = static_cast<int>(b.count);
  const int from_step = static_cast<int>(b.from.step);
  const int to_step = static_cast<int>(b.to.step);
  const auto plan = [&] {
    constexpr unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
    auto* const complex_from = static_cast<Complex*>(from);
    auto* const complex_to = static_cast<Complex*>(to);
    if (b.kind == BatchKind::real_to_complex) {
      return F::r2c(b.dims, n.data(), count, static_cast<Real*>(from), in.data(), 1, from_step,
                    complex_to, out.data(), 1, to_step, flags);
    }
    if (b.kind == BatchKind::complex_to_real) {
      return F::c2r(b.dims, n.data(), count, complex_from, in.data(), 1, from_step,
                    static_cast<Real*>(to), out.data(), 1, to_step, flags);
    }
    const int sign = b.kind == BatchKind::forward ? FFTW_FORWARD : FFTW_BACKWARD;
    return F::dft(b.dims, n.data(), count, complex_from, in.data(), 1, from_step, complex_to,
                  out.data(), 1, to_step, sign, flags);
  }();
  if (plan == nullptr) throw Error("FFTW makes no plan of this batch");
  F::execute(plan);
  F::destroy(plan);
}

template <class Element>
void copy_tiles(const BoxCopy& copy, const Element* from, Element* to) {
  TileMemory<Element> memory;
  const auto each_thread = [](auto function) {
    for (int y = 0; y < kTileRows; ++y) {
      for (int x = 0; x < kTile; ++x) function(x, y);
    }
  };
  for (std::int64_t tile = 0; tile < tiles_of(copy); ++tile) {
    const TilePlace place = tile_place(copy, tile);
    if (!copy.transposes) {
      each_thread([&](int x, int y) { move_tile(copy, place, x, y, from, to); });
      continue;
    }
    each_thread([&](int x, int y) { load_tile(copy, place, x, y, from, memory); });
    each_thread([&](int x, int y) { store_tile(copy, place, x, y, memory, to); });
  }
}

/// What stands in a ticket.
struct PeerFile {
  std::int64_t process;
  std::int64_t file;
  std::int64_t bytes;
};

Memory mapped(int file, std::size_t bytes, const std::function<void(std::byte*)>& before_end) {
  const auto mapping = std::make_shared<Mapping>(file, bytes);
  return {mapping->get(), [mapping, before_end](std::byte* memory) { before_end(memory); }};
}

}  // namespace

void copy_on_host(const BoxCopy& copy, std::size_t element_bytes, const void* from, void* to) {
  if (element_bytes == sizeof(std::complex<double>)) {
    copy_tiles(copy, static_cast<const std::complex<double>*>(from),
               static_cast<std::complex<double>*>(to));
  } else {
    copy_tiles(copy, static_cast<const std::complex<float>*>(from),
               static_cast<std::complex<float>*>(to));
  }
}

void HostBackend::check_array(const std::string& name, const void* array) {
  if (array == nullptr) throw ArgumentError(name + " is a null pointer");
}

/// A file without a name, which other processes find by its number. Not a number at first, whatever
/// the precision: what is read before it is written shows.
Memory HostBackend::device_memory(std::size_t bytes) {
  const int file = memfd_create("taskfft_test", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) {
    throw ResourceError("no memory of " + std::to_string(bytes) + " bytes");
  }
  Memory memory = mapped(file, bytes, [this, file](std::byte* begin) {
    files_.erase(begin);
    close(file);
  });
  std::memset(memory.get(), 0xff, bytes);
  files_[memory.get()] = file;
  return memory;
}

Memory HostBackend::host_memory(std::size_t bytes) {
  return device_memory(bytes);
}

BatchPlan HostBackend::plan(const LineBatch& batch) {
  plans_.push_back(batch);
  return static_cast<BatchPlan>(plans_.size()) - 1;
}

Event HostBackend::make_event() {
  marks_.emplace_back();
  return static_cast<Event>(marks_.size()) - 1;
}

void HostBackend::transform(BatchPlan plan, const void* from, void* to) {
  const LineBatch batch = plans_.at(static_cast<std::size_t>(plan));
  void* const source = const_cast<void*>(from);
  push(Stream::compute, {[batch, source, to] {
         if (batch.precision == Precision::float64) {
           execute<double>(batch, source, to);
         } else {
           execute<float>(batch, source, to);
         }
       }});
}

void HostBackend::copy_box(Stream stream, const BoxCopy& copy, std::size_t element_bytes,
                           const void* from, void* to) {
  push(stream, {[=] { copy_on_host(copy, element_bytes, from, to); }});
}

void HostBackend::to_host(Stream stream, const void* device, void* host, std::size_t bytes) {
  push(stream, {[=] { std::memcpy(host, device, bytes); }});
}

void HostBackend::to_device(Stream stream, const void* host, void* device, std::size_t bytes) {
  to_host(stream, host, device, bytes);
}

void HostBackend::record(Event event, Stream stream) {
  const auto index = static_cast<std::size_t>(event);
  const int times = ++marks_.at(index).recorded;
  push(stream, {[this, index, times] { marks_[index].reached = times; }});
}

void HostBackend::wait(Stream stream, Event event) {
  push(stream, {{}, event, marks_.at(static_cast<std::size_t>(event)).recorded});
}

bool HostBackend::done(Event event) {
  run_one();
  const Mark& mark = marks_.at(static_cast<std::size_t>(event));
  return mark.reached == mark.recorded;
}

void HostBackend::finish() noexcept {
  while (run_one()) {
  }
}

Ticket HostBackend::ticket(const Memory& memory) {
  const int file = files_.at(memory.get());
  const PeerFile mine{getpid(), file, lseek(file, 0, SEEK_END)};
  Ticket ticket{};
  std::memcpy(ticket.data(), &mine, sizeof(mine));
  return ticket;
}

Memory HostBackend::open(const Ticket& ticket) {
  PeerFile theirs{};
  std::memcpy(&theirs, ticket.data(), sizeof(theirs));
  const File file(open_through_proc(theirs.process, theirs.file));
  return mapped(file.number(), static_cast<std::size_t>(theirs.bytes), [](std::byte*) {});
}

void HostBackend::push(Stream stream, Step step) {
  queues_.at(static_cast<std::size_t>(stream)).push_back(std::move(step));
}

bool HostBackend::can_run(const std::deque<Step>& queue) const {
  if (queue.empty()) return false;
  const Step& next = queue.front();
  return next.awaited < 0 || marks_[static_cast<std::size_t>(next.awaited)].reached >= next.times;
}

bool HostBackend::run_one() {
  const std::size_t first = random_() % kStreams;
  for (std::size_t k = 0; k < kStreams; ++k) {
    std::deque<Step>& queue = queues_[(first + k) % kStreams];
    if (!can_run(queue)) continue;
    const Step step = std::move(queue.front());
    queue.pop_front();
    if (step.work) step.work();
    return true;
  }
  return false;
}

}  // namespace taskfft::testing_support
