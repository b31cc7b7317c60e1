#pragma once
/// What outlives its owners.

#include <cstddef>
#include <memory>

namespace taskfft {

/// Keeps memory until the program ends. After a failed run MPI may still read or write it: it may
/// refuse to cancel a message that has found its peer, and tells nobody who has given up the
/// request when such a message is through.
void keep_until_exit(std::shared_ptr<const void> memory);

/// How often that was called.
std::size_t kept_until_exit();

}  // namespace taskfft
