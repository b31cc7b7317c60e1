#include "options/fingerprint.hpp"

#include <bit>
#include <type_traits>

namespace taskfft {
namespace {

class Hash {
 public:
  template <class Value>
  requires std::is_integral_v<Value> || std::is_enum_v<Value>
  void add(Value value) {
    const auto bits = static_cast<std::uint64_t>(value);
    for (int byte = 0; byte < 8; ++byte) {
      hash_ ^= bits >> (8 * byte) & 0xffU;
      hash_ *= 1099511628211ULL;
    }
  }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  template <class Value>
  void add(const std::vector<Value>& values) {
    add(values.size());
    for (const Value value : values) add(value);
  }
  void add(const Grid& grid) {
    for (const int entry : grid) add(entry);
  }
  void add(const std::string&) {}  // the name of a file

  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037ULL;
};

}  // namespace

std::uint64_t fingerprint(const Problem& problem, const Options& options) {
  Hash hash;
  const auto& [extents, transform, precision, placement, kinds, fields, kept] = problem;
  hash.add(extents);
  hash.add(transform);
  hash.add(precision);
  hash.add(placement);
  hash.add(kinds);
  hash.add(fields);
  hash.add(kept);
  for_each_option([&](const auto& option) {
    if (option.role != OptionRole::file) hash.add(options.*option.member);
  });
  return hash.value();
}

}  // namespace taskfft
