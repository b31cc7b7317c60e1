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

/// This rank's part of an array that is cut along one axis, in a larger one.
taskfft_layout part_of(const int64_t* extents, int axis, int64_t ghosts) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  taskfft_layout box{.dims = 3, .lo = {}, .hi = {}, .stride = {}, .size = 0, .field_stride = 0};
  for (int a = 0; a < 3; ++a) box.hi[a] = extents[a];
  box.lo[axis] = extents[axis] * rank / ranks;
  box.hi[axis] = extents[axis] * (rank + 1) / ranks;
  if (ghosts == 0) return box;  // without strides
  box.stride[2] = 1;
  box.stride[1] = box.hi[2] - box.lo[2] + 2 * ghosts;
  box.stride[0] = box.stride[1] * (box.hi[1] - box.lo[1] + 2 * ghosts);
  return box;
}

TEST(CInterface, boxes_of_the_callers_choice) {
  const taskfft_layout before = part_of(kExtents, 2, 1), after = part_of(kExtents, 1, 0);
  taskfft_plan* plan = nullptr;
  ASSERT_EQ(taskfft_create_boxes(&plan, 3, kExtents, "scaling=forward", 1, &before, 1, &after,
                                 MPI_COMM_WORLD),
            TASKFFT_OK)
      << taskfft_message();
  taskfft_layout in{}, out{};
  ASSERT_EQ(taskfft_input(plan, &in), TASKFFT_OK);
  ASSERT_EQ(taskfft_output(plan, &out), TASKFFT_OK);
  EXPECT_EQ(in.stride[1], before.stride[1]);
  EXPECT_EQ(out.stride[0], (after.hi[1] - after.lo[1]) * 4);
  std::vector<double> waves(6);
  EXPECT_EQ(taskfft_wave_numbers(plan, 0, waves.data()), TASKFFT_OK);
  using Complex = std::complex<double>;
  std::vector<Complex> field(static_cast<std::size_t>(in.size) + 1, {1, -2}), spectrum(121);
  ASSERT_EQ(taskfft_commit(plan, field.data(), spectrum.data()), TASKFFT_OK);
  std::vector<Complex> other(field), others(spectrum);
  EXPECT_EQ(taskfft_forward(plan), TASKFFT_OK);
  EXPECT_EQ(taskfft_forward_on(plan, other.data(), others.data()), TASKFFT_OK);
  EXPECT_EQ(spectrum, others);
  if (out.lo[1] == 0 && out.hi[1] > 0) {
    EXPECT_NEAR(std::abs(spectrum[0] - Complex(1, -2)), 0, 1e-14);
  }
  EXPECT_EQ(taskfft_backward_on(plan, others.data(), other.data()), TASKFFT_OK);
  for (const Complex value : other) EXPECT_NEAR(std::abs(value - Complex(1, -2)), 0, 1e-14);
  taskfft_plan* borrower = nullptr;
  EXPECT_EQ(taskfft_create_sharing(&borrower, 3, kExtents, "", plan), TASKFFT_ARGUMENT);
  EXPECT_STREQ(taskfft_message(),
               "lender is a plan between boxes, which lends memory to such plans alone");
  ASSERT_EQ(taskfft_create_boxes_sharing(&borrower, 3, kExtents, "scaling=forward", 1, &before, 1,
                                         &after, plan),
            TASKFFT_OK)
      << taskfft_message();
  EXPECT_LT(std::stol(taskfft_setting(borrower, "work_bytes")),
            std::stol(taskfft_setting(plan, "work_bytes")));
  ASSERT_EQ(taskfft_commit(borrower, other.data(), others.data()), TASKFFT_OK);
  other.assign(other.size(), {1, -2});
  EXPECT_EQ(taskfft_forward(borrower), TASKFFT_OK);
  EXPECT_EQ(spectrum, others);
  taskfft_destroy(borrower);
  taskfft_destroy(plan);
}

TEST(CInterface, plans_tell_what_they_do) {
  const taskfft_layout before = part_of(kExtents, 2, 0), after = part_of(kExtents, 1, 0);
  const char* const settings = "precision=single order=natural work_memory=small";
  taskfft_plan *own = nullptr, *boxes = nullptr;
  ASSERT_EQ(taskfft_create(&own, 3, kExtents, settings, MPI_COMM_WORLD), TASKFFT_OK);
  ASSERT_EQ(
      taskfft_create_boxes(&boxes, 3, kExtents, settings, 1, &before, 1, &after, MPI_COMM_WORLD),
      TASKFFT_OK);
  for (taskfft_plan* plan : {own, boxes}) {
    const char* const precision = taskfft_setting(plan, "precision");
    const char* const note = taskfft_note(plan, 0);
    EXPECT_STREQ(taskfft_setting(plan, "work_memory"), "full");
    EXPECT_STREQ(taskfft_setting(plan, "order"), "natural");
    EXPECT_EQ(taskfft_note(plan, 1), nullptr);
    EXPECT_STREQ(taskfft_message(), "there is no such note: the plan has 1");
    EXPECT_EQ(taskfft_setting(plan, "colour"), nullptr);
    EXPECT_NE(std::string(taskfft_message()).find("no setting 'colour'"), std::string::npos);
    EXPECT_STREQ(precision, "single");
    ASSERT_NE(note, nullptr);
    EXPECT_NE(std::string(note).find("full is used instead"), std::string::npos) << note;
    taskfft_destroy(plan);
  }
  EXPECT_EQ(taskfft_setting(nullptr, "order"), nullptr);
}

TEST(CInterface, many_boxes_a_rank) {
  // A rank's input in two halves of an axis that it has whole, its output in none where it is
  // empty.
  std::vector<taskfft_layout> before(2, part_of(kExtents, 2, 1)), after;
  before[0].hi[0] = before[1].lo[0] = 2;
  if (const taskfft_layout own = part_of(kExtents, 1, 0); own.hi[1] > own.lo[1]) {
    after.push_back(own);
  }
  const auto outputs = static_cast<int>(after.size());
  taskfft_plan* plan = nullptr;
  ASSERT_EQ(taskfft_create_boxes(&plan, 3, kExtents, "scaling=forward", 2, before.data(), outputs,
                                 after.data(), MPI_COMM_WORLD),
            TASKFFT_OK)
      << taskfft_message();
  taskfft_layout box{};
  EXPECT_EQ(taskfft_input(plan, &box), TASKFFT_ARGUMENT);
  EXPECT_STREQ(taskfft_message(),
               "this rank has 2 boxes there: ask for each of them by its number");
  EXPECT_EQ(taskfft_output_box(plan, outputs, &box), TASKFFT_ARGUMENT);
  using Complex = std::complex<double>;
  std::vector<std::vector<Complex>> fields, spectra;
  std::vector<void*> in, out;
  for (int k = 0; k < 2; ++k) {
    ASSERT_EQ(taskfft_input_box(plan, k, &box), TASKFFT_OK);
    EXPECT_EQ(box.lo[0], 2 * k);
    fields.emplace_back(static_cast<std::size_t>(box.size) + 1, Complex(1, -2));
    in.push_back(fields.back().data());
  }
  for (int k = 0; k < outputs; ++k) {
    ASSERT_EQ(taskfft_output_box(plan, k, &box), TASKFFT_OK);
    spectra.emplace_back(static_cast<std::size_t>(box.size));
    out.push_back(spectra.back().data());
    std::vector<double> waves(6, 7);
    EXPECT_EQ(taskfft_wave_numbers_of_box(plan, k, 0, waves.data()), TASKFFT_OK);
    EXPECT_EQ(waves[0], 0);
  }
  EXPECT_EQ(taskfft_commit_boxes(plan, nullptr, out.data()), TASKFFT_ARGUMENT);
  ASSERT_EQ(taskfft_commit_boxes(plan, in.data(), out.data()), TASKFFT_OK) << taskfft_message();
  EXPECT_EQ(taskfft_forward(plan), TASKFFT_OK);
  if (outputs > 0 && after[0].lo[1] == 0) {
    EXPECT_NEAR(std::abs(spectra[0][0] - Complex(1, -2)), 0, 1e-14);
  }
  EXPECT_EQ(taskfft_backward_boxes(plan, out.data(), in.data()), TASKFFT_OK) << taskfft_message();
  EXPECT_EQ(taskfft_forward_boxes(plan, in.data(), out.data()), TASKFFT_OK);
  for (const std::vector<Complex>& field : fields) {
    for (const Complex value : field) EXPECT_NEAR(std::abs(value - Complex(1, -2)), 0, 1e-14);
  }
  taskfft_destroy(plan);
}

TEST(CInterface, real_input_may_be_halved_along_any_axis) {
  const int64_t waves[] = {6, 3, 4};
  const char* const settings = "kinds=c2c,r2c,c2c scaling=forward";
  const taskfft_layout before = part_of(kExtents, 0, 0), after = part_of(waves, 2, 0);
  taskfft_plan *own = nullptr, *boxes = nullptr;
  ASSERT_EQ(taskfft_create(&own, 3, kExtents, settings, MPI_COMM_WORLD), TASKFFT_OK);
  ASSERT_EQ(
      taskfft_create_boxes(&boxes, 3, kExtents, settings, 1, &before, 1, &after, MPI_COMM_WORLD),
      TASKFFT_OK)
      << taskfft_message();
  for (taskfft_plan* plan : {own, boxes}) {
    taskfft_layout in{}, out{};
    ASSERT_EQ(taskfft_input(plan, &in), TASKFFT_OK);
    ASSERT_EQ(taskfft_output(plan, &out), TASKFFT_OK);
    EXPECT_LE(out.hi[1], 3);
    EXPECT_EQ(in.stride[2], 1);
    std::vector<double> field(static_cast<std::size_t>(in.size) + 1, 3);
    std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(out.size) + 1);
    ASSERT_EQ(taskfft_commit(plan, field.data(), spectrum.data()), TASKFFT_OK);
    field.assign(field.size(), 3);
    EXPECT_EQ(taskfft_forward(plan), TASKFFT_OK);
    if (out.lo[0] + out.lo[1] + out.lo[2] == 0 && out.size > 0) {
      EXPECT_NEAR(std::abs(spectrum[0] - 3.0), 0, 1e-14);
    }
    taskfft_destroy(plan);
  }
}

TEST(CInterface, boxes_that_cannot_be_are_refused) {
  taskfft_layout box = part_of(kExtents, 2, 0);
  taskfft_plan* plan = nullptr;
  const auto told = [&](const taskfft_layout* input) {
    EXPECT_EQ(taskfft_create_boxes_f(&plan, 3, kExtents, "", 1, input, 1, &box,
                                     MPI_Comm_c2f(MPI_COMM_WORLD)),
              TASKFFT_ARGUMENT);
    EXPECT_EQ(plan, nullptr);
    return std::string(taskfft_message());
  };
  EXPECT_EQ(told(nullptr), "input is NULL");
  taskfft_layout other = box;
  other.dims = 4;
  EXPECT_EQ(told(&other), "input box 0 has 4 dims: choose those of the problem, 1 to 3");
  other.dims = 2;
  EXPECT_NE(told(&other).find("for 3 axes"), std::string::npos);
  other = box;
  other.hi[0] = 5;
  EXPECT_NE(told(&other).find("leave a hole"), std::string::npos) << taskfft_message();
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

TEST(CInterface, a_rank_without_arrays_can_end_the_call_of_all) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const bool refuses = rank == ranks - 1;
  const std::string words =
      refuses ? "no such array" : "rank " + std::to_string(ranks - 1) + ": no such array";
  const taskfft_layout before = part_of(kExtents, 2, 0), after = part_of(kExtents, 1, 0);
  std::vector<std::complex<double>> field(121, 1), spectrum(121);
  taskfft_plan *own = nullptr, *boxes = nullptr;
  ASSERT_EQ(taskfft_create(&own, 3, kExtents, "", MPI_COMM_WORLD), TASKFFT_OK);
  ASSERT_EQ(taskfft_create_boxes(&boxes, 3, kExtents, "", 1, &before, 1, &after, MPI_COMM_WORLD),
            TASKFFT_OK);
  for (taskfft_plan* plan : {own, boxes}) {
    const auto either = [&](auto call) {
      EXPECT_EQ(refuses ? taskfft_refuse(plan, "no such array") : call(), TASKFFT_ARGUMENT);
      EXPECT_EQ(taskfft_message(), words);
    };
    either([&] { return taskfft_commit(plan, field.data(), spectrum.data()); });
    ASSERT_EQ(taskfft_commit(plan, field.data(), spectrum.data()), TASKFFT_OK);
    either([&] { return taskfft_forward_on(plan, field.data(), spectrum.data()); });
    either([&] { return taskfft_backward_on(plan, spectrum.data(), field.data()); });
    EXPECT_EQ(taskfft_forward(plan), TASKFFT_OK);
    taskfft_destroy(plan);
  }
}

// MPI would end the program.
TEST(CInterface, communicators_that_cannot_be_are_refused) {
  const taskfft_layout box = part_of(kExtents, 2, 0);
  const auto told = [&](MPI_Comm comm) {
    taskfft_plan* plan = nullptr;
    const MPI_Fint number = MPI_Comm_c2f(comm);
    EXPECT_EQ(taskfft_create(&plan, 3, kExtents, "", comm), TASKFFT_ARGUMENT);
    const std::string words = taskfft_message();
    EXPECT_EQ(taskfft_create_f(&plan, 3, kExtents, "", number), TASKFFT_ARGUMENT);
    EXPECT_EQ(taskfft_create_boxes(&plan, 3, kExtents, "", 1, &box, 1, &box, comm),
              TASKFFT_ARGUMENT);
    EXPECT_EQ(taskfft_message(), words);
    EXPECT_EQ(taskfft_refuse_create_f(nullptr, number, "no such wish"), TASKFFT_ARGUMENT);
    EXPECT_EQ(taskfft_message(), words);
    EXPECT_EQ(plan, nullptr);
    return words;
  };
  EXPECT_EQ(told(MPI_COMM_NULL), "the communicator is MPI_COMM_NULL");
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) return;
  MPI_Comm half = MPI_COMM_NULL, between = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &between);
  EXPECT_NE(told(between).find("MPI_Intercomm_merge"), std::string::npos);
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
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

TEST(CInterface, a_rank_without_room_for_the_plan_fails_on_all) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  taskfft_plan *lender = nullptr, *plan = nullptr;
  ASSERT_EQ(taskfft_create(&lender, 3, kExtents, "", MPI_COMM_WORLD), TASKFFT_OK);
  taskfft_plan** const room = rank == 0 ? nullptr : &plan;
  const auto refused = [rank](int code) {
    EXPECT_EQ(code, TASKFFT_ARGUMENT);
    EXPECT_STREQ(taskfft_message(), rank == 0 ? "plan is NULL" : "rank 0: plan is NULL");
  };
  const taskfft_layout none{3, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 0};
  refused(taskfft_create(room, 3, kExtents, "", MPI_COMM_WORLD));
  refused(taskfft_create_sharing(room, 3, kExtents, "", lender));
  refused(taskfft_create_boxes(room, 3, kExtents, "", 1, &none, 1, &none, MPI_COMM_WORLD));
  refused(taskfft_create_boxes_sharing(room, 3, kExtents, "", 1, &none, 1, &none, lender));
  taskfft_destroy(lender);
}

// As a binding does whose own checks of what is asked for have failed.
TEST(CInterface, what_one_rank_cannot_ask_for_is_refused_on_all) {
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  taskfft_plan *lender = nullptr, *plan = nullptr;
  ASSERT_EQ(taskfft_create(&lender, 3, kExtents, "", MPI_COMM_WORLD), TASKFFT_OK);
  const bool fails = rank == size - 1;
  const MPI_Fint world = MPI_Comm_c2f(MPI_COMM_WORLD);
  for (const bool lent : {false, true}) {
    const int code = fails ? taskfft_refuse_create_f(lent ? lender : nullptr, world, "no such wish")
                     : lent ? taskfft_create_sharing(&plan, 3, kExtents, "", lender)
                            : taskfft_create(&plan, 3, kExtents, "", MPI_COMM_WORLD);
    EXPECT_EQ(code, TASKFFT_ARGUMENT);
    const std::string words = fails ? "" : "rank " + std::to_string(size - 1) + ": ";
    EXPECT_EQ(taskfft_message(), words + "no such wish");
    EXPECT_EQ(plan, nullptr);
  }
  taskfft_destroy(lender);
}

}  // namespace
