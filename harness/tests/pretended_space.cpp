#include "pretended_space.hpp"

#include <fmt/core.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fftbench/driver.hpp>
#include <fftbench/error.hpp>
#include <sstream>
#include <utility>

#include "gpu/strided.hpp"

namespace fftbench {
namespace {

constexpr std::size_t guard = 4096;  ///< a page before and one behind
constexpr int mark = 0x5A;

std::string asked() {
  const char* const value = std::getenv("FFTBENCH_PRETENDED");
  return value ? value : "P0,P1";
}

std::vector<std::string> parts(const std::string& text, char between) {
  std::istringstream stream(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(stream, part, between);) parts.push_back(part);
  return parts;
}

/// Whole pages, guard zones included.
std::size_t whole(std::size_t bytes) {
  return (bytes + 2 * guard + guard - 1) / guard * guard;
}

std::byte* start_of(const void* array) {
  return static_cast<std::byte*>(const_cast<void*>(array)) - guard;
}

template <class Element>
std::complex<double> sum_of(const gpu::Strided& array, void* data, double factor) {
  constexpr std::int64_t threads = 12;
  std::complex<double> sum = 0;
  for (std::int64_t thread = 0; thread < threads; ++thread) {
    const auto part =
        gpu::sum_of_thread(array, static_cast<Element*>(data), thread, threads, factor);
    sum += std::complex<double>(part.re, part.im);
  }
  return sum;
}

class PretendedStopwatch final : public DeviceStopwatch {
 public:
  explicit PretendedStopwatch(PretendedSpace& space) : space_(space) {}
  void start() override {
    space_.give([this] { start_ = Clock::now(); });
  }
  void stop() override {
    space_.give([this] { stop_ = Clock::now(); });
  }
  double seconds() const override { return std::chrono::duration<double>(stop_ - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  PretendedSpace& space_;
  Clock::time_point start_, stop_;
};

}  // namespace

std::vector<std::string> PretendedSpace::ids() {
  expect_there();
  if (asked() == "none") throw Error("there is no pretended device");
  const std::vector<std::string> lists = parts(asked(), ';');
  const auto rank = static_cast<std::size_t>(rank_in(MPI_COMM_WORLD));
  return parts(lists[rank % lists.size()], ',');
}

void PretendedSpace::use(int device) {
  if (asked() == "other architecture") throw Error("built for another architecture");
  id_ = ids().at(static_cast<std::size_t>(device));
}

DeviceIdentity PretendedSpace::identity() const {
  return {"pretended", id_, "1", "2", memory / 1e6};
}

void* PretendedSpace::allocate(std::size_t bytes) {
  expect_there();
  if (taken_ + bytes > memory) {
    throw Error(fmt::format("no memory on the device for an array of {} MB: {} MB are free",
                            bytes / 1'000'000, (memory - taken_) / 1'000'000));
  }
  void* const start =
      mmap(nullptr, whole(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) throw Error("no memory to pretend with");
  std::byte* const array = static_cast<std::byte*>(start) + guard;
  std::memset(start, mark, guard);
  std::memset(array + bytes, mark, whole(bytes) - guard - bytes);
  sizes_[array] = bytes;
  taken_ += bytes;
  protect(PROT_NONE);
  return array;
}

bool PretendedSpace::intact(const void* array) {
  expect_idle("guard zones are looked at");
  bool intact = true;
  open([&] {
    const std::byte* const start = start_of(array);
    const auto marked = [](const std::byte* from, const std::byte* to) {
      return std::all_of(from, to, [](std::byte byte) { return byte == std::byte{mark}; });
    };
    const std::size_t bytes = sizes_.at(array);
    intact = marked(start, start + guard) && marked(start + guard + bytes, start + whole(bytes));
  });
  return intact;
}

void PretendedSpace::release(void* array) noexcept {
  if (!array) return;
  const std::size_t bytes = sizes_.at(array);
  taken_ -= bytes;
  sizes_.erase(array);
  munmap(start_of(array), whole(bytes));
}

void PretendedSpace::copy_in(void* array, std::size_t offset, const void* host, std::size_t bytes) {
  expect_idle("an array is written");
  open([&] { std::memcpy(static_cast<std::byte*>(array) + offset, host, bytes); });
}

void PretendedSpace::copy_out(void* host, const void* array, std::size_t offset,
                              std::size_t bytes) {
  expect_idle("an array is read");
  if (broken_) throw Error("a copy to the host failed");
  open([&] { std::memcpy(host, static_cast<const std::byte*>(array) + offset, bytes); });
}

void PretendedSpace::synchronise() {
  try {
    for (; !queue_.empty(); queue_.pop_front()) open(queue_.front());
  } catch (...) {
    queue_.clear();  // what came after is not done either
    protect(PROT_NONE);
    throw;
  }
  expect_there();
}

std::optional<std::complex<double>> PretendedSpace::weighted_sum(const DeviceArray& array,
                                                                 const AxisFactors& weights,
                                                                 double factor) {
  expect_idle("a sum is taken");
  const gpu::Prepared prepared(array.layout, weights);
  std::complex<double> sum;
  open([&] {
    using gpu::Pair;
    const bool single = array.precision == Precision::single_;
    const auto of = array.complex ? (single ? sum_of<Pair<float>> : sum_of<Pair<double>>)
                                  : (single ? sum_of<float> : sum_of<double>);
    sum = of(prepared.array, array.data, factor);
  });
  return sum;
}

std::unique_ptr<DeviceStopwatch> PretendedSpace::stopwatch() {
  return std::make_unique<PretendedStopwatch>(*this);
}

std::optional<DeviceSpace::Transfers> PretendedSpace::transfers() {
  return std::exchange(moved_, {});
}

void PretendedSpace::move(const Transfers& moved) {
  moved_.to_device += moved.to_device;
  moved_.to_host += moved.to_host;
}

void PretendedSpace::protect(int how) const {
  for (const auto& [array, bytes] : sizes_) mprotect(start_of(array), whole(bytes), how);
}

void PretendedSpace::open(const std::function<void()>& work) {
  protect(PROT_READ | PROT_WRITE);
  work();
  protect(PROT_NONE);
}

void PretendedSpace::expect_there() const {
  if (lost_) throw Error("the device is lost");
}

/// A device's copies need not wait for what a library queued elsewhere: whoever copies must.
void PretendedSpace::expect_idle(const char* what) const {
  if (!queue_.empty()) throw Error(fmt::format("{} before the device is done", what));
}

}  // namespace fftbench

using fftbench::PretendedSpace;
FFTBENCH_REGISTER_DEVICE_SPACE(fftbench::Memory::hip, PretendedSpace)
