#pragma once
/// The processors that a process may use, and how ranks and threads share them.

#include <pthread.h>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "support/mpi_support.hpp"

namespace taskfft {

/// The number that a list of the system's begins with, as "0-3" and "0,64" do, in whatever locale;
/// nothing where it begins with none.
std::optional<int> first_of_list(std::string_view list);

/// The logical processors that this process may use; none where they can't be told.
std::vector<int> allowed_processors();

/// The same in another order: first one of every core, then their siblings.
std::vector<int> allowed_cores();

/// Collective over the ranks of a node: a processor for each worker of this rank that no other
/// rank's workers get; none at all where there are too few. Ranks that are bound to processors of
/// their own take from these; ranks that share processors divide them; those that share some of
/// them, and not all, get none. Ranks of the node that don't take part, and later calls, know
/// nothing of it.
std::vector<int> share_of_cores(const Communicator& node, int workers);

/// For every processor of a list, the first of those that share its third-level cache; 0 where the
/// system does not tell, as if all shared one.
std::vector<int> cache_groups(const std::vector<int>& processors);

/// Leave to bind threads, which a process has for one plan at a time, as long as this is kept: of
/// plans that run at once, each would bind its own to the same processors. Null while another has
/// it.
std::shared_ptr<const void> leave_to_bind();

/// If the system refuses, the thread stays as it is.
void bind_to_core(pthread_t thread, int core);
/// On all allowed processors: a new thread has those of the one that started it, which an OpenMP
/// runtime may have bound.
void let_run_anywhere(pthread_t thread);

}  // namespace taskfft
