#pragma once
/// What ranks send each other for an exchange between two divisions of an array into boxes.

#include <vector>

#include "boxes/division.hpp"

namespace taskfft {

/// What one of this rank's boxes has in common with one of the other division's. In a buffer it
/// lies in C order, fields one after the other.
struct BoxPart {
  std::size_t array;  ///< of this rank's box
  Box box;
  Index offset = 0;  ///< in elements of the buffer
};

/// What this rank and a peer exchange: parts in an order that both of them know.
struct BoxMessage {
  int peer;
  Index offset, size;  ///< in elements of the buffer
};

/// This rank's side of an exchange.
struct BoxSide {
  std::vector<LocalArray> arrays;
  std::vector<BoxPart> own{};          ///< what stays on this rank, in the same order on both sides
  std::vector<BoxPart> parts{};        ///< what other ranks have
  std::vector<BoxMessage> messages{};  ///< of these parts
  Index size = 0;                      ///< elements of all of them
};

enum class Holder { caller, plan };

/// Of the division `here`, which is this holder's, towards the other one's.
BoxSide box_side(const Division& here, Holder holder, const Division& there, int me, int fields);

}  // namespace taskfft
