/// Errors on some ranks become errors on all.

#include "support/collective.hpp"

#include <cstring>
#include <stdexcept>

#include "world.hpp"

namespace fftbench {
namespace {

TEST(Collectively, runs_the_step_on_every_rank) {
  WorldAgreement ranks;
  EXPECT_EQ(ranks.rank(), world_rank());
  EXPECT_EQ(ranks.size(), world_size());
  EXPECT_EQ(ranks.root(), world_rank() == 0);
  int ran = 0;
  ranks.collectively("a step", [&] { ++ran; });
  EXPECT_EQ(ran, 1);
  EXPECT_STREQ(ranks.step(), "a step");
}

TEST(Collectively, an_error_on_one_rank_becomes_the_same_error_on_all) {
  WorldAgreement ranks;
  const std::string rank = std::to_string(world_size() - 1);
  expect_error(
      [&] {
        ranks.collectively("planning", [] {
          if (last_rank()) throw std::runtime_error("no memory");
        });
      },
      {"rank " + rank + ": planning: no memory"});
  ranks.collectively("the next step", [] {});
}

TEST(Collectively, the_lowest_failing_rank_is_named) {
  WorldAgreement ranks;
  const auto fail = [] {
    if (world_rank() > 0 || world_size() == 1) {
      throw std::runtime_error("failed on " + std::to_string(world_rank()));
    }
  };
  const std::string lowest = std::to_string(world_size() == 1 ? 0 : 1);
  expect_error([&] { ranks.collectively("step", fail); },
               {"rank " + lowest + ": step: failed on " + lowest});
}

TEST(Collectively, what_is_thrown_need_not_be_an_exception) {
  WorldAgreement ranks;
  expect_error([&] { ranks.collectively("step", [] { throw 42; }); },
               {"rank 0: step: an exception of unknown type"});
}

TEST(Collectively, long_and_empty_messages_arrive_whole) {
  WorldAgreement ranks;
  const std::string text(100'000, 'x');
  expect_error([&] { ranks.collectively("step", [&] { throw std::runtime_error(text); }); },
               {"rank 0: step: " + text});
  expect_error([&] { ranks.collectively("step", [] { throw std::runtime_error(""); }); },
               {"rank 0: step: "});
}

/// The program would end here. The agreement is never used or freed again: its reduction is still
/// open.
TEST(Collectively, is_abandoned_when_the_others_never_come) {
  if (world_size() == 1) GTEST_SKIP() << "no others";
  struct Abandoned {
    std::string reason;
  };
  auto* ranks = new Agreement(MPI_COMM_WORLD, 0.05,
                              [](const std::string& reason) { throw Abandoned{reason}; });
  if (world_rank() == 0) {
    try {
      ranks->collectively("forward", [] { throw std::runtime_error("out of luck"); });
      ADD_FAILURE() << "nobody abandoned";
    } catch (const Abandoned& abandoned) {
      EXPECT_EQ(abandoned.reason, "rank 0: forward: out of luck");
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST(Collectively, an_error_between_steps_abandons_at_once_unless_the_rank_is_alone) {
  std::string abandoned;
  Agreement ranks(MPI_COMM_WORLD, 1e6, [&](const std::string& reason) { abandoned = reason; });
  ranks.collectively("forward", [] {});
  const std::string reason =
      "rank " + std::to_string(world_rank()) + ": after 'forward': a copy failed";
  EXPECT_EQ(ranks.leave("a copy failed"), reason);
  EXPECT_EQ(abandoned, world_size() > 1 ? reason : "");
}

}  // namespace
}  // namespace fftbench
