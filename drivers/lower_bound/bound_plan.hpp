#pragma once
/// What bounds of hosts and of devices have in common: the plan but for its ways, and the
/// description but for where the arrays are.

#include <fftbench/driver.hpp>
#include <string>

#include "share.hpp"
#include "trial.hpp"

namespace fftbench::lower_bound {

/// A plan whose transforms are the fastest of some ways, which commit() tries.
class BoundPlan : public Plan {
 public:
  BoundPlan(const Request& request, MPI_Comm comm)
      : request_(request), comm_(comm), share_(request.problem, ranks_of(comm)) {}

  Layout input() const override;
  Layout output() const override;

  void forward() override { chosen_.way.forward(); }
  void backward() override { chosen_.way.backward(); }
  double round_trip_scale() const override { return 1; }

  Effective effective() const override;

 protected:
  const Request& request() const { return request_; }
  MPI_Comm comm() const { return comm_; }
  int ranks() const { return ranks_of(comm_); }
  /// What is bounded, as the option says.
  const std::string& of() const { return request_.settings.text("of"); }
  void choose(const Chosen& chosen) { chosen_ = chosen; }
  /// Threads that each rank uses.
  virtual int threads() const = 0;

 private:
  Request request_;
  MPI_Comm comm_;
  Share share_;
  Chosen chosen_;
};

/// A bound of every problem and grid, for arrays of the host.
Description bound_description(const std::string& name, const std::string& library);

}  // namespace fftbench::lower_bound
