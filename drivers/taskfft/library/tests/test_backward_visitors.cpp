// What a visitor is shown of a spectrum on its way back, and what becomes of what it writes.
#include <gtest/gtest.h>

#include "boxes_support.hpp"
#include "engine/kernel_choice.hpp"
#include "visitors_support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

/// A plan with a spectrum, which backward is to leave alone out of place.
template <class Real>
class Spectrum {
 public:
  Spectrum(Case<Real>& c, const Problem& problem) : case_(c), problem_(problem) {
    for (int f = 0; f < problem.fields; ++f) {
      c.fill_input(global_field(problem, 5 + static_cast<std::uint64_t>(f)), f);
    }
    c.plan().forward();
    made_.assign(c.out(), c.out() + reals());
  }
  const std::vector<Real>& made() const { return made_; }
  bool stands() const { return std::equal(made_.begin(), made_.end(), case_.out()); }
  /// Puts it back, each element multiplied by its weight.
  void weigh_apart() {
    const Layout& layout = case_.plan().output();
    std::vector<Real> weighed = made_;
    const std::vector<Index> extents = spectrum_extents(problem_);
    const Index unit = output_element(problem_) == Element::real ? 1 : 2;
    for (int f = 0; f < problem_.fields; ++f) {
      SpectrumRun one{nullptr, {1, problem_.precision, unit == 2}, f, 0};
      for_each_element(layout, extents, [&](std::size_t local, std::size_t global) {
        for (std::size_t a = extents.size(); a-- > 0;) {
          one.first[a] = static_cast<Index>(global) % extents[a];
          global /= static_cast<std::size_t>(extents[a]);
        }
        const auto factor = static_cast<Real>(weight(one, extents.size(), 0));
        Real* const at =
            weighed.data() + f * layout.field_stride * unit + static_cast<Index>(local) * unit;
        for (Index part = 0; part < unit; ++part) at[part] *= factor;
      });
    }
    std::copy(weighed.begin(), weighed.end(), case_.out());
  }
  void put_back() { std::copy(made_.begin(), made_.end(), case_.out()); }

 private:
  std::size_t reals() const {
    const bool real = output_element(problem_) == Element::real;
    return static_cast<std::size_t>(case_.plan().output().size * (real ? 1 : 2));
  }
  Case<Real>& case_;
  const Problem& problem_;
  std::vector<Real> made_;
};

/// Backward with a visitor returns what a multiplication of the spectrum apart and backward() do,
/// and shows each point once.
template <class Real>
void expect_backward(const Problem& problem, const Options& options) {
  SCOPED_TRACE(describe(problem, options));
  Case<Real> c(problem, options);
  Spectrum<Real> spectrum(c, problem);
  Shown shown(problem);
  const auto visited = [&] {
    c.plan().backward([&](const SpectrumRun& run) {
      shown.add(run);
      weigh_points(problem, run);
    });
    return c.input_elements();
  };
  const std::vector<Complex> found = visited();
  if (problem.placement == Placement::out_of_place) {
    EXPECT_TRUE(spectrum.stands());
  }
  spectrum.put_back();
  EXPECT_EQ(visited(), found);
  for (const int times : shown.everywhere()) EXPECT_EQ(times, 2 * problem.fields);
  spectrum.weigh_apart();
  c.plan().backward();
  EXPECT_LE(deviation(found, c.input_elements()), 8 * c.tolerance());
}

void expect(Problem problem, const Options& options, bool single) {
  problem.precision = single ? Precision::float32 : Precision::float64;
  (single ? expect_backward<float> : expect_backward<double>)(problem, options);
}

TEST(BackwardVisitors, are_shown_each_point_once_and_what_they_write_is_transformed) {
  int count = 0;
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    for (Problem problem : problems()) {
      if (problem.extents.size() == 1) continue;
      problem.placement = placement;
      for (const Grid& grid : all_grids(world_size(), problem.extents.size())) {
        Options options = varied(count, grid);
        options.scaling = count % 5 < 2 ? Scaling::symmetric : Scaling::none;
        options.scheduler = count % 7 == 0 ? Scheduler::fork_join : Scheduler::graph;
        options.threads = 1 + count % 3;
        const bool single = count++ % 4 >= 2;
        expect(problem, options, single);
        options.order = options.order == Order::natural ? Order::transposed : Order::natural;
        expect(problem, options, single);
        if (!small_memory_suits(problem, grid, options.packing)) continue;
        options.scheduler = Scheduler::graph;
        options.work_memory = WorkMemory::small;
        options.order = Order::transposed;
        expect(problem, options, single);
      }
    }
  }
}

// Some lines of a plane at a time, in both kernels, and planes that are cut between threads.
TEST(BackwardVisitors, are_shown_planes_of_many_lines) {
  int count = 0;
  for (const Order order : {Order::transposed, Order::natural}) {
    for (const LineKernel kernel : {LineKernel::lanes, on_rows().kernel}) {
      for (const std::vector<Index>& extents : {std::vector<Index>{96, 330, 3}, {96, 3, 330}}) {
        Options options = estimate({world_size(), 1});
        options.order = order;
        options.kernel = kernel;
        options.stores = count % 2 == 0 ? Stores::streaming : Stores::cached;
        options.threads = count++ % 3 == 0 ? 7 : 1;
        expect_backward<double>(make_problem(extents), options);
        Problem truncated = make_problem(extents, Transform::r2c);
        truncated.kept = {32, extents[1] / 3, extents[2] / 3};
        expect_backward<double>(truncated, options);
      }
    }
  }
}

TEST(BackwardVisitors, are_shown_runs_in_the_order_of_the_spectrum) {
  for (const Order order : {Order::transposed, Order::natural}) {
    Options options = estimate({world_size(), 1});
    options.order = order;
    Case<double> c(make_problem({12, 10, 14}, Transform::r2c), options);
    const Layout& layout = c.plan().output();
    std::atomic<int> others{0};
    c.plan().backward([&](const SpectrumRun& run) {
      if (layout.stride[static_cast<std::size_t>(run.axis)] != 1) ++others;
    });
    EXPECT_EQ(others.load(), 0);
  }
}

TEST(BackwardVisitors, may_come_with_other_arrays) {
  const Problem problem = make_problem({6, 8, 10}, Transform::r2c);
  Case<double> c(problem, estimate({world_size(), 1}));
  std::vector<double> field(static_cast<std::size_t>(c.plan().input().size), 1.0);
  std::vector<Complex> spectrum(static_cast<std::size_t>(c.plan().output().size));
  c.plan().forward(field, spectrum);
  const std::vector<Complex> kept = spectrum;
  c.plan().backward(spectrum, field, [](const SpectrumRun& run) {
    for (Complex& point : run.points<Complex>()) point *= 0.5;
  });
  for (const double value : field) EXPECT_NEAR(value, 240, 1e-9);
  EXPECT_EQ(spectrum, kept);
  c.plan().backward(spectrum, field, nullptr);  // no visitor
  for (const double value : field) EXPECT_NEAR(value, 480, 1e-9);
  EXPECT_THROW(c.plan().backward(field, field, nullptr), ArgumentError);
}

TEST(BackwardVisitors, that_are_on_some_ranks_only_leave_the_others_as_they_are) {
  const Problem problem = make_problem({6, 8, 10});
  Case<double> c(problem, estimate({world_size(), 1}));
  c.fill_input(std::vector<Complex>(480, 1.0));
  c.plan().forward();
  const bool first = c.plan().output().has(0, 0, 0);  // where the mean is
  const SpectrumVisitor twice = [](const SpectrumRun& run) {
    for (Complex& point : run.points<Complex>()) point *= 2;
  };
  c.plan().backward(first ? twice : SpectrumVisitor{});
  for (const Complex& value : c.input_elements()) EXPECT_NEAR(value.real(), 2 * 480, 1e-9);
}

TEST(BackwardVisitors, of_plans_between_boxes_leave_the_spectrum_alone) {
  const std::vector<Index> extents{6, 5, 8};
  for (const bool others : {false, true}) {
    const Boxes mine{{planes(extents)}, {planes(extents)}};
    BoxPlan plan(make_problem(extents), estimate({world_size(), 1}), mine, MPI_COMM_WORLD);
    const auto size = static_cast<std::size_t>(plan.input()[0].size);
    std::vector<Complex> field(size), spectrum(size);
    plan.commit(field, spectrum);
    field.assign(size, 1);
    plan.forward();
    const std::vector<Complex> kept = spectrum;
    Shown shown(make_problem(extents));
    const SpectrumVisitor visit = [&](const SpectrumRun& run) {
      shown.add(run);
      for (Complex& point : run.points<Complex>()) point *= 2;
    };
    std::vector<Complex> other(size);
    others ? plan.backward(spectrum, other, visit) : plan.backward(visit);
    for (const Complex& value : others ? other : field) EXPECT_NEAR(value.real(), 480, 1e-9);
    EXPECT_EQ(spectrum, kept);
    for (const int times : shown.everywhere()) EXPECT_EQ(times, 1);
  }
}

TEST(BackwardVisitors, that_throw_end_the_plan) {
  Case<double> c(make_problem({12, 12, 12}), estimate({world_size(), 1}));
  const SpectrumVisitor fails = [](const SpectrumRun&) { throw Error("no such wave"); };
  EXPECT_THROW(c.plan().backward(fails), Error);
  EXPECT_THROW(c.plan().backward(), Error);
}

TEST(BackwardVisitors, are_not_for_one_dimension) {
  Case<double> c(make_problem({36}), estimate({world_size(), 1}));
  EXPECT_THROW(c.plan().backward(nullptr), ArgumentError);
  std::vector<Complex> field(static_cast<std::size_t>(c.plan().input().size));
  std::vector<Complex> spectrum(static_cast<std::size_t>(c.plan().output().size));
  EXPECT_THROW(c.plan().backward(spectrum, field, nullptr), ArgumentError);
  c.plan().backward();
}

TEST(BackwardVisitors, need_a_commit) {
  Plan plan(make_problem({4, 4, 4}), estimate({world_size(), 1}), MPI_COMM_WORLD);
  EXPECT_THROW(plan.backward(nullptr), Error);
}

}  // namespace
}  // namespace taskfft
