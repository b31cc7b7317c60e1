#pragma once
/// Which machine this process is on, as far as devices tell their memory apart.

#include <string>

namespace taskfft {

/// The same words on ranks that can name each other's processes: the machine as it was started, and
/// the namespace in which processes are numbered.
std::string machine_identity();

}  // namespace taskfft
