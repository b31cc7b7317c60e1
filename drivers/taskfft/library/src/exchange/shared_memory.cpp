#include "exchange/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "support/file.hpp"

namespace taskfft {
namespace {

std::runtime_error failure(const std::string& doing) {
  return std::runtime_error(doing + ": " + std::strerror(errno));
}

/// By ulimit -f, which the system would otherwise answer with a signal.
bool allowed(std::size_t bytes) {
  rlimit largest{};
  return getrlimit(RLIMIT_FSIZE, &largest) != 0 || bytes <= largest.rlim_cur;
}

int make_file(std::size_t bytes) {
  const int file = memfd_create("taskfft", MFD_CLOEXEC);
  if (file < 0) throw failure("creating shared memory");
  // Reserved at once: a shortage must show here, not as a signal at the first write.
  const int error = allowed(bytes) ? posix_fallocate(file, 0, static_cast<off_t>(bytes)) : EFBIG;
  if (error != 0) {
    close(file);
    errno = error;
    throw failure("reserving " + std::to_string(bytes) + " bytes of shared memory");
  }
  return file;
}

int open_file(std::int64_t process, std::int64_t file) {
  const std::string path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(file);
  const int number = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (number < 0) throw failure("opening " + path);
  return number;
}

/// Collective: whether nobody failed; else the words of the first who did.
bool all_well(const Communicator& node, const std::string& mine, std::string& reason) {
  const int nobody = node.size();
  int first = mine.empty() ? nobody : node.rank();
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, node.get()),
            "agreeing on shared memory");
  if (first == nobody) return true;
  std::array<char, 256> words{};
  mine.copy(words.data(), words.size() - 1);
  check_mpi(MPI_Bcast(words.data(), static_cast<int>(words.size()), MPI_CHAR, first, node.get()),
            "agreeing on shared memory");
  reason = words.data();
  return false;
}

}  // namespace

Mapping::Mapping(int file, std::size_t bytes) : bytes_(bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) throw failure("mapping shared memory");
  memory_ = static_cast<std::byte*>(memory);
}

Mapping::~Mapping() {
  if (memory_ != nullptr) munmap(memory_, bytes_);
}

Mapping::Mapping(Mapping&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), bytes_(other.bytes_) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

std::optional<SharedMemory> SharedMemory::create(const Communicator& node, std::size_t bytes,
                                                 std::string& reason) {
  SharedMemory shared;
  std::string mine;
  std::optional<File> file;
  try {
    file.emplace(make_file(bytes));
  } catch (const std::runtime_error& error) {
    mine = error.what();
  }
  if (!all_well(node, mine, reason)) return std::nullopt;
  const std::array<std::int64_t, 3> own{getpid(), file->number(), static_cast<std::int64_t>(bytes)};
  std::vector<std::int64_t> all(own.size() * static_cast<std::size_t>(node.size()));
  check_mpi(MPI_Allgather(own.data(), 3, MPI_INT64_T, all.data(), 3, MPI_INT64_T, node.get()),
            "exchanging the names of shared memory");
  try {
    for (std::size_t k = 0; k < all.size(); k += own.size()) {
      const File theirs(open_file(all[k], all[k + 1]));
      shared.parts_.emplace_back(theirs.number(), static_cast<std::size_t>(all[k + 2]));
    }
  } catch (const std::runtime_error& error) {
    mine = error.what();
  }
  if (!all_well(node, mine, reason)) return std::nullopt;  // also: all have opened, files may close
  return shared;
}

}  // namespace taskfft
