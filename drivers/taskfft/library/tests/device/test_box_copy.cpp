// What the device's threads do when they copy boxes, against plain loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <vector>

#include "device/steps.hpp"
#include "host_backend.hpp"

namespace taskfft {
namespace {

using testing_support::copy_on_host;

constexpr std::array<std::array<int, 3>, 6> kOrders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

Triple strides_of(const Triple& extent, const std::array<int, 3>& order, Index gap) {
  Box box;
  for (int a = 0; a < 3; ++a) box[a] = {0, extent[a] + (a == order[2] ? gap : 0)};
  return dense_strides(box, order);
}

template <class Real>
void expect_copied(const Triple& extent, const Triple& from, const Triple& to) {
  using Complex = std::complex<Real>;
  Index from_size = 1, to_size = 1;
  for (int a = 0; a < 3; ++a) {
    from_size += (extent[a] - 1) * from[a];
    to_size += (extent[a] - 1) * to[a];
  }
  std::vector<Complex> source(static_cast<std::size_t>(from_size));
  for (std::size_t k = 0; k < source.size(); ++k) source[k] = {static_cast<Real>(k), Real{1}};
  const Complex untouched{-1, -1};
  std::vector<Complex> copied(static_cast<std::size_t>(to_size), untouched), wanted = copied;
  for (Index i = 0; i < extent[0]; ++i) {
    for (Index j = 0; j < extent[1]; ++j) {
      for (Index k = 0; k < extent[2]; ++k) {
        wanted[static_cast<std::size_t>(i * to[0] + j * to[1] + k * to[2])] =
            source[static_cast<std::size_t>(i * from[0] + j * from[1] + k * from[2])];
      }
    }
  }
  copy_on_host(make_box_copy(extent, from, to), sizeof(Complex), source.data(), copied.data());
  EXPECT_EQ(copied, wanted);
}

TEST(BoxCopies, move_every_element_between_any_two_orders_and_nothing_else) {
  for (const Triple& extent : {Triple{1, 1, 1}, Triple{3, 33, 40}, Triple{40, 2, 31},
                               Triple{64, 5, 1}, Triple{1, 70, 7}, Triple{32, 32, 32}}) {
    for (const auto& from : kOrders) {
      for (const auto& to : kOrders) {
        SCOPED_TRACE(testing::Message()
                     << extent[0] << " " << extent[1] << " " << extent[2] << " from order "
                     << from[0] << from[1] << from[2] << " to " << to[0] << to[1] << to[2]);
        expect_copied<double>(extent, strides_of(extent, from, 0), strides_of(extent, to, 3));
        expect_copied<float>(extent, strides_of(extent, from, 2), strides_of(extent, to, 0));
      }
    }
  }
}

TEST(BoxCopies, read_and_write_neighbours_in_memory) {
  const Triple extent{8, 16, 24};
  for (const auto& from : kOrders) {
    for (const auto& to : kOrders) {
      const BoxCopy copy =
          make_box_copy(extent, strides_of(extent, from, 0), strides_of(extent, to, 0));
      EXPECT_EQ(copy.to[2], 1);
      EXPECT_EQ(copy.from[copy.transposes ? 1 : 2], 1);
      EXPECT_EQ(copy.transposes, from[2] != to[2]);
    }
  }
}

// A tile's place is found by 64 bits: 2048^3 has more elements than an int counts.
TEST(BoxCopies, of_large_boxes_find_their_tiles) {
  const Triple extent{4096, 4096, 4096};
  const BoxCopy copy =
      make_box_copy(extent, strides_of(extent, {0, 1, 2}, 0), strides_of(extent, {2, 1, 0}, 0));
  EXPECT_EQ(tiles_of(copy), Index{4096} * 128 * 128);
  const TilePlace last = tile_place(copy, tiles_of(copy) - 1);
  EXPECT_EQ(last.at[0], 4095);
  EXPECT_EQ(last.at[1], 4064);
  EXPECT_EQ(last.at[2], 4064);
}

}  // namespace
}  // namespace taskfft
