// What commit does to the arrays, and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

/// Arrays with numbers in them, each `shift` reals behind an address that suits FFTW.
struct Arrays {
  Arrays(const Plan& plan, std::size_t shift, double number)
      : first(2 * static_cast<std::size_t>(plan.input().size) + shift, number),
        second(2 * static_cast<std::size_t>(plan.output().size) + shift, number),
        in(first.data() + shift),
        out(second.data() + shift) {}
  std::vector<double> first, second;
  double* in;
  double* out;
};

TEST(Commit, a_second_time_destroys_nothing_and_tries_nothing) {
  for (const Transform transform : {Transform::c2c, Transform::r2c, Transform::dct2}) {
    for (const LineKernel kernel : {LineKernel::automatic, LineKernel::fftw}) {
      for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
        const Problem problem = make_problem({12, 16, 10}, transform, placement);
        Options options;
        options.kernel = kernel;
        SCOPED_TRACE(describe(problem, options));
        Plan plan(problem, options, MPI_COMM_WORLD);
        const bool in_place = placement == Placement::in_place;
        Arrays first(plan, 0, 0.5);
        plan.commit(first.in, in_place ? first.in : first.out);
        const int trials = plan.effective().trials.settings;
        for (const std::size_t shift : {1U, 0U}) {
          Arrays arrays(plan, shift, 0.75);
          const Arrays before(plan, shift, 0.75);
          plan.commit(arrays.in, in_place ? arrays.in : arrays.out);
          EXPECT_EQ(arrays.first, before.first);
          EXPECT_EQ(arrays.second, before.second);
          EXPECT_EQ(plan.effective().trials.settings, trials);
        }
      }
    }
  }
}

TEST(Commit, tries_our_own_rows_beside_those_of_fftw) {
  for (const Problem& problem :
       {make_problem({12, 16, 10}, Transform::dct2), make_problem({12, 16, 9}, Transform::r2c)}) {
    const bool rows_alone = problem.transform == Transform::dct2;
    Case<double> tried(problem, Options{});
    const Effective effective = tried.plan().effective();
    EXPECT_EQ(effective.trials.settings, rows_alone ? 2 : 5);
    EXPECT_TRUE(!rows_alone || effective.options.kernel != LineKernel::lanes);
    const std::vector<Complex> field = global_field(problem, 1);
    for (const Effort effort : {Effort::estimate, Effort::measure}) {
      Case<double> own(problem, {.effort = effort, .kernel = LineKernel::own});
      EXPECT_EQ(own.plan().effective().options.kernel, LineKernel::own);
      own.fill_input(field);
      own.plan().forward();
      EXPECT_LE(own.output_error(serial_forward(problem, field)), own.tolerance());
      own.plan().backward();
      EXPECT_LE(own.input_error(field, round_trip_scale(problem)), 2 * own.tolerance());
    }
  }
}

TEST(Commit, trials_leave_finite_numbers) {
  Problem problem = make_problem({16, 16, 16});
  problem.precision = Precision::float32;
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    problem.placement = placement;
    Plan plan(problem, {}, MPI_COMM_WORLD);
    const auto size = static_cast<std::size_t>(std::max(plan.input().size, plan.output().size));
    std::vector<float> in(2 * size, 1e30F), out(2 * size, 1e30F);
    plan.commit(in.data(), placement == Placement::in_place ? in.data() : out.data());
    const auto finite = [](float number) { return std::isfinite(number); };
    EXPECT_TRUE(std::all_of(in.begin(), in.end(), finite));
    EXPECT_TRUE(std::all_of(out.begin(), out.end(), finite));
  }
}

TEST(Commit, an_error_of_one_rank_reaches_all_and_is_not_the_end) {
  const Problem problem = make_problem({8, 12, 10});
  const std::vector<Complex> field = global_field(problem, 2);
  Case<double> c(problem, estimate({world_size(), 1}));
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const bool wrong = rank == world_size() - 1;
  try {
    c.plan().commit(c.in(), wrong ? c.in() : c.out());
    ADD_FAILURE() << "commit was given one array twice on the last rank";
  } catch (const ArgumentError& error) {
    EXPECT_NE(std::string(error.what()).find("one array twice"), std::string::npos);
    const bool names_rank = std::string(error.what()).find("rank ") != std::string::npos;
    EXPECT_EQ(names_rank, !wrong) << error.what();
  }
  c.fill_input(field);
  c.plan().forward();  // with the arrays of the first commit
  EXPECT_LE(c.output_error(serial_forward(problem, field)), c.tolerance());
}

TEST(Commit, arrays_that_overlap_are_refused) {
  const Problem problem = make_problem({8, 12, 10});
  Plan plan(problem, estimate({world_size(), 1}), MPI_COMM_WORLD);
  const auto in = static_cast<std::size_t>(plan.input().size);
  const auto out = static_cast<std::size_t>(plan.output().size);
  std::vector<Complex> memory(in + out);
  if (plan.input().size > 0 && plan.output().size > 0) {
    EXPECT_THROW(plan.commit(memory.data(), memory.data() + in - 1), ArgumentError);
    EXPECT_THROW(plan.commit(memory.data() + out - 1, memory.data()), ArgumentError);
  }
  plan.commit(memory.data(), memory.data() + in);
  plan.commit(memory.data() + out, memory.data());
}

TEST(Commit, chooses_the_same_on_all_ranks) {
  // With lines that only some ranks have.
  for (const std::vector<Index>& extents : {std::vector<Index>{6, 1}, {1, 1024}, {2, 2, 64}}) {
    const Transform transform = extents.size() == 2 ? Transform::r2c : Transform::c2c;
    const Problem problem = make_problem(extents, transform);
    Case<double> c(problem, estimate({0, 0}));
    const Options& options = c.plan().effective().options;
    const int mine = 10 * static_cast<int>(options.kernel) + static_cast<int>(options.stores);
    int least = mine, most = mine;
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    EXPECT_EQ(least, most) << describe(problem, options);
  }
}

}  // namespace
}  // namespace taskfft
