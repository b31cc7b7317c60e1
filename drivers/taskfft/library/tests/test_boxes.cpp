// Plans between boxes of the caller's choice.
#include <gtest/gtest.h>

#include "boxes/cover.hpp"
#include "boxes/local_array.hpp"
#include "boxes_support.hpp"
#include "random_boxes.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

TEST(Boxes, that_are_the_plans_own_cost_nothing) {
  const Problem problem = make_problem({6, 8, 10}, Transform::r2c);
  const Options options = estimate({world_size(), 1});
  const Plan plan(problem, options, MPI_COMM_WORLD);
  const BoxPlan same(problem, options, {{plan.input()}, {plan.output()}}, MPI_COMM_WORLD);
  EXPECT_FALSE(same.exchanges_input());
  EXPECT_FALSE(same.exchanges_output());
  EXPECT_EQ(same.effective().work_bytes, plan.effective().work_bytes);
  const BoxPlan other(problem, options, {{plan.input()}, {planes({6, 8, 6})}}, MPI_COMM_WORLD);
  EXPECT_FALSE(other.exchanges_input());
  EXPECT_TRUE(other.exchanges_output());
}

TEST(Boxes, are_as_given_with_strides_and_sizes) {
  const Problem problem{.extents = {6, 8}, .fields = 2};
  Boxes mine{{planes({6, 8})}, {planes({6, 8})}};
  mine.input[0].stride.clear();
  const BoxPlan plan(problem, {.effort = Effort::estimate}, mine, MPI_COMM_WORLD);
  const Index rows = mine.input[0].hi[0] - mine.input[0].lo[0];
  ASSERT_EQ(plan.input().size(), 1);
  EXPECT_EQ(plan.input()[0].stride, (std::vector<Index>{8, 1}));
  EXPECT_EQ(plan.input()[0].size, 2 * 8 * rows);
  EXPECT_EQ(make_box({0, 2, 0}, {3, 4, 5}, {2, 0, 1}).stride, (std::vector<Index>{2, 1, 6}));
}

TEST(Boxes, that_overlap_are_named) {
  if (world_size() == 1) GTEST_SKIP() << "one box overlaps with none";
  const Problem problem = make_problem({12, 4, 4});
  Boxes mine{{planes({12, 4, 4})}, {planes({12, 4, 4})}};
  if (world_rank() == 1) --mine.input[0].lo[0];
  const std::string words = refusal(problem, mine);
  EXPECT_TRUE(contains(words, "input box 0 of rank 0, [")) << words;
  EXPECT_TRUE(contains(words, "and input box 0 of rank 1, ["));
  EXPECT_TRUE(contains(words, "overlap in ["));
}

TEST(Boxes, that_leave_a_hole_are_refused_by_what_nobody_has) {
  const Problem problem = make_problem({12, 4, 4});
  Boxes mine{{planes({12, 4, 4})}, {planes({12, 4, 4})}};
  if (world_rank() == world_size() - 1) {
    mine.output[0].lo[1] = 1;
    mine.output[0].hi[2] = 3;
  }
  const std::string words = refusal(problem, mine);
  EXPECT_TRUE(contains(words, "output boxes leave a hole")) << words;
  EXPECT_TRUE(contains(words, "12) x [0, 1) x [0, 4) of [0, 12) x [0, 4) x [0, 4)")) << words;
}

TEST(Boxes, of_which_one_of_many_is_missing_are_refused_by_it) {
  constexpr Index columns = 200;
  std::vector<Box> boxes;
  for (Index k = 0; k < columns * columns; ++k) {
    const Index i = k / columns, j = k % columns;
    if (i != 30 || j != 77) boxes.push_back({{Range{i, i + 1}, {3 * j, 3 * j + 3}, {0, 5}}});
  }
  const Box domain = domain_of({columns, 3 * columns, 5});
  Division all{{}, boxes, std::vector<std::size_t>(world_size() + 1UL, boxes.size())};
  all.first[0] = 0;
  try {
    check_cover(Communicator::duplicate(MPI_COMM_WORLD), "input", all, domain, 3);
    ADD_FAILURE() << "no hole is seen";
  } catch (const ArgumentError& error) {
    EXPECT_TRUE(contains(error.what(), "has [30, 31) x [231, 234) x [0, 5) of")) << error.what();
  }
}

TEST(Boxes, that_cannot_be_are_refused_on_all_ranks) {
  const Problem problem = make_problem({12, 4, 4}, Transform::r2c);
  const Boxes good{{planes({12, 4, 4})}, {planes({12, 4, 3})}};
  EXPECT_EQ(refusal(problem, good), "");
  const bool last = world_rank() == world_size() - 1;
  const std::string rank = "rank " + std::to_string(world_size() - 1);
  const auto told = [&](auto spoil) {
    Boxes mine = good;
    if (last) spoil(mine);
    return refusal(problem, mine);
  };
  EXPECT_TRUE(contains(told([](Boxes& b) { b.output[0].hi[2] = 4; }),
                       rank + ": output box 0 [" + std::to_string(12 - 12 / world_size())))
      << told([](Boxes& b) { b.output[0].hi[2] = 4; });
  EXPECT_TRUE(contains(told([](Boxes& b) { b.input[0].lo[0] = -1; }), "is not within the array"));
  EXPECT_TRUE(contains(told([](Boxes& b) { std::swap(b.input[0].lo[0], b.input[0].hi[0]); }),
                       rank + ": input box 0"));
  EXPECT_TRUE(contains(told([](Boxes& b) { b.input[0].stride = {16, 3, 1}; }), "in one place"));
  constexpr Index far = std::numeric_limits<Index>::max() / 3;
  EXPECT_TRUE(contains(told([](Boxes& b) { b.input[0].stride = {far, 4, 1}; }), "memory reaches"));
  EXPECT_TRUE(contains(told([](Boxes& b) { b.input[0].size = -1; }), "has a size of -1"));
  EXPECT_TRUE(contains(told([](Boxes& b) { b.input[0].hi.pop_back(); }), "for 3 axes"));
}

/// Forward and backward, compared with serial FFTW.
template <class Real>
void expect_right(const Problem& problem, const Options& options, const Boxes& mine,
                  const std::string& which) {
  SCOPED_TRACE(describe(problem, options) + ", boxes " + which);
  BoxPlan plan(problem, options, mine, MPI_COMM_WORLD);
  const Index before = reals_in(input_element(problem)), after = reals_in(output_element(problem));
  const bool in_place = problem.placement == Placement::in_place;
  BoxMemory<Real> in(plan.input(), before), first_in(in);
  BoxMemory<Real> out(plan.output(), after), first_out(out);
  for (std::size_t k = 0; in_place && k < in.size(); ++k) {
    EXPECT_EQ(in[k].size(), out[k].size());
  }
  plan.commit(first_in.addresses(), (in_place ? first_in : first_out).addresses());
  BoxMemory<Real>& spectrum = in_place ? in : out;
  plan.commit(in.addresses(), spectrum.addresses());
  const auto for_all = [&](const std::vector<Layout>& boxes, BoxMemory<Real>& arrays, Index unit,
                           auto function) {
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      Real* const data = arrays.addresses()[k];
      for (int f = 0; f < problem.fields; ++f) {
        const auto first = static_cast<std::size_t>(f * boxes[k].field_stride);
        for_each_element(boxes[k], problem.extents, [&](std::size_t local, std::size_t global) {
          function(f, data + (first + local) * static_cast<std::size_t>(unit), global);
        });
      }
    }
  };
  std::vector<std::vector<Complex>> fields, spectra, smooth;
  for (int f = 0; f < problem.fields; ++f) {
    fields.push_back(global_field(problem, static_cast<std::uint64_t>(f)));
    const auto whole = serial_forward(problem, fields.back());
    spectra.push_back(kept_part(problem, whole, true));
    smooth.push_back(backward_by(serial_forward, problem, kept_part(problem, whole, false)));
  }
  const auto put = [](Real* at, Index unit, Complex value) {
    at[0] = static_cast<Real>(value.real());
    if (unit == 2) at[1] = static_cast<Real>(value.imag());
  };
  double worst = 0;
  const auto look = [&](const Real* at, Index unit, Complex value) {
    const double off = std::abs(Complex(at[0], unit == 2 ? at[1] : 0) - value);
    keep_worst(worst, off);
  };
  const auto points = static_cast<double>(product(problem.extents));
  const double allowed = 64 * points * std::numeric_limits<Real>::epsilon();
  for_all(plan.input(), in, before, [&](int f, Real* at, std::size_t global) {
    put(at, before, fields[static_cast<std::size_t>(f)][global]);
  });
  plan.forward();
  for_all(plan.output(), spectrum, after, [&](int f, Real* at, std::size_t global) {
    look(at, after, spectra[static_cast<std::size_t>(f)][global]);
    put(at, after, spectra[static_cast<std::size_t>(f)][global]);
  });
  EXPECT_LE(worst, allowed);
  worst = 0;
  plan.backward();
  for_all(plan.input(), in, before, [&](int f, Real* at, std::size_t global) {
    look(at, before, smooth[static_cast<std::size_t>(f)][global]);
  });
  EXPECT_LE(worst, allowed * points);
  EXPECT_TRUE(in.guards_stand() && out.guards_stand());
}

template <class Real>
void expect_right(const Problem& problem, const Options& options, std::uint64_t seed) {
  expect_right<Real>(problem, options, random_boxes_of(problem, seed, world_size(), world_rank()),
                     std::to_string(seed));
}

TEST(Boxes, by_chance_give_what_serial_fftw_gives) {
  Problem batch = make_problem({7, 6, 10}, Transform::r2c);
  batch.fields = 3;
  Problem truncated = make_problem({9, 8, 12}, Transform::r2c);
  truncated.kept = {4, 3, 5};
  Problem halved = make_problem({10, 6, 7});
  halved.kinds = {Transform::r2c, Transform::c2c, Transform::dst1};
  std::uint64_t seed = 0;
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    for (Problem problem : {make_problem({8, 6, 5}), batch, truncated, halved, make_problem({9, 4}),
                            make_problem({5, 7, 4}, Transform::dst2), make_problem({36})}) {
      problem.placement = placement;
      for (const Grid& grid : all_grids(world_size(), problem.extents.size())) {
        Options options = estimate(grid);
        options.order = seed % 2 == 0 ? Order::natural : Order::transposed;
        expect_right<double>(problem, options, ++seed);
        problem.precision = Precision::float32;
        expect_right<float>(problem, options, ++seed);
        problem.precision = Precision::float64;
      }
    }
  }
}

/// A box a rank on either side, by chance, as in place the plan's own need it.
Boxes one_box_each(const Problem& problem, std::uint64_t seed) {
  Dice dice(seed);
  const auto place = static_cast<std::size_t>(world_rank());
  const int ranks = world_size(), fields = problem.fields;
  const auto input = random_boxes(dice, problem.extents, ranks, fields);
  const auto output = random_boxes(dice, spectrum_extents(problem), ranks, fields);
  return {{input[place]}, {output[place]}};
}

/// The plan's own on one end or both, by chance on the other.
void expect_right_with_own(const Problem& problem, const Options& options) {
  const Plan plan(problem, options, MPI_COMM_WORLD);
  const Boxes other = one_box_each(problem, 7);
  const Boxes own{{plan.input()}, {plan.output()}};
  const BoxPlan same(problem, options, own, MPI_COMM_WORLD);
  EXPECT_FALSE(same.exchanges_input() || same.exchanges_output());
  EXPECT_EQ(same.input()[0].size, own.input[0].size);
  EXPECT_EQ(same.output()[0].size, own.output[0].size);
  expect_right<double>(problem, options, own, "of the plan");
  expect_right<double>(problem, options, {own.input, other.output}, "of the plan's input");
  expect_right<double>(problem, options, {other.input, own.output}, "of the plan's output");
  Boxes spans = own;  // what lies behind the boxes is not the plan's
  spans.input[0].size = spans.output[0].size = 0;
  expect_right<double>(problem, options, spans, "of the plan, without their sizes");
}

TEST(Boxes, that_are_the_plans_own_hold_all_that_it_needs) {
  Problem batch = make_problem({7, 6, 10}, Transform::r2c);
  batch.fields = 3;
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    for (Problem problem : {make_problem({4, 5, 6}), batch, make_problem({9, 4})}) {
      problem.placement = placement;
      for (const Grid& grid : all_grids(world_size(), problem.extents.size())) {
        Options options = estimate(grid);
        expect_right_with_own(problem, options);
        options.work_memory = WorkMemory::small;
        if (small_memory_suits(problem, grid, options.packing)) {
          expect_right_with_own(problem, options);
        }
      }
    }
  }
}

TEST(Boxes, of_a_commit_that_is_refused_leave_the_one_before) {
  const Problem problem = make_problem({6, 8, 4});
  const Boxes mine{{planes({6, 8, 4})}, {planes({6, 8, 4})}};
  BoxPlan plan(problem, estimate({world_size(), 1}), mine, MPI_COMM_WORLD);
  const auto size = static_cast<std::size_t>(plan.input()[0].size);
  std::vector<Complex> in(2 * size, 1), out(size);
  EXPECT_THROW(plan.commit(nullptr, out.data()), ArgumentError);
  plan.commit(in.data(), out.data());
  EXPECT_THROW(plan.commit(in.data(), in.data()), ArgumentError);
  EXPECT_THROW(plan.commit(in.data(), in.data() + size - 1), ArgumentError);
  plan.forward();
  if (world_rank() == 0) {
    EXPECT_EQ(out[0], Complex(6 * 8 * 4));
  }
}

/// What forward and backward make of a field of ones, as Plan's tests of arrays do for any field.
void expect_ones_back(const BoxPlan& plan, const std::vector<double>& field,
                      const std::vector<Complex>& spectrum) {
  if (plan.output()[0].has(0, 0, 0)) {
    EXPECT_NEAR(std::abs(spectrum[0] - Complex(6 * 8 * 4)), 0, 1e-12);
  }
  for (const double value : field) EXPECT_NEAR(value, 6 * 8 * 4, 1e-11);
}

TEST(Boxes, of_other_arrays_leave_the_committed_ones) {
  const Problem problem = make_problem({6, 8, 4}, Transform::r2c);
  const Options options = estimate({world_size(), 1});
  const Plan own(problem, options, MPI_COMM_WORLD);
  const Layout in = planes({6, 8, 4}), out = planes({6, 8, 3});
  for (const Boxes& mine : {Boxes{{in}, {out}}, {{own.input()}, {out}}, {{in}, {own.output()}}}) {
    BoxPlan plan(problem, options, mine, MPI_COMM_WORLD);
    const auto reals = static_cast<std::size_t>(plan.input()[0].size);
    const auto waves = static_cast<std::size_t>(plan.output()[0].size);
    std::vector<double> committed(reals, 2), field(reals, 1);
    std::vector<Complex> committed_spectrum(waves), spectrum(waves);
    EXPECT_THROW(plan.forward(field, spectrum), ArgumentError);  // before commit
    plan.commit(committed.data(), committed_spectrum.data());
    committed.assign(reals, 2);
    plan.forward(field, spectrum);
    plan.backward(spectrum, field);
    expect_ones_back(plan, field, spectrum);
    EXPECT_EQ(committed, std::vector<double>(reals, 2));
    EXPECT_EQ(committed_spectrum, std::vector<Complex>(waves));
    EXPECT_THROW(plan.forward(spectrum, field), ArgumentError);
    plan.forward();
    plan.backward();
    for (double& value : committed) value /= 2;
    for (Complex& value : committed_spectrum) value /= 2;
    expect_ones_back(plan, committed, committed_spectrum);
  }
}

TEST(Boxes, receive_what_a_visitor_wrote) {
  const Problem problem = make_problem({4, 6, 8});
  BoxPlan plan(problem, estimate({world_size(), 1}), {{planes({4, 6, 8})}, {planes({4, 6, 8})}},
               MPI_COMM_WORLD);
  std::vector<Complex> in(static_cast<std::size_t>(plan.input()[0].size)), out(in);
  EXPECT_THROW(plan.forward(), ArgumentError);  // before commit
  plan.commit(in.data(), out.data());
  plan.forward([](const SpectrumRun& run) {
    const auto points = run.points<Complex>();
    for (std::size_t k = 0; k < points.size(); ++k) {
      points[k] = static_cast<double>(100 * run.at(0, k) + 10 * run.at(1, k) + run.at(2, k));
    }
  });
  const Layout& box = plan.output()[0];
  for (Index i = box.lo[0]; i < box.hi[0]; ++i) {
    EXPECT_EQ(out[static_cast<std::size_t>(box.offset(i, 3, 7))],
              Complex(static_cast<double>(100 * i + 37)));
  }
}

}  // namespace
}  // namespace taskfft
