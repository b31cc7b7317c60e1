#pragma once
/// The caller's arrays at one end of a plan between boxes, one for each box of the rank.

#include <concepts>
#include <optional>
#include <ranges>
#include <type_traits>
#include <vector>

#include "taskfft/array_view.hpp"

namespace taskfft {

/// An address of anything but addresses: of its elements no type is known.
template <class T, class Void>
concept ArrayAddress = std::convertible_to<T, Void*> && !std::ranges::range<T> &&
                       !std::is_pointer_v<std::remove_pointer_t<std::remove_cvref_t<T>>>;

/// An address, or a vector, a span or an array of elements, whose number and type are checked.
/// `Void`: const void where the array is read alone.
template <class T, class Void>
concept BoxArray = ArrayAddress<T, Void> ||
    (ElementRange<T> && (WritableElementRange<T> || std::is_const_v<Void>));

template <class T, class Void>
concept BoxArrayList =
    std::ranges::input_range<T> && BoxArray<std::ranges::range_reference_t<T>, Void>;

/// The array of a rank that has one box, or a list of arrays in the order of the boxes: a vector or
/// any other range of addresses, or of vectors or spans.
template <class Void>
class ArraysOfBoxes {
 public:
  template <BoxArray<Void> One>
  ArraysOfBoxes(One&& array) {  // NOLINT: any array is one
    add(array);
  }
  template <BoxArrayList<Void> Many>
  ArraysOfBoxes(Many&& arrays) {  // NOLINT: any list is one
    for (auto&& array : arrays) add(array);
  }

  const std::vector<Void*>& addresses() const { return addresses_; }
  /// What is known of them: nothing of addresses.
  const std::vector<std::optional<ArrayType>>& types() const { return types_; }

 private:
  template <class Array>
  void add(Array& array) {
    if constexpr (ArrayAddress<Array, Void>) {
      addresses_.push_back(array);
      types_.emplace_back();
    } else {
      addresses_.push_back(std::ranges::data(array));
      types_.push_back(ArrayType::of<std::ranges::range_value_t<Array>>(std::ranges::size(array)));
    }
  }

  std::vector<Void*> addresses_;
  std::vector<std::optional<ArrayType>> types_;
};

using BoxArrays = ArraysOfBoxes<void>;
using ConstBoxArrays = ArraysOfBoxes<const void>;

}  // namespace taskfft
