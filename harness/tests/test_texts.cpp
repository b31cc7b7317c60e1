/// What ranks tell in words: gathered, and counted by who tells the same.

#include "run/texts.hpp"

#include "world.hpp"

namespace fftbench {
namespace {

TEST(Texts, are_gathered_in_rank_order_on_rank_0) {
  const std::string mine(static_cast<std::size_t>(world_rank()), 'x');  // of rank 0, none
  const std::vector<std::string> all = gather_texts(mine, MPI_COMM_WORLD);
  ASSERT_EQ(all.size(), world_rank() == 0 ? static_cast<std::size_t>(world_size()) : 0);
  for (std::size_t rank = 0; rank < all.size(); ++rank) EXPECT_EQ(all[rank].size(), rank);
}

TEST(Texts, that_are_alike_number_their_ranks_in_order) {
  const std::string mine = world_rank() % 2 == 0 ? "even" : "odd";
  const Alike own = ranks_alike(gather_texts(mine, MPI_COMM_WORLD), MPI_COMM_WORLD);
  EXPECT_EQ(own.which, world_rank() / 2);
  EXPECT_EQ(own.ranks, (world_size() + 1 - world_rank() % 2) / 2);
}

}  // namespace
}  // namespace fftbench
