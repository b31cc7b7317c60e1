#pragma once
/// Whether a driver's own description covers a request.

#include <fftbench/driver.hpp>

namespace fftbench {

/// Refuses what the description does not offer, with the reason, so that no driver needs to.
Support within_description(const Description& description, const Request& request, int ranks);

}  // namespace fftbench
