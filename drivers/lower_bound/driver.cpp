/// What no transform can be faster than: the least traffic, work and messages, measured.

#include <algorithm>
#include <fftbench/error.hpp>
#include <fftbench/registry.hpp>
#include <limits>
#include <memory>

#include "common/openmp.hpp"
#include "link.hpp"
#include "share.hpp"
#include "trial.hpp"
#include "ways.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::lower_bound;

/// Planes of the first axis: some layout, since nothing depends on it.
Box planes(const Extents& shape, int rank, int ranks) {
  Box box{Extents::filled(shape.size(), 0), shape};
  box.lo[0] = shape[0] * rank / ranks;
  box.hi[0] = shape[0] * (rank + 1) / ranks;
  return box;
}

class BoundPlan final : public Plan {
 public:
  BoundPlan(const Request& request, MPI_Comm comm)
      : request_(request), comm_(comm), share_(request.problem, ranks_of(comm)) {}

  Layout input() const override {
    return laid_out(request_.problem.shape, share_.input, request_.problem.input_element_bytes());
  }
  Layout output() const override {
    return laid_out(request_.problem.spectrum_shape(), share_.output,
                    request_.problem.output_element_bytes());
  }

  void commit(const Buffers& buffers) override {
    set_openmp_threads(request_.threads);
    chosen_ = fastest(ways(buffers), comm_);
  }

  void forward() override { chosen_.way.forward(); }
  void backward() override { chosen_.way.backward(); }
  double round_trip_scale() const override { return 1; }

  Effective effective() const override {
    auto settings = request_.settings.all();
    settings["way"] = chosen_.way.name;
    return {.grid = process_grid(request_, ranks_of(comm_)),
            .threads = openmp_threads(),
            .settings = settings,
            .trials = chosen_.trials};
  }

 private:
  /// Room for an even share, even where this rank has fewer planes.
  Layout laid_out(const Extents& shape, std::size_t share, std::size_t element_bytes) const {
    Layout layout = Layout::row_major(planes(shape, rank_in(comm_), ranks_of(comm_)));
    const auto elements = static_cast<Index>((share + element_bytes - 1) / element_bytes);
    layout.size = std::max(layout.size, elements);
    return layout;
  }

  std::vector<Way> ways(const Buffers& buffers) const {
    const std::string& of = request_.settings.text("of");
    if (of == "memory") return ways_through_memory(request_, buffers, ranks_of(comm_));
    if (of == "arithmetic") return ways_to_compute(request_, ranks_of(comm_));
    return ways_between_nodes(request_, buffers, comm_);
  }

  Request request_;
  MPI_Comm comm_;
  Share share_;
  Chosen chosen_;
};

class LowerBound final : public Driver {
 public:
  Description description() const override {
    return {.name = "lower_bound",
            .library = "least traffic, work and messages",
            .version = "1",
            .dims = {1, 2, 3},
            .transforms = {Transform::c2c, Transform::r2c, Transform::dct1, Transform::dct2,
                           Transform::dct3, Transform::dct4, Transform::dst1, Transform::dst2,
                           Transform::dst3, Transform::dst4},
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .decompositions = {"slab", "pencil", "brick"},
            .threaded = true,
            .options = {{"of",
                         "what bounds the time: reading and writing the arrays once, the fewest "
                         "known operations, or what must leave each node",
                         {"memory", "arithmetic", "exchange"}}},
            .role = Role::bound};
  }

  Support supports(const Request& request, int ranks) const override {
    if (request.settings.text("of") != "exchange") return Support::yes();
    if (Places(MPI_COMM_WORLD).ranks.size() == 1) {
      return Support::no(
          "all ranks are on one node and can read each other's memory: the bound of memory holds");
    }
    const std::size_t numbers = Share(request.problem, ranks).less() / sizeof(double);
    if (numbers > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
      return Support::no("MPI counts in int: a rank would send more than 2^31-1 numbers");
    }
    return Support::yes();
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<BoundPlan>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(LowerBound)
