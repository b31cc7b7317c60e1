// Shared memory where signals interrupt what takes long, as those of a profiler do.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "exchange/shared_memory.hpp"
#include "support/mpi_support.hpp"

namespace {

bool interrupted = false;
int calls = 0;

}  // namespace

/// Stands in front of the C library's. While `interrupted`, long calls end early, and every other
/// one of the short ones.
extern "C" int posix_fallocate(int file, off_t begin, off_t length) {
  constexpr off_t kLong = off_t{1} << 23U;
  if (interrupted && (length >= kLong || ++calls % 2 == 1)) return EINTR;
  return fallocate(file, 0, begin, length) == 0 ? 0 : errno;
}

namespace taskfft {
namespace {

TEST(InterruptedSharedMemory, is_reserved_all_the_same) {
  const Communicator node = Communicator::of_node(Communicator::duplicate(MPI_COMM_WORLD));
  constexpr std::size_t bytes = (std::size_t{1} << 24U) + 5;
  std::string reason;
  interrupted = true;
  calls = 0;
  const auto memory = SharedMemory::create(node, bytes, reason);
  interrupted = false;
  ASSERT_TRUE(memory.has_value()) << reason;
  EXPECT_EQ(calls > 1, node.size() > 1);  // one that is alone reserves nothing
  for (int rank = 0; rank < node.size(); ++rank) {
    EXPECT_EQ(memory->part(rank)[bytes - 1], std::byte{0});
  }
}

}  // namespace
}  // namespace taskfft
