/// Intel MKL's transforms (DFTI) on one rank, with threads: what a node does without MPI.

#include <fftbench/registry.hpp>

#include "common/mkl/itself.hpp"
#include "common/openmp.hpp"
#include "common/whole_array.hpp"
#include "descriptor.hpp"

namespace {

using namespace fftbench;

class MklPlan final : public Plan {
 public:
  explicit MklPlan(const Request& request) : request_(request) {}

  Layout input() const override { return whole_input(request_.problem); }
  Layout output() const override { return whole_output(request_.problem); }

  void commit(const Buffers& buffers) override {
    buffers_ = buffers;
    set_openmp_threads(request_.threads);
    mkl_set_dynamic(0);
    mkl_set_num_threads(request_.threads);
    forward_ = descriptor(mkl::Direction::forward);
    backward_ = descriptor(mkl::Direction::backward);
  }

  void forward() override { forward_->compute(buffers_.input, buffers_.output); }
  void backward() override { backward_->compute(buffers_.output, buffers_.input); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    return {.grid = {1, 1},
            .threads = mkl_get_max_threads(),
            .settings = request_.settings.all(),
            .kernels = mkl_kernels()};
  }

 private:
  std::unique_ptr<mkl::Descriptor> descriptor(mkl::Direction direction) const {
    return std::make_unique<mkl::Descriptor>(request_.problem, input(), output(), request_.threads,
                                             direction);
  }

  Request request_;
  Buffers buffers_;
  std::unique_ptr<mkl::Descriptor> forward_, backward_;
};

class Mkl final : public Driver {
 public:
  Description description() const override {
    return {.name = "mkl",
            .library = "Intel MKL",
            .version = mkl_version(),
            .dims = {1, 2, 3},
            .transforms = {Transform::c2c, Transform::r2c},
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .decompositions = {},
            .threaded = true,
            .batches = true,
            .variables = {"MKL_"}};
  }

  Support supports(const Request&, int) const override { return Support::yes(); }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm) override {
    return std::make_unique<MklPlan>(request);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Mkl)
