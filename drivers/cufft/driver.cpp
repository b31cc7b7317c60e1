/// NVIDIA's cuFFT on one device: what a GPU does without MPI.

#include <fmt/format.h>

#include <algorithm>
#include <fftbench/registry.hpp>

#include "common/whole_array.hpp"
#include "plan.hpp"

namespace {

using namespace fftbench;

class CufftPlan final : public Plan {
 public:
  explicit CufftPlan(const Request& request) : request_(request) {}

  Layout input() const override { return whole_input(request_.problem); }
  Layout output() const override { return whole_output(request_.problem); }

  void commit(const Buffers& buffers) override {
    buffers_ = buffers;
    const bool single = request_.problem.precision == Precision::single_;
    const std::vector<long long> lengths = cufft::lengths(request_.problem);
    if (request_.problem.complex_input()) {
      forward_ = std::make_shared<cufft::Handle>(lengths, single ? CUFFT_C2C : CUFFT_Z2Z);
      backward_ = forward_;  // one plan serves both directions
    } else {
      forward_ = std::make_shared<cufft::Handle>(lengths, single ? CUFFT_R2C : CUFFT_D2Z);
      backward_ = std::make_shared<cufft::Handle>(lengths, single ? CUFFT_C2R : CUFFT_Z2D);
    }
    area_.emplace(std::max(forward_->work_bytes(), backward_->work_bytes()));
    forward_->use(*area_);
    backward_->use(*area_);
  }

  void forward() override { forward_->execute(buffers_.input, buffers_.output, CUFFT_FORWARD); }
  void backward() override { backward_->execute(buffers_.output, buffers_.input, CUFFT_INVERSE); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override { return {{1, 1}, 1, request_.settings.all()}; }

 private:
  Request request_;
  Buffers buffers_;
  std::optional<cufft::WorkArea> area_;  ///< outlives the plans that use it
  std::shared_ptr<cufft::Handle> forward_, backward_;
};

std::string linked_version() {
  int version = 0;
  cufft::expect(cufftGetVersion(&version), "tell its version");
  return fmt::format("{}.{}.{}", version / 1000, version % 1000 / 100, version % 100);
}

class Cufft final : public Driver {
 public:
  Description description() const override {
    return {.name = "cufft",
            .library = "cuFFT",
            .version = linked_version(),
            .dims = {1, 2, 3},
            .transforms = {Transform::c2c, Transform::r2c},
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .memories = {Memory::cuda},
            .decompositions = {},
            .variables = {"CUFFT_"}};
  }

  Support supports(const Request& request, int) const override {
    const std::vector<long long> lengths = cufft::lengths(request.problem);
    if (!lengths.empty() && lengths.back() > 1) return Support::yes();
    return Support::no(
        fmt::format("no line of {} has two points to transform", request.problem.shape.text()));
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm) override {
    return std::make_unique<CufftPlan>(request);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Cufft)
