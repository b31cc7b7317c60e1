#pragma once
/// A model of the time that a transform takes, to choose among settings by.

#include "layout/decomposition.hpp"
#include "taskfft/options.hpp"
#include "taskfft/problem.hpp"

namespace taskfft {

/// The time of a message: latency + bytes / bytes_per_second (R. W. Hockney, The communication
/// challenge for MPP, Parallel Computing 20, 1994: its r_inf and t_0; often alpha and 1 / beta).
struct Link {
  double latency;  ///< seconds
  double bytes_per_second;
};

/// Where the ranks of a plan run.
struct Machine {
  int ranks;
  int ranks_per_node;  ///< the most on any node
  Link node;           ///< between two ranks of a node
  Link network;        ///< between two nodes
};

/// With links as many clusters have them.
Machine typical_machine(int ranks, int ranks_per_node);

/// Seconds that a forward transform may take, from its arithmetic and its messages: good enough to
/// tell which settings are worth timing, but not how long they take. Grid, exchange and
/// message_groups must be given. Ranks are assumed to fill one node after the other.
double predicted_seconds(const Problem& problem, const Options& options, const Machine& machine);

/// As many message groups as leave about a megabyte to each message between nodes, in the exchange
/// that has the smallest ones, but no more than a rank has planes, and not so many that planning or
/// looking at them takes long; one where no exchange leaves a node.
int fitting_groups(const Problem& problem, const Geometry& geometry, int ranks, int ranks_per_node);

}  // namespace taskfft
