/// AccFFT's transforms: slabs and pencils, one or two transposes, C order in and out.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>
#include <type_traits>

#include "accfft.hpp"
#include "common/counts.hpp"
#include "program.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::accfft;
using Triple = std::array<int, 3>;

/// AccFFT's Cartesian communicator of p x q ranks.
class GridComm {
 public:
  GridComm(MPI_Comm comm, const Extents& grid) {
    std::array<int, 2> dims{static_cast<int>(grid[0]), static_cast<int>(grid[1])};
    accfft_create_comm(comm, dims.data(), &comm_);
  }
  GridComm(const GridComm&) = delete;
  GridComm& operator=(const GridComm&) = delete;
  ~GridComm() { MPI_Comm_free(&comm_); }
  MPI_Comm get() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

Box box(const Triple& start, const Triple& size) {
  Box box{Extents::filled(3, 0), Extents::filled(3, 0)};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    box.lo[axis] = start[axis];
    box.hi[axis] = start[axis] + size[axis];
  }
  return box;
}

unsigned planner_effort(const std::string& word) {
  return word == "measure" ? ACCFFT_MEASURE : ACCFFT_ESTIMATE;
}

template <class Real>
class AccfftPlan final : public Plan {
  using Library = Accfft<Real>;
  using Complex = typename Library::Complex;

 public:
  AccfftPlan(const Request& request, MPI_Comm comm, int ranks)
      : request_(request),
        c2c_(request.problem.transform == Transform::c2c),
        grid_(process_grid(request, ranks)),
        comm_(comm, grid_) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      n_[axis] = static_cast<int>(request.problem.shape[axis]);
    }
    const auto local_size = c2c_ ? Library::local_size_c2c : Library::local_size_r2c;
    bytes_ = local_size(n_.data(), input_size_.data(), input_start_.data(), output_size_.data(),
                        output_start_.data(), comm_.get());
  }

  Layout input() const override {
    const Box here = box(input_start_, input_size_);
    if (request_.problem.placement == Placement::out_of_place) return Layout::row_major(here);
    Layout layout = c2c_ ? Layout::row_major(here)
                         : Layout::padded_rows(here, 2 * request_.problem.spectrum_shape().back());
    layout.size = elements(c2c_ ? sizeof(Complex) : sizeof(Real));
    return layout;
  }

  Layout output() const override {
    Layout layout = Layout::row_major(box(output_start_, output_size_));
    layout.size = elements(sizeof(Complex));
    return layout;
  }

  void commit(const Buffers& buffers) override {
    prepare(request_);
    input_ = buffers.input;
    output_ = static_cast<Complex*>(buffers.output);
    const unsigned effort = planner_effort(request_.settings.text("planner"));
    if (c2c_) {
      auto* field = static_cast<Complex*>(input_);
      plan_.reset(Library::plan_c2c(n_.data(), field, output_, comm_.get(), effort));
    } else {
      auto* spectrum = reinterpret_cast<Real*>(output_);
      plan_.reset(
          Library::plan_r2c(n_.data(), static_cast<Real*>(input_), spectrum, comm_.get(), effort));
    }
    if (!plan_) throw Error("AccFFT made no plan: is there too little memory on the device?");
  }

  void forward() override {
    if (c2c_) {
      Library::c2c(plan_.get(), ACCFFT_FORWARD, static_cast<Complex*>(input_), output_, timer());
    } else {
      Library::r2c(plan_.get(), static_cast<Real*>(input_), output_, timer());
    }
  }

  void backward() override {
    if (c2c_) {
      Library::c2c(plan_.get(), ACCFFT_BACKWARD, output_, static_cast<Complex*>(input_), timer());
    } else {
      Library::c2r(plan_.get(), output_, static_cast<Real*>(input_), timer());
    }
  }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    Effective effective{grid_, request_.threads, request_.settings.all()};
    effective.settings["exchange"] = exchange();
    return effective;
  }

  std::optional<Phases> phases() override {
    if (!has_timers()) return std::nullopt;
    timers_on_ = true;
    Phases phases;
    phases.fft = timers_[4];
    phases.pack = timers_[1];
    phases.exchange = timers_[2];
    phases.unpack = timers_[3];
    timers_ = {};
    return phases;
  }

 private:
  Index elements(std::size_t bytes) const {
    const auto size = static_cast<Index>(bytes);
    return (bytes_ + size - 1) / size;
  }

  /// What AccFFT settled on: with `measure` the fastest in a trial, which can differ between runs.
  std::string exchange() const {
    if (grid_.volume() == 1) return "none";
    return exchange_of(plan_->T_plan_2->method, plan_->T_plan_2->kway);
  }

  /// AccFFT adds to the timers that it is given.
  double* timer() { return timers_on_ ? timers_.data() : nullptr; }

  std::array<double, 5> timers_{};
  bool timers_on_ = false;
  Request request_;
  bool c2c_;
  Extents grid_;
  GridComm comm_;
  Triple n_{}, input_size_{}, input_start_{}, output_size_{}, output_start_{};
  Index bytes_ = 0;
  void* input_ = nullptr;
  Complex* output_ = nullptr;
  UniqueAccfftPlan<Real> plan_;
};

/// Bytes that AccFFT works out for the array of the rank with the largest part.
Index array_bytes(const Problem& problem, const Extents& grid) {
  const Index n0 = problem.shape[0], n1 = problem.shape[1], n2 = problem.shape[2];
  const Index p = grid[0], q = grid[1], last = problem.spectrum_shape().back();
  const Index a = share(n0, p), b = share(n1, q), c = share(last, q), d = share(n1, p);
  Index numbers = 2 * std::max({a * b * last, a * c * n1, d * c * n0});
  if (problem.transform == Transform::r2c) {
    // It makes room for transforms along axis 1 or axis 0 alone, too.
    const Index e = share(n2, q), f = share(b * n2, p);
    numbers = std::max({numbers, 2 * a * e * (n1 / 2 + 1), 2 * f * (n0 / 2 + 1)});
  }
  return numbers * static_cast<Index>(problem.real_bytes());
}

class AccFft final : public Driver {
 public:
  ~AccFft() override {
    if (!used_) return;
    clean_up();
  }

  Description description() const override {
    return {.name = program(),
            .library = "AccFFT",
            .version = "unversioned, library " FFTBENCH_ACCFFT_IDENTITY,
            .dims = {3},
            .transforms = {Transform::c2c, Transform::r2c},
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .memories = {memory()},
            .decompositions = {"slab", "pencil"},
            .threaded = memory() == Memory::host,
            .options = {{"planner", planner_help(), {"measure", "estimate"}}}};
  }

  Support supports(const Request& request, int ranks) const override {
    const Extents grid = process_grid(request, ranks);
    if (const Support axes = axes_in_int(request.problem.shape, "AccFFT"); !axes) return axes;
    if (!fits_int(array_bytes(request.problem, grid))) {
      return Support::no("AccFFT counts the bytes of a rank's array in int: more ranks are needed");
    }
    return Support::yes();
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    used_ = true;
    const int ranks = ranks_of(comm);
    if (request.problem.precision == Precision::single_) {
      return std::make_unique<AccfftPlan<float>>(request, comm, ranks);
    }
    return std::make_unique<AccfftPlan<double>>(request, comm, ranks);
  }

 private:
  bool used_ = false;
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(AccFft)
