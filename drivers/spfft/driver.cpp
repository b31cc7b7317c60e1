/// SpFFT with all frequencies kept: slabs of axis 0, one exchange, z-columns of the spectrum.

#include <fmt/core.h>

#include <algorithm>
#include <fftbench/registry.hpp>
#include <map>
#include <spfft/spfft.hpp>

#include "common/aligned_memory.hpp"
#include "common/counts.hpp"

namespace {

using namespace fftbench;

// SpFFT's x, y, z are axes 2, 1, 0 here.

bool in_place(const Problem& problem) {
  return problem.placement == Placement::in_place;
}

std::size_t split_axis(const Settings& settings) {
  return settings.text("columns") == "axis_2" ? 2 : 1;
}

/// This part of an array of which one axis is cut into `ranks` even parts; some may be empty.
Box part(const Extents& shape, std::size_t axis, Index rank, Index ranks) {
  Box box{Extents::filled(shape.size(), 0), shape};
  box.lo[axis] = shape[axis] * rank / ranks;
  box.hi[axis] = shape[axis] * (rank + 1) / ranks;
  return box;
}

SpfftExchangeType exchange_type(const std::string& exchange) {
  if (exchange == "alltoall") return SPFFT_EXCH_BUFFERED;
  return exchange == "alltoallw" ? SPFFT_EXCH_UNBUFFERED : SPFFT_EXCH_COMPACT_BUFFERED;
}

/// The frequencies of a box in the order in which they lie in memory: x slowest, z fastest.
std::vector<int> triplets(const Box& box) {
  std::vector<int> indices;
  indices.reserve(3 * static_cast<std::size_t>(box.volume()));
  for (Index x = box.lo[2]; x < box.hi[2]; ++x) {
    for (Index y = box.lo[1]; y < box.hi[1]; ++y) {
      for (Index z = box.lo[0]; z < box.hi[0]; ++z) {
        for (const Index i : {x, y, z}) indices.push_back(static_cast<int>(i));
      }
    }
  }
  return indices;
}

class SpfftPlan final : public Plan {
 public:
  SpfftPlan(const Request& request, MPI_Comm comm) : request_(request), comm_(comm) {
    const Problem& problem = request.problem;
    const int rank = rank_in(comm);
    ranks_ = ranks_of(comm);
    input_ = part(problem.shape, 0, rank, ranks_);
    output_ = part(problem.spectrum_shape(), split_axis(request.settings), rank, ranks_);
    if (text(settings_["space"]) == "auto") {
      settings_["space"] = std::string(in_place(problem) ? "user" : "library");
    }
    settings_["planner"] = std::string("estimate");
    if (library_space()) construct();
  }

  Layout input() const override { return Layout::row_major(input_); }
  Layout output() const override { return Layout::ordered(output_, {2, 1, 0}); }

  std::optional<Buffers> own_buffers() override {
    if (!library_space()) return std::nullopt;
    frequencies_ = aligned_memory(static_cast<std::size_t>(output_.volume()) *
                                  request_.problem.output_element_bytes());
    return Buffers{transform_->space_domain_data(SPFFT_PU_HOST), frequencies_.get()};
  }

  void commit(const Buffers& buffers) override {
    if (!transform_) construct();
    space_ = static_cast<double*>(buffers.input);
    frequency_ = static_cast<double*>(buffers.output);
  }

  void forward() override { transform_->forward(space_, frequency_, SPFFT_NO_SCALING); }
  void backward() override { transform_->backward(frequency_, space_); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    return {{ranks_, 1}, transform_->num_threads(), settings_};
  }

 private:
  bool library_space() const { return text(settings_.at("space")) == "library"; }

  void construct() {
    const auto n = [this](std::size_t axis) {
      return static_cast<int>(request_.problem.shape[axis]);
    };
    const bool real = request_.problem.transform == Transform::r2c;
    const std::vector<int> indices = triplets(output_);
    transform_.emplace(request_.threads, comm_, exchange_type(request_.settings.text("exchange")),
                       SPFFT_PU_HOST, real ? SPFFT_TRANS_R2C : SPFFT_TRANS_C2C, n(2), n(1), n(0),
                       static_cast<int>(input_.extent(0)), static_cast<int>(output_.volume()),
                       SPFFT_INDEX_TRIPLETS, indices.data());
  }

  Request request_;
  MPI_Comm comm_;
  int ranks_ = 1;
  std::map<std::string, Setting> settings_ = request_.settings.all();
  Box input_, output_;
  std::optional<spfft::Transform> transform_;
  AlignedMemory frequencies_;
  double* space_ = nullptr;
  double* frequency_ = nullptr;
};

class Spfft final : public Driver {
 public:
  Description description() const override {
    return {
        .name = "spfft",
        .library = "SpFFT",
        .version = SPFFT_VERSION,
        .dims = {3},
        .transforms = {Transform::c2c, Transform::r2c},
        .precisions = {Precision::double_},
        .placements = {Placement::out_of_place, Placement::in_place},
        .decompositions = {"slab"},
        .threaded = true,
        .options = {
            {"exchange",
             "alltoallv sends what there is, alltoall pads, alltoallw does not pack",
             {"alltoallv", "alltoall", "alltoallw"}},
            {"columns", "axis of the spectrum that is split among the ranks", {"axis_2", "axis_1"}},
            {"space",
             "whose memory holds the input; auto: SpFFT's own, or the user's in place",
             {"auto", "library", "user"}}}};
  }

  Support supports(const Request& request, int ranks) const override {
    const Problem& problem = request.problem;
    if (in_place(problem) && request.settings.text("space") == "library") {
      return Support::no("SpFFT's own buffer never holds the spectrum: in place needs space=user");
    }
    const std::size_t axis = split_axis(request.settings);
    Extents slab = problem.shape, columns = problem.spectrum_shape();
    slab[0] = share(slab[0], ranks);
    columns[axis] = share(columns[axis], ranks);
    Index buffer = std::max(slab.volume(), columns.volume());
    if (request.settings.text("exchange") == "alltoall") {
      buffer = std::max(buffer, slab[0] * columns[1] * columns[2] * (ranks + 1));
    }
    if (fits_int(buffer)) return Support::yes();
    return Support::no(
        fmt::format("SpFFT counts in int, but a rank needs a buffer of {} elements", buffer));
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<SpfftPlan>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Spfft)
