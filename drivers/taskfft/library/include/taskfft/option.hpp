#pragma once
/// What a list of options says about each of them, and a check that it is complete.

#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace taskfft {

struct Options;

enum class OptionRole {
  tuned,     ///< decides what a plan does; where it is left open, Tuning::measure may choose it
  given,     ///< decides what a plan does
  result,    ///< decides what numbers come out: nothing for programs that compare libraries
  besides,   ///< what a plan can do besides transforms: for programs that ask it to
  choosing,  ///< decides how the tuned ones are chosen
  file,      ///< the name of a file, by which ranks may differ: the first one's counts
};

template <class Value>
struct Option {
  std::string_view name;  ///< as programs and files write it
  OptionRole role;
  Value Options::*member;
  std::string_view help;
  /// Of a number: the values that programs offer besides 0, and the word for 0 if it has one. None:
  /// programs do not offer it.
  std::initializer_list<int> usual = {};
  std::string_view zero = {};
};
template <class Value, class... More>
Option(std::string_view, OptionRole, Value Options::*, More...) -> Option<Value>;
template <class Value>
Option(std::string_view, OptionRole, Value Options::*, std::string_view, std::initializer_list<int>,
       std::string_view) -> Option<Value>;

/// Stands for any value, where only the number of values matters.
struct AnyValue {
  template <class Value>
  operator Value() const;
};

/// The number of members of a struct without constructors: as many values as its braces take.
template <class Struct, class... Values>
constexpr std::size_t member_count() {
  if constexpr (requires { Struct{Values{}..., AnyValue{}}; }) {
    return member_count<Struct, Values..., AnyValue>();
  } else {
    return sizeof...(Values);
  }
}

}  // namespace taskfft
