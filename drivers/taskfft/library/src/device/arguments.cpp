#include <string>

#include "taskfft/arguments.hpp"
#include "taskfft/device_plan.hpp"
#include "taskfft/error.hpp"

namespace taskfft {

void check_device_arguments(const Problem& problem, const DeviceOptions& options, int ranks) {
  static_cast<void>(name(options.exchange));
  Options same;
  same.grid = options.grid;
  same.order = options.order;
  check_arguments(problem, same, ranks);
  const auto require = [](bool good, const std::string& message) {
    if (!good) throw ArgumentError(message);
  };
  const bool periodic = problem.kinds.empty() && !real_to_real(problem.transform);
  require(periodic, "on devices taskfft transforms c2c and r2c along all axes only");
  require(problem.extents.size() > 1, "on devices taskfft transforms two or three dimensions only");
  require(problem.transform != Transform::r2c || problem.extents.back() > 1,
          "r2c along an axis of one point: nothing says that a device's library takes it");
  require(problem.kept.empty(), "on devices spectra are whole: leave kept empty");
  require(problem.fields == 1, "on devices a plan has one field: make one for each");
  require(options.grid[2] == 0, "on devices there are slabs and pencils, no bricks");
  constexpr int most = 1024;
  require(options.chunks >= 0 && options.chunks <= most,
          "chunks is " + std::to_string(options.chunks) + ": choose 1 to " + std::to_string(most) +
              ", or 0 to have it chosen");
}

}  // namespace taskfft
