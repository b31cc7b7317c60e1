#include "bound_plan.hpp"

namespace fftbench::lower_bound {

Layout BoundPlan::input() const {
  return room_for(request_.problem.shape, share_.input, request_.problem.input_element_bytes(),
                  rank_in(comm_), ranks());
}

Layout BoundPlan::output() const {
  return room_for(request_.problem.spectrum_shape(), share_.output,
                  request_.problem.output_element_bytes(), rank_in(comm_), ranks());
}

Effective BoundPlan::effective() const {
  auto settings = request_.settings.all();
  settings["way"] = chosen_.way.name;
  return {.grid = process_grid(request_, ranks()),
          .threads = threads(),
          .settings = settings,
          .trials = chosen_.trials};
}

Description bound_description(const std::string& name, const std::string& library) {
  return {.name = name,
          .library = library,
          .version = "1",
          .dims = {1, 2, 3},
          .transforms = {Transform::c2c, Transform::r2c, Transform::dct1, Transform::dct2,
                         Transform::dct3, Transform::dct4, Transform::dst1, Transform::dst2,
                         Transform::dst3, Transform::dst4},
          .precisions = {Precision::double_, Precision::single_},
          .placements = {Placement::out_of_place, Placement::in_place},
          .decompositions = {"slab", "pencil", "brick"},
          .role = Role::bound};
}

}  // namespace fftbench::lower_bound
