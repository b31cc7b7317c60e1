// Plans between boxes where ranks have none, one or many of them.
#include <gtest/gtest.h>

#include "boxes_support.hpp"
#include "layout/box.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

const std::vector<Index> kExtents{12, 8, 6};

/// The bricks of a grid that are dealt to the ranks in turn, this rank's.
std::vector<Layout> bricks(const std::vector<Index>& extents, const Triple& grid) {
  std::vector<Layout> mine;
  for (Index brick = 0; brick < grid[0] * grid[1] * grid[2]; ++brick) {
    if (brick % world_size() != world_rank()) continue;
    const Triple place{brick / grid[2] / grid[1], brick / grid[2] % grid[1], brick % grid[2]};
    std::vector<Index> lo, hi;
    for (std::size_t a = 0; a < 3; ++a) {
      lo.push_back(extents[a] * place[a] / grid[a]);
      hi.push_back(extents[a] * (place[a] + 1) / grid[a]);
    }
    mine.push_back(make_box(lo, hi));
  }
  return mine;
}

Boxes many() {
  return {bricks(kExtents, {3, 2, 2}), bricks(kExtents, {2, 4, 2})};
}

/// The whole array on every rank, and this rank's boxes as parts of it.
class Windows {
 public:
  explicit Windows(std::vector<Layout>& boxes) : whole_(12 * 8 * 6) {
    for (Layout& box : boxes) {
      box.stride = {8 * 6, 6, 1};
      addresses_.push_back(whole_.data() + ((box.lo[0] * 8 + box.lo[1]) * 6 + box.lo[2]));
    }
  }
  std::vector<Complex>& whole() { return whole_; }
  const std::vector<Complex*>& addresses() const { return addresses_; }

 private:
  std::vector<Complex> whole_;
  std::vector<Complex*> addresses_;
};

TEST(ManyBoxes, may_be_parts_of_one_array) {
  const Problem problem = make_problem(kExtents);
  Boxes mine = many();
  Windows field(mine.input), spectrum(mine.output);
  BoxPlan plan(problem, estimate({world_size(), 1}), mine, MPI_COMM_WORLD);
  plan.commit(field.addresses(), spectrum.addresses());
  const std::vector<Complex> values = global_field(problem, 3);
  const std::vector<Complex> expected = serial_forward(problem, values);
  field.whole() = values;
  plan.forward();
  EXPECT_EQ(field.whole(), values);
  std::vector<bool> is_mine(expected.size());
  for (const Layout& box : plan.output()) {
    for_each_element(box, kExtents, [&](std::size_t, std::size_t at) { is_mine[at] = true; });
  }
  for (std::size_t at = 0; at < expected.size(); ++at) {  // what others have is left alone
    EXPECT_NEAR(std::abs(spectrum.whole()[at] - (is_mine[at] ? expected[at] : 0)), 0, 1e-11);
  }
}

/// Numbers that each rank has some of, on all ranks.
std::vector<double> whole_of(const Layout& mine, Index unit, const std::vector<double>& numbers) {
  std::vector<double> all(static_cast<std::size_t>(product(kExtents) * unit));
  for_each_element(mine, kExtents, [&](std::size_t local, std::size_t global) {
    for (Index part = 0; part < unit; ++part) {
      const auto p = static_cast<std::size_t>(part), u = static_cast<std::size_t>(unit);
      all[global * u + p] = numbers[local * u + p];
    }
  });
  MPI_Allreduce(MPI_IN_PLACE, all.data(), static_cast<int>(all.size()), MPI_DOUBLE, MPI_SUM,
                MPI_COMM_WORLD);
  return all;
}

void expect_parts_of(const std::vector<double>& whole, Index unit, const std::vector<Layout>& boxes,
                     BoxMemory<double>& parts) {
  const auto u = static_cast<std::size_t>(unit);
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    for_each_element(boxes[k], kExtents, [&](std::size_t local, std::size_t global) {
      for (std::size_t part = 0; part < u; ++part) {
        ASSERT_EQ(parts[k][local * u + part], whole[global * u + part]);
      }
    });
  }
}

TEST(ManyBoxes, have_the_bits_of_a_plans_answers) {
  for (const Transform transform : {Transform::c2c, Transform::r2c, Transform::dct2}) {
    const Problem problem = make_problem(kExtents, transform);
    const Options options = estimate({world_size(), 1});
    const Index before = reals_in(input_element(problem)),
                after = reals_in(output_element(problem));
    Plan plan(problem, options, MPI_COMM_WORLD);
    std::vector<double> field(static_cast<std::size_t>(plan.input().size * before));
    std::vector<double> spectrum(static_cast<std::size_t>(plan.output().size * after));
    plan.commit(field.data(), spectrum.data());
    for (std::size_t k = 0; k < field.size(); ++k) field[k] = noise(k);
    BoxPlan between(problem, options,
                    {{plan.input()}, bricks(spectrum_extents(problem), {2, 4, 2})}, MPI_COMM_WORLD);
    EXPECT_FALSE(between.exchanges_input());
    EXPECT_TRUE(between.exchanges_output());
    BoxMemory<double> parts(between.output(), after);
    between.commit(field.data(), parts.addresses());
    plan.forward();
    between.forward();
    expect_parts_of(whole_of(plan.output(), after, spectrum), after, between.output(), parts);
    std::vector<double> back(field.size());
    between.backward(parts.addresses(), back.data());
    plan.backward();
    EXPECT_EQ(field, back);
  }
}

TEST(ManyBoxes, may_all_be_on_one_rank) {
  const Problem problem = make_problem(kExtents, Transform::r2c);
  const std::vector<Index> waves = spectrum_extents(problem);
  const bool has_input = world_rank() == 0, has_output = world_rank() == world_size() - 1;
  Boxes mine;
  if (has_input) {
    mine.input = {make_box({0, 0, 0}, {5, 8, 6}), make_box({5, 0, 0}, {12, 3, 6}),
                  make_box({5, 3, 0}, {12, 8, 6})};
  }
  if (has_output) mine.output = {make_box({0, 0, 0}, waves)};
  BoxPlan plan(problem, estimate({world_size(), 1}), mine, MPI_COMM_WORLD);
  BoxMemory<double> field(plan.input(), 1);
  BoxMemory<Complex> spectrum(plan.output(), 1);
  plan.commit(field.addresses(), spectrum.addresses());
  for (std::size_t k = 0; k < field.size(); ++k) {
    std::fill_n(field.addresses()[k], plan.input()[k].size, 1.0);
  }
  plan.forward();
  if (has_output) {
    EXPECT_NEAR(std::abs(spectrum[0][0] - Complex(12 * 8 * 6)), 0, 1e-10);
  }
  plan.backward();
  for (std::size_t k = 0; k < field.size(); ++k) {
    EXPECT_NEAR(field[k][7], 12 * 8 * 6, 1e-10);
  }
}

TEST(ManyBoxes, of_one_rank_that_overlap_are_named) {
  Boxes mine = many();
  ASSERT_GT(mine.input.size(), 1);
  if (world_rank() == world_size() - 1) mine.input[1] = mine.input[0];
  const std::string words = refusal(make_problem(kExtents), mine);
  const std::string rank = std::to_string(world_size() - 1);
  EXPECT_TRUE(contains(words, "input box 0 of rank " + rank + ", [")) << words;
  EXPECT_TRUE(contains(words, "and input box 1 of rank " + rank + ", [")) << words;
  EXPECT_TRUE(contains(words, "overlap in [")) << words;
}

TEST(ManyBoxes, that_leave_a_hole_are_refused_by_what_nobody_has) {
  Boxes mine = many();
  if (world_rank() == 0) mine.output.erase(mine.output.begin());
  const std::string words = refusal(make_problem(kExtents), mine);
  EXPECT_TRUE(contains(words, "none of 15 on " + std::to_string(world_size()) +
                                  " ranks has "
                                  "[0, 6) x [0, 2) x [0, 3) of"))
      << words;
  EXPECT_TRUE(contains(refusal(make_problem(kExtents), {}), "input boxes leave a hole: none of 0"));
}

TEST(ManyBoxes, beyond_the_array_are_named) {
  Boxes mine = many();
  const bool last = world_rank() == world_size() - 1;
  if (last) mine.output[1].hi[2] = 7;
  const std::string words = refusal(make_problem(kExtents), mine);
  EXPECT_TRUE(contains(words, "rank " + std::to_string(world_size() - 1) + ": output box 1 ["))
      << words;
  EXPECT_TRUE(contains(words, "is not within the array")) << words;
}

TEST(ManyBoxes, in_place_are_as_many_on_either_side) {
  const Problem problem = make_problem(kExtents, Transform::c2c, Placement::in_place);
  const Layout nothing = make_box({0, 0, 0}, {0, 0, 0});
  Boxes mine = many();
  mine.input.resize(mine.output.size(), nothing);
  EXPECT_EQ(refusal(problem, mine), "");
  if (world_rank() == 0) mine.output.push_back(nothing);
  const std::string words = refusal(problem, mine);
  EXPECT_TRUE(contains(words, "rank 0: ")) << words;
  EXPECT_TRUE(contains(words, "output boxes, but the problem is in place")) << words;
}

/// What every rank is told of arrays that cannot be.
std::string commit_refusal(BoxPlan& plan, const BoxArrays& in, const BoxArrays& out) {
  try {
    plan.commit(in, out);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "";
}

TEST(ManyBoxes, have_an_array_each) {
  BoxPlan plan(make_problem(kExtents), estimate({world_size(), 1}), many(), MPI_COMM_WORLD);
  BoxMemory<Complex> in(plan.input(), 1), out(plan.output(), 1);
  const std::vector<Complex*> all = out.addresses();
  const std::vector<Complex*> given = in.addresses();
  EXPECT_EQ(commit_refusal(plan, given, all), "");
  const bool last = world_rank() == world_size() - 1;
  const auto told = [&](auto spoil) {
    std::vector<Complex*> spoilt = given;
    if (last) spoil(spoilt);
    return commit_refusal(plan, spoilt, all);
  };
  EXPECT_TRUE(contains(told([](auto& arrays) { arrays.pop_back(); }), "pass one for each box"));
  EXPECT_TRUE(contains(told([](auto& arrays) { arrays[1] = arrays[0]; }), "one address for two"));
  EXPECT_TRUE(contains(told([](auto& arrays) { arrays[1] = nullptr; }), "a null pointer"));
  EXPECT_TRUE(contains(told([&](auto& arrays) { arrays[1] = all[0]; }), "one array twice"));
  EXPECT_TRUE(contains(told([&](auto& arrays) { arrays[1] = all[0] + 1; }), "that overlap"));
  // Of vectors and spans the elements are known.
  std::vector<std::vector<Complex>> vectors;
  for (const Layout& box : plan.input()) vectors.emplace_back(static_cast<std::size_t>(box.size));
  EXPECT_EQ(commit_refusal(plan, vectors, all), "");
  if (last) vectors[1].pop_back();
  EXPECT_TRUE(contains(commit_refusal(plan, vectors, all), "an array for input box 1 of "));
  std::vector<std::vector<float>> floats(plan.output().size());
  EXPECT_TRUE(contains(commit_refusal(plan, in.addresses(), floats), "the plan has"));
}

}  // namespace
}  // namespace taskfft
