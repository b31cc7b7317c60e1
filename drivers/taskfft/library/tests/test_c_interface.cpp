// The interface for C: codes and messages instead of exceptions, alike on all ranks.
#include <gtest/gtest.h>
#include <taskfft/taskfft.h>

#include <complex>
#include <string>
#include <vector>

namespace {

const int64_t kExtents[] = {6, 5, 4};

TEST(CInterface, a_round_trip_gives_the_field_times_its_points) {
  taskfft_plan* plan = nullptr;
  ASSERT_EQ(taskfft_create(&plan, 3, kExtents, nullptr, MPI_COMM_WORLD), TASKFFT_OK);
  taskfft_layout in{}, out{};
  ASSERT_EQ(taskfft_input(plan, &in), TASKFFT_OK);
  ASSERT_EQ(taskfft_output(plan, &out), TASKFFT_OK);
  EXPECT_EQ(in.dims, 3);
  double factor = 0;
  EXPECT_EQ(taskfft_round_trip_factor(plan, &factor), TASKFFT_OK);
  EXPECT_EQ(factor, 120);
  std::vector<double> waves(static_cast<std::size_t>(out.hi[0] - out.lo[0]) + 1, 7);
  EXPECT_EQ(taskfft_wave_numbers(plan, 0, waves.data()), TASKFFT_OK);
  EXPECT_EQ(waves.back(), 7);
  EXPECT_EQ(taskfft_wave_numbers(plan, 3, waves.data()), TASKFFT_ARGUMENT);
  std::vector<std::complex<double>> field(static_cast<std::size_t>(in.size) + 1);
  std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(out.size) + 1);
  ASSERT_EQ(taskfft_commit(plan, field.data(), spectrum.data()), TASKFFT_OK);
  field.assign(field.size(), {1, -2});
  EXPECT_EQ(taskfft_forward(plan), TASKFFT_OK);
  EXPECT_EQ(taskfft_backward(plan), TASKFFT_OK);
  for (std::size_t i = 0; i < static_cast<std::size_t>(in.size); ++i) {
    EXPECT_NEAR(std::abs(field[i] - std::complex<double>(120, -240)), 0, 1e-11);
  }
  taskfft_destroy(plan);
}

TEST(CInterface, other_arrays_and_shared_memory) {
  taskfft_plan *plan = nullptr, *other = nullptr;
  ASSERT_EQ(taskfft_create(&plan, 3, kExtents, "scaling=forward", MPI_COMM_WORLD), TASKFFT_OK);
  ASSERT_EQ(taskfft_create_sharing(&other, 3, kExtents, "scaling=backward", plan), TASKFFT_OK);
  taskfft_layout in{}, out{};
  taskfft_input(plan, &in);
  taskfft_output(plan, &out);
  std::vector<std::complex<double>> field(static_cast<std::size_t>(in.size) + 1);
  std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(out.size) + 1);
  for (taskfft_plan* each : {plan, other}) {
    ASSERT_EQ(taskfft_commit(each, field.data(), spectrum.data()), TASKFFT_OK);
    std::vector<std::complex<double>> field2(field.size(), {3, 4}), spectrum2(spectrum.size());
    EXPECT_EQ(taskfft_forward_on(each, field2.data(), spectrum2.data()), TASKFFT_OK);
    EXPECT_EQ(taskfft_backward_on(each, spectrum2.data(), field2.data()), TASKFFT_OK);
    for (const std::complex<double> value : field2) {
      EXPECT_NEAR(std::abs(value - std::complex<double>(3, 4)), 0, 1e-12);
    }
  }
  taskfft_plan* none = plan;
  EXPECT_EQ(taskfft_create_sharing(&none, 3, kExtents, "", nullptr), TASKFFT_ARGUMENT);
  EXPECT_EQ(none, nullptr);
  taskfft_destroy(plan);
  taskfft_destroy(other);
}

TEST(CInterface, what_one_rank_asks_wrong_fails_on_all) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  taskfft_plan* plan = nullptr;
  const char* const settings = rank == 0 ? "exchange=pigeon" : "exchange=p2p";
  EXPECT_EQ(taskfft_create(&plan, 3, kExtents, settings, MPI_COMM_WORLD), TASKFFT_ARGUMENT);
  EXPECT_EQ(plan, nullptr);
  EXPECT_NE(std::string(taskfft_message()).find("'pigeon' is not one of auto, shared"),
            std::string::npos)
      << taskfft_message();
}

TEST(CInterface, missing_arguments_are_named) {
  taskfft_plan* plan = nullptr;
  EXPECT_EQ(taskfft_create(&plan, 3, nullptr, "", MPI_COMM_WORLD), TASKFFT_ARGUMENT);
  EXPECT_NE(std::string(taskfft_message()).find("extents is NULL"), std::string::npos);
  EXPECT_EQ(taskfft_create(&plan, 4, kExtents, "", MPI_COMM_WORLD), TASKFFT_ARGUMENT);
  EXPECT_EQ(taskfft_forward(nullptr), TASKFFT_ARGUMENT);
  EXPECT_STREQ(taskfft_message(), "plan is NULL");
  taskfft_destroy(nullptr);
}

}  // namespace
