// What C is shown of a spectrum while it is made.
#include <gtest/gtest.h>
#include <taskfft/taskfft.h>

#include <complex>
#include <string>
#include <vector>

namespace {

const int64_t kExtents[] = {6, 5, 4};

/// What a visitor has seen of one rank's spectrum.
struct Seen {
  taskfft_layout layout{};
  const std::complex<double>* spectrum = nullptr;
  int64_t points = 0;
  int64_t misplaced = 0;
};

int double_and_count(const taskfft_run* run, void* user) {
  Seen& seen = *static_cast<Seen*>(user);
  auto* const points = static_cast<std::complex<double>*>(run->data);
  int64_t place = 0;
  for (int a = 0; a < run->dims; ++a) {
    place += (run->first[a] - seen.layout.lo[a]) * seen.layout.stride[a];
  }
  if (points != seen.spectrum + place || seen.layout.stride[run->axis] != 1) ++seen.misplaced;
  seen.points += run->points;
  for (int64_t p = 0; p < run->points; ++p) points[p] *= 2;
  return 0;
}

TEST(CVisitors, visitors_are_shown_the_spectrum) {
  taskfft_plan* plan = nullptr;
  ASSERT_EQ(taskfft_create(&plan, 3, kExtents, "scaling=backward", MPI_COMM_WORLD), TASKFFT_OK);
  taskfft_layout in{};
  Seen seen;
  taskfft_input(plan, &in);
  taskfft_output(plan, &seen.layout);
  std::vector<std::complex<double>> field(static_cast<std::size_t>(in.size) + 1);
  std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(seen.layout.size) + 1);
  seen.spectrum = spectrum.data();
  ASSERT_EQ(taskfft_commit(plan, field.data(), spectrum.data()), TASKFFT_OK);
  field.assign(field.size(), {1, -2});
  EXPECT_EQ(taskfft_forward_visiting(plan, double_and_count, &seen), TASKFFT_OK);
  EXPECT_EQ(seen.points, seen.layout.size);
  EXPECT_EQ(seen.misplaced, 0);
  EXPECT_EQ(taskfft_forward_visiting(plan, nullptr, nullptr), TASKFFT_OK);
  EXPECT_EQ(seen.points, seen.layout.size);
  taskfft_destroy(plan);
}

/// The others have nothing.
taskfft_layout all_on_the_first_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  taskfft_layout box{.dims = 3, .lo = {}, .hi = {}, .stride = {}, .size = 0, .field_stride = 0};
  for (int a = 0; a < 3; ++a) box.hi[a] = rank == 0 ? kExtents[a] : 0;
  return box;
}

TEST(CVisitors, round_trips_bring_back_what_a_visitor_makes_of_the_spectrum) {
  const taskfft_layout box = all_on_the_first_rank();
  const char* const settings = "scaling=backward round_trips=true";
  taskfft_plan *own = nullptr, *boxes = nullptr;
  ASSERT_EQ(taskfft_create(&own, 3, kExtents, settings, MPI_COMM_WORLD), TASKFFT_OK);
  ASSERT_EQ(taskfft_create_boxes(&boxes, 3, kExtents, settings, 1, &box, 1, &box, MPI_COMM_WORLD),
            TASKFFT_OK);
  const auto twice = [](const taskfft_run* run, void*) {
    auto* const points = static_cast<std::complex<double>*>(run->data);
    for (int64_t p = 0; p < run->points; ++p) points[p] *= 2;
    return 0;
  };
  for (taskfft_plan* plan : {own, boxes}) {
    std::vector<std::complex<double>> field(121), spectrum(121);
    ASSERT_EQ(taskfft_commit(plan, field.data(), spectrum.data()), TASKFFT_OK);
    field.assign(field.size(), {1, -2});
    EXPECT_EQ(taskfft_round_trip(plan, twice, nullptr), TASKFFT_OK) << taskfft_message();
    taskfft_layout in{};
    taskfft_input(plan, &in);
    for (std::size_t i = 0; i < static_cast<std::size_t>(in.size); ++i) {
      EXPECT_NEAR(std::abs(field[i] - std::complex<double>(2, -4)), 0, 1e-13);
    }
    taskfft_destroy(plan);
  }
}

TEST(CVisitors, backward_transforms_what_a_visitor_makes_of_the_spectrum) {
  taskfft_plan* plan = nullptr;
  ASSERT_EQ(taskfft_create(&plan, 3, kExtents, "scaling=backward", MPI_COMM_WORLD), TASKFFT_OK);
  std::vector<std::complex<double>> field(121), spectrum(121);
  ASSERT_EQ(taskfft_commit(plan, field.data(), spectrum.data()), TASKFFT_OK);
  taskfft_layout in{};
  taskfft_input(plan, &in);
  field.assign(field.size(), {1, -2});
  EXPECT_EQ(taskfft_forward(plan), TASKFFT_OK);
  const auto times = [](const taskfft_run* run, void* user) {
    auto* const points = static_cast<std::complex<double>*>(run->data);
    for (int64_t p = 0; p < run->points; ++p) points[p] *= *static_cast<double*>(user);
    return 0;
  };
  for (double factor : {2.0, -3.0}) {  // of the same spectrum
    EXPECT_EQ(taskfft_backward_visiting(plan, times, &factor), TASKFFT_OK) << taskfft_message();
    for (std::size_t i = 0; i < static_cast<std::size_t>(in.size); ++i) {
      EXPECT_NEAR(std::abs(field[i] - factor * std::complex<double>(1, -2)), 0, 1e-13);
    }
  }
  EXPECT_EQ(taskfft_backward_visiting(plan, nullptr, nullptr), TASKFFT_OK);
  taskfft_destroy(plan);
}

TEST(CVisitors, what_a_visitor_returns_ends_the_plan) {
  taskfft_plan* plan = nullptr;
  ASSERT_EQ(taskfft_create(&plan, 3, kExtents, "exchange=p2p", MPI_COMM_WORLD), TASKFFT_OK);
  std::vector<std::complex<double>> field(121), spectrum(121);
  ASSERT_EQ(taskfft_commit(plan, field.data(), spectrum.data()), TASKFFT_OK);
  taskfft_layout out{};
  taskfft_output(plan, &out);
  const auto fail = [](const taskfft_run*, void*) { return 3; };
  const int code = taskfft_forward_visiting(plan, fail, nullptr);
  if (out.size > 0) {
    EXPECT_EQ(code, TASKFFT_FAILURE);
    EXPECT_NE(taskfft_forward(plan), TASKFFT_OK);
  }
  taskfft_destroy(plan);
}

TEST(CVisitors, what_a_visitor_throws_does_not_leave_the_interface) {
  taskfft_plan* plan = nullptr;
  ASSERT_EQ(taskfft_create(&plan, 3, kExtents, "exchange=p2p", MPI_COMM_SELF), TASKFFT_OK);
  std::vector<std::complex<double>> field(120), spectrum(120);
  ASSERT_EQ(taskfft_commit(plan, field.data(), spectrum.data()), TASKFFT_OK);
  const auto fail = [](const taskfft_run*, void*) -> int { throw 3; };
  EXPECT_EQ(taskfft_forward_visiting(plan, fail, nullptr), TASKFFT_FAILURE);
  taskfft_destroy(plan);
}

}  // namespace
