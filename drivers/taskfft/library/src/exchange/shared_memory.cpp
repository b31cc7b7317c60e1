#include "exchange/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>

#include "support/file.hpp"
#include "taskfft/aligned_buffer.hpp"

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

/// A random number that stands at the end of a part: whoever finds it there has the right file.
using Identity = std::array<std::uint64_t, 2>;

/// What a rank tells the others of its part.
struct MemoryPart {
  std::int64_t process;
  std::int64_t file;
  std::int64_t bytes;  ///< without the identity
  Identity identity;
};
constexpr int kPartNumbers = sizeof(MemoryPart) / sizeof(std::int64_t);
static_assert(kPartNumbers == 5, "told as so many numbers of 64 bits");

Identity random_identity() {
  Identity identity{};
  if (getrandom(identity.data(), sizeof(identity), 0) != ssize_t{sizeof(identity)}) {
    throw failure("drawing a random number");
  }
  return identity;
}

/// As posix_fallocate, but piece by piece, each tried again where a signal has interrupted it.
/// Older kernels than 6.18, which does not, then undo all that the call has reserved, and a large
/// file takes longer than it is between two signals of a profiler.
int reserve(int file, off_t bytes) {
  constexpr off_t piece = off_t{1} << 20U;  // some tenths of a millisecond
  constexpr int tries = 100;
  for (off_t begin = 0; begin < bytes; begin += piece) {
    int error = EINTR;
    for (int k = 0; k < tries && error == EINTR; ++k) {
      error = posix_fallocate(file, begin, std::min(piece, bytes - begin));
    }
    if (error != 0) return error;
  }
  return 0;
}

int make_file(std::size_t bytes, const Identity& identity) {
  const int file = memfd_create("taskfft", MFD_CLOEXEC);
  if (file < 0) throw failure("creating shared memory");
  // Reserved at once: a shortage must show here, not as a signal at the first write.
  const std::size_t all = bytes + sizeof(identity);
  int error = allowed(all) ? reserve(file, static_cast<off_t>(all)) : EFBIG;
  if (error == 0 && pwrite(file, identity.data(), sizeof(identity), static_cast<off_t>(bytes)) !=
                        static_cast<ssize_t>(sizeof(identity))) {
    error = errno;
  }
  if (error != 0) {
    close(file);
    errno = error;
    throw failure("reserving " + std::to_string(bytes) + " bytes of shared memory");
  }
  return file;
}

/// Whether this is the file of the rank that told us of it.
bool has_identity(int file, const MemoryPart& part) {
  struct stat status {};
  Identity found{};
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
         status.st_size == part.bytes + static_cast<off_t>(sizeof(found)) &&
         pread(file, found.data(), sizeof(found), part.bytes) == ssize_t{sizeof(found)} &&
         found == part.identity;
}

/// Throws std::runtime_error where the rank's file can't be had.
Mapping map_part(const MemoryPart& part, OpenPeerFile open_peer_file) {
  const File file(open_peer_file(part.process, part.file));
  if (!has_identity(file.number(), part)) {
    throw std::runtime_error(
        "file " + std::to_string(part.file) + " of process " + std::to_string(part.process) +
        " is not the one that a rank has under these numbers: the ranks of the node see different "
        "process numbers, as in containers of their own");
  }
  return {file.number(), static_cast<std::size_t>(part.bytes)};
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

Mapping::Mapping(std::size_t bytes, int protection) {
  constexpr int kinds = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* const found = mmap(nullptr, bytes, protection, kinds, -1, 0);
  if (found == MAP_FAILED) throw failure("mapping memory");
  memory_ = static_cast<std::byte*>(found);
  room_ = {memory_, bytes};
}

Mapping::Mapping(std::size_t bytes) : Mapping(bytes, PROT_READ | PROT_WRITE) {
  prefer_huge_pages(memory_, bytes);
}

/// In room for it to begin at a multiple of a huge page, as only there they are mapped as such.
Mapping::Mapping(int file, std::size_t bytes) : Mapping(bytes + kHugePage, PROT_NONE) {
  void* place = memory_;
  std::size_t room = room_.size();
  std::align(kHugePage, bytes, place, room);
  constexpr int kinds = MAP_SHARED | MAP_FIXED;
  if (mmap(place, bytes, PROT_READ | PROT_WRITE, kinds, file, 0) == MAP_FAILED) {
    throw failure("mapping shared memory");
  }
  memory_ = static_cast<std::byte*>(place);
}

Mapping::~Mapping() {
  if (!room_.empty()) munmap(room_.data(), room_.size());
}

Mapping::Mapping(Mapping&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), room_(std::exchange(other.room_, {})) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(room_, other.room_);
  return *this;
}

void Mapping::collapse_to_huge_pages(std::size_t bytes) const {
  constexpr int collapse = 25;  // MADV_COLLAPSE of Linux 6.1, which older C libraries do not name
  if (bytes >= kHugePage) madvise(memory_, bytes / kHugePage * kHugePage, collapse);
}

int open_through_proc(std::int64_t process, std::int64_t file) {
  const std::string path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(file);
  struct stat status {};  // of what a wrong number may lead to, only files are opened
  errno = 0;
  const bool regular = stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  if (!regular && errno == 0) errno = EINVAL;
  const int number = regular ? open(path.c_str(), O_RDWR | O_CLOEXEC) : -1;
  if (number < 0) throw failure("opening " + path);
  return number;
}

std::optional<SharedMemory> SharedMemory::alone(std::size_t bytes, std::string& reason) {
  SharedMemory memory;
  try {
    memory.parts_.emplace_back(bytes);
  } catch (const std::runtime_error& error) {
    reason = error.what();
    return std::nullopt;
  }
  return memory;
}

std::optional<SharedMemory> SharedMemory::create(const Communicator& node, std::size_t bytes,
                                                 std::string& reason, OpenPeerFile open_peer_file) {
  if (node.size() == 1) return alone(bytes, reason);
  SharedMemory shared;
  std::string mine;
  std::optional<File> file;
  MemoryPart part{getpid(), -1, static_cast<std::int64_t>(bytes), {}};
  try {
    part.identity = random_identity();
    file.emplace(make_file(bytes, part.identity));
    part.file = file->number();
  } catch (const std::runtime_error& error) {
    mine = error.what();
  }
  if (!all_well(node, mine, reason)) return std::nullopt;
  std::vector<MemoryPart> parts(static_cast<std::size_t>(node.size()));
  check_mpi(MPI_Allgather(&part, kPartNumbers, MPI_INT64_T, parts.data(), kPartNumbers, MPI_INT64_T,
                          node.get()),
            "exchanging the names of shared memory");
  try {
    for (const MemoryPart& theirs : parts) {
      shared.parts_.push_back(map_part(theirs, open_peer_file));
    }
    shared.parts_[static_cast<std::size_t>(node.rank())].collapse_to_huge_pages(bytes);
  } catch (const std::runtime_error& error) {
    mine = error.what();
  }
  if (!all_well(node, mine, reason)) return std::nullopt;  // also: all have opened, files may close
  return shared;
}

}  // namespace taskfft
