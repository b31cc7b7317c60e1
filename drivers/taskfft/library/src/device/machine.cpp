#include "device/machine.hpp"

#include <unistd.h>

#include <array>
#include <fstream>

namespace taskfft {
namespace {

/// The name of a namespace is the target of a link.
std::string namespace_of(const char* kind) {
  std::array<char, 64> target{};
  const std::string path = std::string("/proc/self/ns/") + kind;
  const ssize_t size = readlink(path.c_str(), target.data(), target.size());
  return size < 0 ? "" : std::string(target.data(), static_cast<std::size_t>(size));
}

}  // namespace

std::string machine_identity() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string started;
  std::getline(file, started);
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return started + " " + host.data() + " " + namespace_of("pid");
}

}  // namespace taskfft
