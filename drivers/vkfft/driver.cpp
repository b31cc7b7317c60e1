/// VkFFT on one device of one rank; which kind of device is this program's backend.

#include <fmt/format.h>

#include <algorithm>
#include <fftbench/registry.hpp>

#include "plan.hpp"

namespace {

using namespace fftbench;
using namespace fftbench::vkfft_driver;

std::vector<Transform> transforms() {
  std::vector<Transform> known{Transform::c2c,  Transform::r2c,  Transform::dct1,
                               Transform::dct2, Transform::dct3, Transform::dct4};
  if (has_sines()) {
    known.insert(known.end(), {Transform::dst1, Transform::dst2, Transform::dst3, Transform::dst4});
  }
  return known;
}

class Vkfft final : public Driver {
 public:
  Description description() const override {
    return {.name = program(),
            .library = "VkFFT",
            .version =
                fmt::format("{}.{}.{}", version() / 10000, version() / 100 % 100, version() % 100),
            .dims = {1, 2, 3},
            .transforms = transforms(),
            .precisions = {Precision::double_, Precision::single_},
            .placements = {Placement::out_of_place, Placement::in_place},
            .memories = {memory()},
            .decompositions = {},
            .options = {{"twiddles",
                         "roots of unity from a table; auto lets VkFFT choose by precision and "
                         "maker, which elsewhere computes them in the kernels",
                         {"auto", "table"}},
                        {"coalesced_bytes",
                         "neighbouring bytes that a group of work items reads together; auto lets "
                         "VkFFT choose by the device's maker",
                         {"auto", "32", "64", "128"}}}};
  }

  Support supports(const Request& request, int) const override {
    const Problem& problem = request.problem;
    const Extents& shape = problem.shape;
    if (shape.volume() == 1) return Support::no("VkFFT transforms no single point");
    if (problem.transform == Transform::r2c && shape.back() == 1) {
      return Support::no("VkFFT transforms no real rows of a single point");
    }
    const auto single = [](Index extent) { return extent == 1; };
    if (real_to_real(problem.transform) && std::any_of(shape.begin(), shape.end(), single)) {
      return Support::no("VkFFT has no dct and dst of a single point");
    }
    const auto two = [](Index extent) { return extent == 2; };
    if (version() < 10300 && problem.transform == Transform::dct4 &&
        std::any_of(shape.begin(), shape.end(), two)) {
      return Support::no("VkFFT has no dct4 of two points before version 1.3");
    }
    return Support::yes();
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm) override {
    return make_plan(request);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Vkfft)
