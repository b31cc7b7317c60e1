#include "options/fingerprint.hpp"

#include <bit>

namespace taskfft {

std::uint64_t fingerprint(const Problem& problem, const Options& options) {
  std::uint64_t hash = 14695981039346656037ULL;
  const auto add = [&hash](std::int64_t number) {
    for (int byte = 0; byte < 8; ++byte) {
      hash ^= static_cast<std::uint64_t>(number >> (8 * byte)) & 0xffU;
      hash *= 1099511628211ULL;
    }
  };
  add(static_cast<std::int64_t>(problem.extents.size()));
  for (const Index extent : problem.extents) add(extent);
  add(static_cast<int>(problem.transform));
  add(static_cast<std::int64_t>(problem.kinds.size()));
  for (const Transform kind : problem.kinds) add(static_cast<int>(kind));
  add(problem.fields);
  add(static_cast<int>(problem.precision));
  add(static_cast<int>(problem.placement));
  for (const int entry : options.grid) add(entry);
  add(static_cast<int>(options.exchange));
  add(static_cast<int>(options.order));
  add(static_cast<int>(options.work_memory));
  add(static_cast<int>(options.packing));
  add(static_cast<int>(options.effort));
  add(static_cast<int>(options.kernel));
  add(static_cast<int>(options.stores));
  add(options.threads);
  add(static_cast<int>(options.scheduler));
  add(options.stealing ? 1 : 0);
  add(static_cast<int>(options.executor));
  add(options.message_groups);
  add(options.sends_in_flight);
  add(options.chunks);
  add(options.message_limit);
  add(static_cast<int>(options.tuning));
  add(std::bit_cast<std::int64_t>(options.tuning_seconds));
  return hash;
}

}  // namespace taskfft
