// What a visitor is shown of the spectrum, and what becomes of what it writes.
#include <gtest/gtest.h>

#include <atomic>

#include "engine/kernel_choice.hpp"
#include "visitors_support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

std::size_t points_of(const Layout& layout) {
  std::size_t points = 1;
  for (std::size_t a = 0; a < layout.lo.size(); ++a) {
    points *= static_cast<std::size_t>(layout.hi[a] - layout.lo[a]);
  }
  return points;
}

/// Where a point should lie, in reals from the beginning of the array.
Index place_of(const Layout& layout, const SpectrumRun& run, std::size_t point) {
  Index at = run.field * layout.field_stride;
  for (std::size_t a = 0; a < layout.lo.size(); ++a) {
    const Index k = run.at(static_cast<int>(a), point);
    EXPECT_TRUE(layout.lo[a] <= k && k < layout.hi[a]) << k << " along axis " << a;
    at += (k - layout.lo[a]) * layout.stride[a];
  }
  return at * (run.type.is_complex ? 2 : 1);
}

/// The spectrum of a visited transform has the bits of forward() times the weights, and each of its
/// points was shown once, with its own indices.
template <class Real>
void expect_each_point_once(const Problem& problem, const Options& options) {
  SCOPED_TRACE(describe(problem, options));
  const std::size_t dims = problem.extents.size();
  Case<Real> c(problem, options);
  const auto fill = [&] {
    for (int f = 0; f < problem.fields; ++f) {
      c.fill_input(global_field(problem, 5 + static_cast<std::uint64_t>(f)), f);
    }
  };
  const bool real = output_element(problem) == Element::real;
  const Layout& layout = c.plan().output();
  std::vector<std::atomic<int>> shown(static_cast<std::size_t>(layout.size));
  std::atomic<std::size_t> misplaced{0};
  fill();
  c.plan().forward([&](const SpectrumRun& run) {
    for (std::size_t k = 0; k < run.type.size; ++k) {
      const Index place = place_of(layout, run, k);
      const Index size = real ? 1 : 2;
      const Real* const there = static_cast<Real*>(run.data) + static_cast<Index>(k) * size;
      if (c.out() + place != there) ++misplaced;
      ++shown[static_cast<std::size_t>(place / size)];
    }
    weigh_points(problem, run);
  });
  const std::vector<Complex> visited = c.output_elements();
  EXPECT_EQ(misplaced.load(), 0U);
  std::size_t points = 0;
  for (const std::atomic<int>& times : shown) {
    EXPECT_LE(times.load(), 1);
    points += static_cast<std::size_t>(times.load());
  }
  EXPECT_EQ(points, points_of(layout) * static_cast<std::size_t>(problem.fields));

  fill();
  c.plan().forward();
  std::vector<Complex> expected = c.output_elements();
  std::size_t n = 0;
  for (int f = 0; f < problem.fields; ++f) {  // output_elements() is in C order, too
    SpectrumRun one{nullptr, {1, problem.precision, !real}, f, 0};
    std::vector<Index> at = layout.lo;
    for_each_element(layout, problem.extents, [&](std::size_t, std::size_t global) {
      for (std::size_t a = dims; a-- > 0;) {
        one.first[a] = static_cast<Index>(global) % problem.extents[a];
        global /= static_cast<std::size_t>(problem.extents[a]);
      }
      expected[n++] *= weight(one, dims, 0);
    });
  }
  EXPECT_EQ(visited, expected);
}

TEST(Visitors, are_shown_each_point_once_and_keep_what_they_write) {
  int count = 0;
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    for (Problem problem : problems()) {
      problem.placement = placement;
      for (const Grid& grid : all_grids(world_size(), problem.extents.size())) {
        Options options = varied(count, grid);
        options.scaling = count % 5 == 0 ? Scaling::forward : Scaling::none;
        options.threads = 1 + count % 3;
        problem.precision = count % 4 < 2 ? Precision::float64 : Precision::float32;
        const auto expect = problem.precision == Precision::float64 ? expect_each_point_once<double>
                                                                    : expect_each_point_once<float>;
        ++count;
        expect(problem, options);
        if (!small_memory_suits(problem, grid, options.packing)) continue;
        options.work_memory = WorkMemory::small;
        options.order = Order::transposed;
        expect(problem, options);
      }
    }
  }
}

// Whole planes would be too few for the threads: two passes are tasks of their own.
TEST(Visitors, on_threads_are_shown_planes_that_are_cut_once) {
  Options options = estimate({world_size(), 1});
  options.threads = 3;
  expect_each_point_once<double>(make_problem({64, 128, 2}), options);
  expect_each_point_once<double>(make_problem({2, 256, 96}, Transform::r2c), options);
}

TEST(Visitors, may_come_with_other_arrays) {
  const Problem problem = make_problem({6, 8, 10}, Transform::r2c);
  Case<double> c(problem, estimate({world_size(), 1}));
  std::vector<double> field(static_cast<std::size_t>(c.plan().input().size), 1.0);
  std::vector<Complex> spectrum(static_cast<std::size_t>(c.plan().output().size));
  const bool first = c.plan().output().has(0, 0, 0);
  c.plan().forward(field, spectrum, [](const SpectrumRun& run) {
    for (Complex& point : run.points<Complex>()) point *= 0.5;
  });
  if (first) {
    EXPECT_NEAR(std::abs(spectrum[0]), 240, 1e-9);
  }
  c.plan().forward(field, spectrum, nullptr);  // no visitor
  if (first) {
    EXPECT_NEAR(std::abs(spectrum[0]), 480, 1e-9);
  }
}

TEST(Visitors, that_ask_for_other_elements_are_refused) {
  Case<double> c(make_problem({4, 4, 4}), estimate({world_size(), 1}));
  int refused = 0;
  c.plan().forward([&refused](const SpectrumRun& run) {
    EXPECT_THROW(run.points<std::complex<float>>(), ArgumentError);
    EXPECT_THROW(run.points<double>(), ArgumentError);
    ++refused;
  });
  EXPECT_EQ(refused > 0, points_of(c.plan().output()) > 0);
}

template <class Real>
std::vector<Complex> weighed_round_trip(Case<Real>& c, const Problem& problem, bool in_one,
                                        Shown& shown) {
  for (int f = 0; f < problem.fields; ++f) {
    c.fill_input(global_field(problem, 5 + static_cast<std::uint64_t>(f)), f);
  }
  const SpectrumVisitor visit = [&](const SpectrumRun& run) {
    shown.add(run);
    weigh_points(problem, run);
  };
  if (in_one) {
    c.plan().round_trip(visit);
  } else {
    c.plan().forward(visit);
    c.plan().backward();
  }
  return c.input_elements();
}

/// A round trip multiplies each point once, and returns what forward() and backward() do.
template <class Real>
void expect_round_trip(const Problem& problem, const Options& options) {
  SCOPED_TRACE(describe(problem, options));
  Case<Real> c(problem, options);
  Shown in_one(problem), in_two(problem);
  const std::vector<Complex> found = weighed_round_trip(c, problem, true, in_one);
  const std::vector<Complex> again = weighed_round_trip(c, problem, true, in_one);
  const std::vector<Complex> expected = weighed_round_trip(c, problem, false, in_two);
  for (const int times : in_one.everywhere()) EXPECT_EQ(times, 2 * problem.fields);
  EXPECT_EQ(found, again);
  EXPECT_LE(deviation(found, expected), 8 * c.tolerance());
}

TEST(RoundTrips, in_one_are_forward_and_backward) {
  int count = 0;
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    for (Problem problem : problems()) {
      problem.placement = placement;
      for (const Grid& grid : all_grids(world_size(), problem.extents.size())) {
        Options options = varied(count, grid);
        options.round_trips = true;
        options.scaling = count % 5 < 2 ? Scaling::symmetric : Scaling::none;
        options.scheduler = count % 7 == 0 ? Scheduler::fork_join : Scheduler::graph;
        options.threads = 1 + count % 3;
        problem.precision = count % 4 < 2 ? Precision::float64 : Precision::float32;
        ++count;
        const auto expect = problem.precision == Precision::float64 ? expect_round_trip<double>
                                                                    : expect_round_trip<float>;
        expect(problem, options);
        options.exchange = Exchange::automatic;
        options.packing = Packing::fused;
        options.order = count % 2 == 0 ? Order::natural : Order::transposed;
        expect(problem, options);
      }
    }
  }
}

// In natural order messages of a round trip may be larger than those of its two directions.
TEST(RoundTrips, have_room_for_joined_messages) {
  const Problem problem = make_problem({64, 64, 80});
  Options options = estimate({world_size(), 1});
  options.round_trips = true;
  options.order = Order::natural;
  options.exchange = Exchange::joined;
  for (const int groups : {4, 16}) {
    options.message_groups = groups;
    expect_round_trip<double>(problem, options);
  }
}

// Planes that are cut, and planes of several blocks.
TEST(RoundTrips, have_the_same_bits_on_threads) {
  for (const Order order : {Order::transposed, Order::natural}) {
    const Problem problem = make_problem({96, 10, 130}, Transform::r2c);
    Options options = estimate({world_size(), 1});
    options.round_trips = true;
    options.order = order;
    Case<double> alone(problem, options);
    options.threads = 7;
    Case<double> together(problem, options);
    Shown shown(problem);
    EXPECT_EQ(weighed_round_trip(alone, problem, true, shown),
              weighed_round_trip(together, problem, true, shown));
    for (const int times : shown.everywhere()) EXPECT_EQ(times, 2);
  }
}

// Some lines of a plane at a time, here 32, or where they lie side by side 160.
TEST(RoundTrips, turn_planes_of_many_lines) {
  int count = 0;
  for (const Order order : {Order::transposed, Order::natural}) {
    for (const LineKernel kernel : {LineKernel::lanes, on_rows().kernel}) {
      for (const std::vector<Index>& extents : {std::vector<Index>{96, 330, 3}, {96, 3, 330}}) {
        for (const Stores stores : {Stores::streaming, Stores::cached}) {
          Options options = estimate({world_size(), 1});
          options.round_trips = true;
          options.order = order;
          options.kernel = kernel;
          options.scaling = count++ % 3 == 0 ? Scaling::none : Scaling::backward;
          options.stores = stores;
          expect_round_trip<double>(make_problem(extents), options);
        }
      }
    }
  }
}

TEST(RoundTrips, that_cannot_be_one_are_two_and_say_so) {
  Options options = estimate({world_size(), 1});
  options.round_trips = true;
  const Problem problem = make_problem({12, 10});
  Case<double> c(problem, options);
  EXPECT_FALSE(c.plan().effective().options.round_trips);
  ASSERT_EQ(c.plan().effective().notes.size(), 1U);
  EXPECT_NE(c.plan().effective().notes[0].find("three dimensions"), std::string::npos);
  expect_round_trip<double>(problem, options);
}

TEST(Visitors, that_throw_end_the_plan) {
  Case<double> c(make_problem({12, 12, 12}), estimate({world_size(), 1}));
  const SpectrumVisitor fails = [](const SpectrumRun&) { throw Error("no such wave"); };
  EXPECT_THROW(c.plan().forward(fails), Error);
  EXPECT_THROW(c.plan().forward(), Error);
  Options in_one = estimate({world_size(), 1});
  in_one.round_trips = true;
  Case<double> other(make_problem({12, 12, 12}), in_one);
  EXPECT_THROW(other.plan().round_trip(fails), Error);
  EXPECT_THROW(other.plan().round_trip(nullptr), Error);
}

}  // namespace
}  // namespace taskfft
