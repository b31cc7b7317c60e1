// Whole plans for devices, on a device that is none, against plans of the host.
#include <gtest/gtest.h>

#include <random>

#include "../support.hpp"
#include "device/engine.hpp"
#include "host_backend.hpp"

namespace taskfft {
namespace {

using namespace testing_support;

/// A device whose streams run differently on each rank and in each plan.
Device host_device() {
  static std::uint64_t plans = 0;
  return {std::make_unique<HostBackend>(1000 * ++plans + static_cast<std::uint64_t>(world_rank())),
          ""};
}

}  // namespace

/// In place of CUDA's.
DevicePlan::DevicePlan(const Problem& problem, const DeviceOptions& options, MPI_Comm comm)
    : engine_(std::make_unique<DeviceEngine>(problem, options, comm, host_device)) {}

namespace {

/// A plan for a device with arrays in the host's memory.
template <class Real>
class DeviceCase {
 public:
  DeviceCase(const Problem& problem, const DeviceOptions& options)
      : problem_(problem), engine_(problem, options, MPI_COMM_WORLD, [this] {
          Device device = host_device();
          backend_ = device.backend.get();
          return device;
        }) {
    in_.resize(reals(engine_.layouts().input, input_element(problem)));
    if (problem.placement == Placement::out_of_place) {
      out_.resize(reals(engine_.layouts().output, output_element(problem)));
    }
    in_.push_back(0);  // somewhere for ranks without elements
    out_.push_back(0);
    engine_.commit(in_.data(), out());
  }

  DeviceEngine& engine() { return engine_; }
  Real* in() { return in_.data(); }
  Real* out() { return problem_.placement == Placement::in_place ? in_.data() : out_.data(); }
  void forward() {
    engine_.forward();
    finish();
  }
  void backward() {
    engine_.backward();
    finish();
  }
  void finish() { backend_->finish(); }

 private:
  static std::size_t reals(const Layout& layout, Element element) {
    return static_cast<std::size_t>(layout.size * reals_in(element));
  }

  Problem problem_;
  Backend* backend_ = nullptr;
  std::vector<Real> in_;
  std::vector<Real> out_;
  DeviceEngine engine_;
};

std::string describe(const Problem& problem, const DeviceOptions& options) {
  Options same;
  same.grid = options.grid;
  same.order = options.order;
  return testing_support::describe(problem, same) +
         ", on a device: " + std::string(name(options.exchange)) + ", chunks " +
         std::to_string(options.chunks);
}

/// The largest deviation between the elements of two layouts of one box.
template <class Real>
double deviation(const Problem& problem, const Layout& mine, const Real* data, const Layout& theirs,
                 const Real* wanted, Element element) {
  EXPECT_EQ(mine.lo, theirs.lo);
  EXPECT_EQ(mine.hi, theirs.hi);
  EXPECT_EQ(mine.size, theirs.size);
  const auto reals = static_cast<std::size_t>(reals_in(element));
  std::vector<const Real*> elements;
  for_each_element(theirs, problem.extents, [&](std::size_t local, std::size_t) {
    elements.push_back(wanted + local * reals);
  });
  double worst = 0;
  auto there = elements.begin();
  for_each_element(mine, problem.extents, [&](std::size_t local, std::size_t) {
    for (std::size_t k = 0; k < reals; ++k) {
      const double off =
          static_cast<double>(data[local * reals + k]) - static_cast<double>((*there)[k]);
      keep_worst(worst, std::abs(off));
    }
    ++there;
  });
  return worst;
}

/// Rounding errors of a sum over all points of numbers up to one half.
template <class Real>
double tolerance(const Problem& problem, double scale) {
  const auto points = static_cast<double>(product(problem.extents));
  return 8 * std::numeric_limits<Real>::epsilon() * (2 + std::log2(points)) * scale;
}

template <class Real>
void expect_as_on_the_host(const Problem& problem, const DeviceOptions& options) {
  SCOPED_TRACE(describe(problem, options));
  Options same = estimate(options.grid);
  same.order = options.order;
  Case<Real> host(problem, same);
  DeviceCase<Real> device(problem, options);
  const Layout& in = device.engine().layouts().input;
  const Layout& out = device.engine().layouts().output;
  const auto points = static_cast<double>(product(problem.extents));
  for (const std::uint64_t seed : {1, 2}) {  // the second time, arrays have held something else
    host.fill_input(global_field(problem, seed));
    std::copy_n(host.in(), in.size * reals_in(input_element(problem)), device.in());
    const std::vector<Real> field(device.in(),
                                  device.in() + in.size * reals_in(input_element(problem)));
    host.plan().forward();
    device.forward();
    EXPECT_LE(
        deviation(problem, out, device.out(), host.plan().output(), host.out(), Element::complex),
        tolerance<Real>(problem, std::sqrt(points)));
    if (problem.placement == Placement::out_of_place) {
      EXPECT_EQ(deviation(problem, in, device.in(), in, field.data(), input_element(problem)), 0);
    }
    const std::vector<Real> spectrum(device.out(), device.out() + 2 * out.size);
    host.plan().backward();
    device.backward();
    EXPECT_LE(
        deviation(problem, in, device.in(), host.plan().input(), host.in(), input_element(problem)),
        tolerance<Real>(problem, points));
    if (problem.placement == Placement::out_of_place) {
      EXPECT_EQ(deviation(problem, out, device.out(), out, spectrum.data(), Element::complex), 0);
    }
  }
}

/// Each exchange; chunks, orders, placements and precisions as chance has it, the same on every
/// rank.
void try_problem(Problem problem) {
  static std::mt19937 chance(1);
  for (const Grid& grid : all_grids(world_size(), problem.extents.size())) {
    if (grid[2] > 0) continue;
    for (const DeviceExchange exchange :
         {DeviceExchange::ipc, DeviceExchange::mpi, DeviceExchange::staged}) {
      DeviceOptions options;
      options.grid = grid;
      options.exchange = exchange;
      options.chunks = std::array{1, 2, 5}[chance() % 3];
      options.order = chance() % 3 == 0 ? Order::natural : Order::transposed;
      problem.placement = chance() % 2 == 0 ? Placement::in_place : Placement::out_of_place;
      problem.precision = chance() % 3 == 0 ? Precision::float32 : Precision::float64;
      if (problem.precision == Precision::float64) {
        expect_as_on_the_host<double>(problem, options);
      } else {
        expect_as_on_the_host<float>(problem, options);
      }
    }
  }
}

TEST(DevicePlans, transform_as_plans_of_the_host_do) {
  for (const Transform transform : {Transform::c2c, Transform::r2c}) {
    try_problem(make_problem({12, 8, 10}, transform));
    try_problem(make_problem({7, 11, 13}, transform));
    try_problem(make_problem({34, 1, 36}, transform));
    try_problem(make_problem({1, 2, 6}, transform));
    try_problem(make_problem({40, 33}, transform));
  }
}

/// Nobody waits for the device in between: the next transform begins while the last stage of the
/// one before is still to be done, and while other ranks are behind.
void expect_right_at_once(const Problem& problem, const DeviceOptions& options) {
  SCOPED_TRACE(describe(problem, options));
  DeviceCase<double> device(problem, options);
  const std::vector<double> field = [&] {
    Case<double> host(problem, estimate(options.grid));
    host.fill_input(global_field(problem, 3));
    const Index reals = 2 * device.engine().layouts().input.size;
    return std::vector<double>(host.in(), host.in() + reals);
  }();
  std::copy(field.begin(), field.end(), device.in());
  double scale = 1;
  for (int round = 0; round < 6; ++round) {
    device.engine().forward();
    if (problem.placement == Placement::out_of_place) device.engine().forward();
    device.engine().backward();
    scale *= round_trip_scale(problem);
  }
  device.finish();
  const Layout& in = device.engine().layouts().input;
  for_each_element(in, problem.extents, [&](std::size_t local, std::size_t) {
    for (const std::size_t k : {2 * local, 2 * local + 1}) {
      ASSERT_NEAR(device.in()[k] / scale, field[k], 1e-12);
    }
  });
}

TEST(DevicePlans, may_run_again_at_once) {
  const int ranks = world_size();
  for (const DeviceExchange exchange : {DeviceExchange::ipc, DeviceExchange::staged}) {
    for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
      for (const Grid& grid : {Grid{ranks, 1, 0}, Grid{1, ranks, 0}}) {
        for (const int chunks : {1, 3}) {
          DeviceOptions options;
          options.grid = grid;
          options.exchange = exchange;
          options.chunks = chunks;
          expect_right_at_once(make_problem({20, 18, 16}, Transform::c2c, placement), options);
        }
      }
    }
  }
}

TEST(DevicePlans, choose_what_is_left_open) {
  DeviceOptions open;
  DeviceCase<double> plan(make_problem({16, 16, 16}), open);
  const DeviceEffective effective = plan.engine().effective();
  EXPECT_EQ(effective.options.exchange, DeviceExchange::ipc);
  EXPECT_EQ(effective.options.chunks, 1);
  EXPECT_EQ(effective.options.grid, (Grid{world_size(), 1, 0}));
  EXPECT_EQ(effective.decomposition, "slab");
  EXPECT_TRUE(effective.notes.empty());
  EXPECT_GT(effective.device_bytes, 0U);
  EXPECT_EQ(effective.host_bytes, 0U);
}

/// A device that shares no memory on the last rank.
class Secretive : public HostBackend {
 public:
  using HostBackend::HostBackend;
  Memory open(const Ticket& ticket) override {
    if (world_rank() == world_size() - 1) throw Error("no peer access");
    return HostBackend::open(ticket);
  }
};

DeviceEffective effective_on(std::unique_ptr<Backend> backend, DeviceExchange exchange,
                             const std::string& mpi_obstacle) {
  DeviceOptions options;
  options.exchange = exchange;
  const DeviceEngine engine(make_problem({8, 8, 8}), options, MPI_COMM_WORLD, [&] {
    return Device{std::move(backend), mpi_obstacle};
  });
  return engine.effective();
}

TEST(DevicePlans, say_so_where_another_exchange_is_used) {
  if (world_size() == 1) GTEST_SKIP() << "alone there is nobody to read";
  const DeviceEffective by_mpi =
      effective_on(std::make_unique<Secretive>(1), DeviceExchange::ipc, "");
  EXPECT_EQ(by_mpi.options.exchange, DeviceExchange::mpi);
  ASSERT_EQ(by_mpi.notes.size(), 1U);
  EXPECT_NE(by_mpi.notes[0].find("exchange ipc is not possible, mpi is used instead"),
            std::string::npos);
  EXPECT_NE(by_mpi.notes[0].find("no peer access"), std::string::npos);
  const DeviceEffective staged =
      effective_on(std::make_unique<Secretive>(1), DeviceExchange::automatic, "not built so");
  EXPECT_EQ(staged.options.exchange, DeviceExchange::staged);
  EXPECT_GT(staged.host_bytes, 0U);
}

TEST(DevicePlans, refuse_messages_that_mpi_can_not_send) {
  try {
    effective_on(std::make_unique<HostBackend>(1), DeviceExchange::mpi, "not built for CUDA");
    ADD_FAILURE() << "not refused";
  } catch (const ArgumentError& error) {
    EXPECT_STREQ(error.what(), "exchange mpi: not built for CUDA");
  }
}

/// A device that fails on the last rank, in the transforms.
class Failing : public HostBackend {
 public:
  using HostBackend::HostBackend;
  void transform(BatchPlan plan, const void* from, void* to) override {
    if (world_rank() == world_size() - 1 && ++calls_ == 3) throw Error("a cosmic ray");
    HostBackend::transform(plan, from, to);
  }

 private:
  int calls_ = 0;
};

TEST(DevicePlans, end_on_all_ranks_where_one_fails) {
  for (const DeviceExchange exchange : {DeviceExchange::ipc, DeviceExchange::staged}) {
    DeviceOptions options;
    options.exchange = exchange;
    options.chunks = 2;
    const Problem problem = make_problem({24, 24, 24});
    std::vector<double> in(2 * 24 * 24 * 24), out = in;  // outlive what the plan has queued
    {
      DeviceEngine engine(problem, options, MPI_COMM_WORLD, [&] {
        return Device{std::make_unique<Failing>(7), ""};
      });
      engine.commit(in.data(), out.data());
      EXPECT_THROW(
          {
            for (int run = 0; run < 20; ++run) engine.forward();
          },
          Error);
      EXPECT_THROW(engine.backward(), Error);
    }
    DeviceEngine later(problem, options, MPI_COMM_WORLD, host_device);
    later.commit(in.data(), out.data());
    EXPECT_NO_THROW(later.forward()) << "of what failed before";
  }
}

TEST(DevicePlans, want_arrays_before_they_run) {
  DeviceEngine engine(make_problem({8, 8, 8}), {}, MPI_COMM_WORLD, host_device);
  EXPECT_THROW(engine.forward(), Error);
  EXPECT_THROW(engine.commit(nullptr, nullptr), ArgumentError);
  std::vector<double> one(static_cast<std::size_t>(2 * engine.layouts().input.size));
  EXPECT_THROW(engine.commit(one.data(), one.data()), ArgumentError);
  EXPECT_THROW(engine.commit(one.data(), one.data() + 1), ArgumentError);
}

TEST(DevicePlans, refuse_arrays_that_overlap) {
  DeviceEngine engine(make_problem({8, 8, 8}), {}, MPI_COMM_WORLD, host_device);
  const Index in = 2 * engine.layouts().input.size, out = 2 * engine.layouts().output.size;
  std::vector<double> memory(static_cast<std::size_t>(in + out));
  double* const first = memory.data();
  EXPECT_THROW(engine.commit(first, first + in - 2), ArgumentError);
  EXPECT_THROW(engine.commit(first + out - 2, first), ArgumentError);
  EXPECT_NO_THROW(engine.commit(first, first + in));
  EXPECT_NO_THROW(engine.commit(first + out, first));
}

TEST(DevicePlans, that_were_moved_from_refuse_every_call) {
  DevicePlan old(make_problem({8, 8, 8}), {}, MPI_COMM_WORLD);
  std::vector<double> in(static_cast<std::size_t>(2 * old.input().size), 1);
  std::vector<double> out(static_cast<std::size_t>(2 * old.output().size));
  DevicePlan plan = std::move(old);
  EXPECT_THROW(old.input(), ArgumentError);
  EXPECT_THROW(old.output(), ArgumentError);
  EXPECT_THROW(old.commit(in.data(), out.data()), ArgumentError);
  EXPECT_THROW(old.forward(), ArgumentError);
  EXPECT_THROW(old.backward(), ArgumentError);
  EXPECT_THROW(old.effective(), ArgumentError);
  plan.commit(in.data(), out.data());
  EXPECT_NO_THROW(plan.forward());
  EXPECT_EQ(plan.effective().decomposition, "slab");
}

}  // namespace
}  // namespace taskfft
