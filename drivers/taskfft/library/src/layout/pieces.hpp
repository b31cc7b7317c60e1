#pragma once
/// Small work memory: exchanges piece by piece.

#include "layout/decomposition.hpp"

namespace taskfft {

// Small work memory: what an exchange moves goes piece by piece, each an exchange of its own, and
// as exchanges take turns with two buffers, there are buffers for two pieces. In between the lines
// lie in the array that is written, so arranged that a piece occupies the same memory there before
// and after its exchange: whole planes of axis 0 while rows are exchanged, and then columns of
// axis 2 in rows that keep their length.

/// Positions of axis 0, and of axis 2, in a piece.
struct PieceSize {
  Index planes;
  Index columns;
};

/// Pieces small enough that two of each buffer are a small part of an array, and otherwise as wide
/// as a tile of lines. `messages`: there are receive buffers beside the send buffers.
PieceSize piece_size(const Geometry& geometry, bool messages, std::size_t real_bytes);

/// The steps of a slab or pencil in transposed order, but for lines along axis 1: they are
/// transformed on their way to the columns' exchange, where their stage has to take them up anyway.
Decomposition in_pieces(const Decomposition& chain, const Geometry& geometry,
                        const PieceSize& size);

/// Elements from plane to plane of the input's spectrum and of the rows between the exchanges:
/// enough for either, and whole rows of the latter.
Index plane_pitch(const Geometry& geometry);

}  // namespace taskfft
