/// heFFTe's transforms: any boxes in and out, reshaped into pencils or slabs on the way.

#include <fmt/format.h>
#include <heffte.h>

#include <algorithm>
#include <complex>
#include <fftbench/registry.hpp>
#include <limits>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "route.hpp"

namespace {

using namespace fftbench;

/// heFFTe's work array. Its FFTs happen behind the room for messages, and with FFTW they need that
/// place aligned as an allocation of FFTW would be: so it starts a cache line.
template <class Complex>
class Workspace {
 public:
  Workspace() = default;
  Workspace(std::size_t size, std::size_t room) : memory_(size + line / sizeof(Complex)) {
    void* place = memory_.data() + room;
    std::size_t left = (memory_.size() - room) * sizeof(Complex);
    data_ = static_cast<Complex*>(std::align(line, sizeof(Complex), place, left)) - room;
  }

  Complex* data() const { return data_; }

 private:
  static constexpr std::size_t line = 64;
  std::vector<Complex> memory_;
  Complex* data_ = nullptr;
};

template <class Backend, class Real, Transform kind>
class HefftePlan final : public Plan {
  static constexpr bool r2c = kind == Transform::r2c;
  using Complex = std::complex<Real>;
  using Point = std::conditional_t<r2c, Real, Complex>;
  using Library = std::conditional_t<r2c, heffte::fft3d_r2c<Backend>, heffte::fft3d<Backend>>;

 public:
  HefftePlan(const Request& request, MPI_Comm comm)
      : request_(request),
        comm_(comm),
        rank_(heffte::mpi::comm_rank(comm)),
        route_(request, heffte::mpi::comm_size(comm), rank_) {}

  Layout input() const override {
    Layout result = layout(inbox(), request_.problem.shape.size());
    if (in_place()) result.size = std::max<Index>(result.size, outbox().count() * (r2c ? 2 : 1));
    return result;
  }

  Layout output() const override {
    Layout result = layout(outbox(), request_.problem.shape.size());
    const Index input = r2c ? (inbox().count() + 1) / 2 : inbox().count();
    if (in_place()) result.size = std::max(result.size, input);
    return result;
  }

  void commit(const Buffers& buffers) override {
    input_ = static_cast<Point*>(buffers.input);
    output_ = static_cast<Complex*>(buffers.output);
    if constexpr (r2c) {
      library_ = std::make_unique<Library>(inbox(), outbox(), 0, comm_, route_.options());
    } else {
      library_ = std::make_unique<Library>(inbox(), outbox(), comm_, route_.options());
    }
    work_ = {library_->size_workspace(), library_->size_comm_buffers()};
  }

  void forward() override { library_->forward(input_, output_, work_.data(), heffte::scale::none); }
  void backward() override {
    library_->backward(output_, input_, work_.data(), heffte::scale::none);
  }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    Effective effective{route_.grid(), request_.threads, request_.settings.all()};
    effective.settings["stages"] = route_.stages();
    const bool fftw = std::is_same_v<Backend, heffte::backend::fftw>;
    effective.settings["planner"] = std::string(fftw ? "estimate" : "none");
    return effective;
  }

 private:
  bool in_place() const { return request_.problem.placement == Placement::in_place; }
  heffte::box3d<> inbox() const { return route_.boxes().in[static_cast<std::size_t>(rank_)]; }
  heffte::box3d<> outbox() const { return route_.boxes().out[static_cast<std::size_t>(rank_)]; }

  Request request_;
  MPI_Comm comm_;
  int rank_;
  Route route_;
  Workspace<Complex> work_;
  std::unique_ptr<Library> library_;
  Point* input_ = nullptr;
  Complex* output_ = nullptr;
};

template <class Backend, class Real>
std::unique_ptr<Plan> make_plan(const Request& request, MPI_Comm comm) {
  if (request.problem.transform == Transform::r2c) {
    return std::make_unique<HefftePlan<Backend, Real, Transform::r2c>>(request, comm);
  }
  return std::make_unique<HefftePlan<Backend, Real, Transform::c2c>>(request, comm);
}

template <class Backend>
std::unique_ptr<Plan> make_plan(const Request& request, MPI_Comm comm) {
  if (request.problem.precision == Precision::single_) {
    return make_plan<Backend, float>(request, comm);
  }
  return make_plan<Backend, double>(request, comm);
}

/// Why a backend can't do the one-dimensional transforms of this problem.
Support transformable(const Problem& problem, const std::string& backend) {
  if (backend == "fftw") {
    if (problem.transform == Transform::c2c || problem.shape.back() > 1) return Support::yes();
    return Support::no("heFFTe gets no plan from FFTW for real rows of a single point");
  }
  for (const Index extent : problem.shape) {
    Index rest = extent;
    for (const Index prime : {2, 3, 5, 7}) {
      while (rest % prime == 0) rest /= prime;
    }
    const bool power_of_2 = (extent & (extent - 1)) == 0;
    if (rest == 1 && extent <= (power_of_2 ? 256 : 120)) continue;
    return Support::no(fmt::format(
        "the errors of heFFTe's stock transforms exceed the tolerance for axes of more than 120 "
        "points (powers of 2: 256) or with prime factors above 7, as {} points here",
        extent));
  }
  return Support::yes();
}

class Heffte final : public Driver {
 public:
  Description description() const override {
    return {
        .name = "heffte",
        .library = "heFFTe",
        .version = fmt::format("{}.{}.{}", Heffte_VERSION_MAJOR, Heffte_VERSION_MINOR,
                               Heffte_VERSION_PATCH),
        .dims = {2, 3},
        .transforms = {Transform::c2c, Transform::r2c},
        .precisions = {Precision::double_, Precision::single_},
        .placements = {Placement::out_of_place, Placement::in_place},
        .decompositions = {"slab", "pencil"},
        .options = {
            {"backend", "who does the one-dimensional transforms", {"fftw", "stock"}},
            {"exchange",
             "how data are exchanged; alltoall pads the messages to equal sizes",
             {"alltoallv", "alltoall", "p2p", "p2p_pipelined"}},
            {"reorder",
             "bring each axis into contiguous memory before transforming it",
             {true, false}},
            {"stages",
             "shape of the parts between the transforms; auto lets heFFTe keep the input's slabs",
             {"auto", "pencil", "slab"}},
            {"subranks",
             "ranks that do the stages in the middle; the others hold only the ends",
             {"all", "half", "quarter", "one"}},
            {"order",
             "axes and distribution of the spectrum: transposed leaves both as they come out",
             {"transposed", "natural"}}}};
  }

  Support supports(const Request& request, int ranks) const override {
    const Problem& problem = request.problem;
    for (const Index extent : problem.shape) {
      if (extent > std::numeric_limits<int>::max()) {
        return Support::no("heFFTe counts the points of an axis in int");
      }
    }
    if (problem.shape.size() == 2 && request.grid.size() > 0 && request.grid[1] > 1) {
      return Support::no("a 2-D array is distributed along one axis: its grid is {P, 1}");
    }
    const Support support = transformable(problem, request.settings.text("backend"));
    if (!support) return support;
    const std::string& share = request.settings.text("subranks");
    if (transforming_ranks(share, ranks) == 0) {
      return Support::no(
          fmt::format("subranks={} is no whole number below {} rank(s)", share, ranks));
    }
    try {
      return supports(request, Route(request, ranks, 0));
    } catch (const std::runtime_error& error) {
      return Support::no(fmt::format("heFFTe: {}", error.what()));
    }
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    if (request.settings.text("backend") == "stock") {
      return make_plan<heffte::backend::stock>(request, comm);
    }
    return make_plan<heffte::backend::fftw>(request, comm);
  }

 private:
  static Support supports(const Request& request, const Route& route) {
    const std::string& stages = request.settings.text("stages");
    if (stages != "auto" && stages != route.stages()) {
      return Support::no(
          fmt::format("heFFTe makes {}s of this grid, whatever is asked of it", route.stages()));
    }
    if (request.settings.text("subranks") != "all" && !route.gathers()) {
      return Support::no("heFFTe transforms on all ranks between these ends, whatever is asked");
    }
    if (request.problem.transform == Transform::r2c &&
        request.problem.placement == Placement::in_place && route.stands_still()) {
      return Support::no("heFFTe reads the input after it has written over it where no data move");
    }
    return route.passable(request);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Heffte)
