/// fftMPI: bricks and pencils in, remapped into pencils of each axis, and on.

#include <cstdint>  // which fft3d.h needs and does not include

#include <fft3d.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <fftbench/registry.hpp>
#include <map>
#include <string_view>

#include "common/counts.hpp"

namespace {

using namespace fftbench;

// fftMPI's fast, mid and slow axes are axes 2, 1, 0 here.

/// Three numbers of ranks, whatever the grid that was asked for.
Extents three(Extents grid) {
  if (grid.size() < 3) grid.push_back(1);
  return grid;
}

bool natural(const Request& request) {
  return request.settings.text("order") == "natural";
}

/// How many ranks divide each axis of the spectrum. Transposed, axis 0 is whole, as the last
/// one-dimensional transform leaves it.
Extents spectrum_grid(const Request& request, const Extents& grid) {
  return natural(request) ? grid : Extents{1, grid[0], grid[1] * grid[2]};
}

/// Even parts, some of which may be empty; neighbours along the last axis are neighbours in rank.
Box part(const Extents& shape, const Extents& grid, Index rank) {
  Box box{Extents::filled(3, 0), shape};
  for (std::size_t axis = 3; axis-- > 0; rank /= grid[axis]) {
    const Index place = rank % grid[axis];
    box.lo[axis] = shape[axis] * place / grid[axis];
    box.hi[axis] = shape[axis] * (place + 1) / grid[axis];
  }
  return box;
}

/// An option of fftMPI: words, the default first, for the numbers of a flag.
struct Choice {
  const char* name;
  const char* help;
  std::vector<std::pair<std::string, int>> words;
  int FFTMPI_NS::FFT3d::*flag;
};

const std::vector<Choice>& choices() {
  static const std::vector<Choice> all{
      {"exchange",
       "messages or MPI_Alltoallv; mixed: messages from and to bricks alone",
       {{"mixed", 2}, {"p2p", 0}, {"alltoallv", 1}},
       &FFTMPI_NS::FFT3d::collective},
      {"route",
       "from pencils to pencils: direct, or through bricks",
       {{"direct", 0}, {"bricks", 1}},
       &FFTMPI_NS::FFT3d::exchange},
      {"packing",
       "loops that pack and unpack",
       {{"memcpy", 2}, {"array", 0}, {"pointer", 1}},
       &FFTMPI_NS::FFT3d::packflag}};
  return all;
}

class FftmpiPlan final : public Plan {
 public:
  FftmpiPlan(const Request& request, MPI_Comm comm)
      : request_(request), grid_(process_grid(request, ranks_of(comm))), transform_(comm, 2) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    const Extents& shape = request.problem.shape;
    const Extents ranks = three(grid_);
    input_ = part(shape, ranks, rank);
    output_ = part(shape, spectrum_grid(request, ranks), rank);
    transform_.scaled = 0;
    for (const Choice& choice : choices()) {
      const std::string& asked = request.settings.text(choice.name);
      for (const auto& [word, number] : choice.words) {
        if (word == asked) transform_.*choice.flag = number;
      }
    }
    set_up();
  }

  Layout input() const override { return sized(Layout::row_major(input_)); }
  Layout output() const override {
    return sized(natural(request_) ? Layout::row_major(output_)
                                   : Layout::ordered(output_, {1, 2, 0}));
  }

  void commit(const Buffers& buffers) override { data_ = static_cast<double*>(buffers.input); }

  void forward() override { transform_.compute(data_, data_, 1); }
  void backward() override { transform_.compute(data_, data_, -1); }

  double round_trip_scale() const override {
    return static_cast<double>(request_.problem.shape.volume());
  }

  Effective effective() const override {
    auto settings = request_.settings.all();
    settings["lines"] = std::string(transform_.fft1d);
    settings["planner"] =
        std::string(transform_.fft1d == std::string_view("FFTW3") ? "estimate" : "none");
    return {grid_, 1, settings};
  }

 private:
  Layout sized(Layout layout) const {
    layout.size = size_;
    return layout;
  }

  void set_up() {
    std::array<int, 15> n{};  // points, then first and last index of the input and of the output
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t k = 2 - axis;
      n[k] = static_cast<int>(request_.problem.shape[axis]);
      n[3 + 2 * k] = static_cast<int>(input_.lo[axis]);
      n[4 + 2 * k] = static_cast<int>(input_.hi[axis] - 1);
      n[9 + 2 * k] = static_cast<int>(output_.lo[axis]);
      n[10 + 2 * k] = static_cast<int>(output_.hi[axis] - 1);
    }
    const int permute = natural(request_) ? 0 : 2;
    int size = 0, send = 0, receive = 0;
    transform_.setup(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11],
                     n[12], n[13], n[14], permute, size, send, receive);
    size_ = size;
  }

  Request request_;
  Extents grid_;
  FFTMPI_NS::FFT3d transform_;
  Box input_, output_;
  Index size_ = 0;
  double* data_ = nullptr;
};

/// Points that a rank holds at most at either end.
Index largest_part(const Extents& shape, const Extents& grid) {
  Index points = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    points *= share(shape[axis], grid[axis]);
  }
  return points;
}

Support lengths(const Extents& shape) {
  for (const Index extent : shape) {
    Index rest = extent;
    for (const Index prime : {2, 3, 5}) {
      while (rest % prime == 0) rest /= prime;
    }
    if (extent > 1 && rest == 1) continue;
    return Support::no(fmt::format(
        "fftMPI ends the program for axes of one point or with prime factors above 5, as {}",
        extent));
  }
  return Support::yes();
}

class Fftmpi final : public Driver {
 public:
  Description description() const override {
    std::vector<Option> options{
        {"order",
         "transposed: pencils of axis 0; natural: the spectrum in the parts and order of the input",
         {"transposed", "natural"}}};
    for (const Choice& choice : choices()) {
      options.push_back({choice.name, choice.help, {}});
      for (const auto& [word, number] : choice.words) options.back().values.emplace_back(word);
    }
    return {.name = "fftmpi",
            .library = "fftMPI",
            .version = FFTMPI_IDENTITY,
            .dims = {3},
            .transforms = {Transform::c2c},
            .precisions = {Precision::double_},
            .placements = {Placement::in_place},
            .decompositions = {"slab", "pencil", "brick"},
            .options = options};
  }

  Support supports(const Request& request, int ranks) const override {
    const Problem& problem = request.problem;
    if (const Support support = lengths(problem.shape); !support) return support;
    const Extents grid = three(process_grid(request, ranks));
    const Index points = std::max(largest_part(problem.shape, grid),
                                  largest_part(problem.shape, spectrum_grid(request, grid)));
    if (fits_int(2 * points)) return Support::yes();
    return Support::no(
        fmt::format("fftMPI counts real numbers in int, but a rank would hold {}", 2 * points));
  }

  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override {
    return std::make_unique<FftmpiPlan>(request, comm);
  }
};

}  // namespace

FFTBENCH_REGISTER_DRIVER(Fftmpi)
