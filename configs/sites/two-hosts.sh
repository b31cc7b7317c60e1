#!/usr/bin/env bash
# Two simulated hosts on one machine: network namespaces joined by a link of limited rate, so that
# messages between ranks really cross a network, and a slow one. One rank and one core each.
#
#   two-hosts.sh launch PROGRAM...   as the launcher of configs/sites/two-hosts.yaml
#   two-hosts.sh down                remove them
#
# Needs root, iproute2 and Open MPI. TWO_HOSTS_RATE: of the link, in tc's words (default 4gbit).
set -euo pipefail

rate=${TWO_HOSTS_RATE:-4gbit}
hosts=(fftbench-a fftbench-b)
addresses=(10.91.7.1 10.91.7.2)

ends=(fftbench-va fftbench-vb)

up() {
  local k
  for k in 0 1; do ip netns add "${hosts[k]}"; done
  ip link add "${ends[0]}" netns "${hosts[0]}" type veth peer name "${ends[1]}" netns "${hosts[1]}"
  for k in 0 1; do
    ip -n "${hosts[k]}" addr add "${addresses[k]}/24" dev "${ends[k]}"
    ip -n "${hosts[k]}" link set lo up
    ip -n "${hosts[k]}" link set "${ends[k]}" up
  done
}

limit() {
  local k
  for k in 0 1; do
    tc -n "${hosts[k]}" qdisc replace dev "${ends[k]}" root tbf rate "$rate" burst 1mb latency 100ms
  done
}

# Both hosts with their link: half of them may be left of what was interrupted.
stand() {
  local k
  for k in 0 1; do ip -n "${hosts[k]}" link show "${ends[k]}" up 2>/dev/null | grep -q . || return 1; done
}

down() {
  local host
  for host in "${hosts[@]}"; do ip netns del "$host" 2>/dev/null || true; done
}

# Runs a command on host K: its network, its name, its core.
enter() {
  local k=$1
  shift
  # shellcheck disable=SC2016  # the inner shell expands them
  exec taskset -c "$k" ip netns exec "${hosts[k]}" unshare --uts -- \
    bash -c 'hostname "$0"; exec "$@"' "${hosts[k]}" "$@"
}

# What mpirun takes for ssh: two-hosts.sh remote ADDRESS COMMAND...
remote() {
  local k=0
  [[ $1 == "${addresses[1]}" ]] && k=1
  shift
  enter "$k" bash -c "$*"
}

launch() {
  local here subnet=${addresses[0]%.*}.0/24
  here=$(readlink -f "$0")
  # Found by its name: what is named here stands in records, where paths of a machine do not belong.
  PATH=${here%/*}:$PATH
  # Programs that take turns start at the same time: the first one makes what all of them use.
  exec {lock}>"${TMPDIR:-/tmp}/fftbench-two-hosts.lock"
  flock "$lock"
  stand || { down; up; }
  limit
  exec {lock}>&-
  enter 0 mpirun --host "${addresses[0]}:1,${addresses[1]}:1" -n 2 --bind-to none \
    --mca plm_rsh_agent "${here##*/} remote" --mca plm_rsh_no_tree_spawn 1 \
    --mca pml ob1 --mca btl tcp,self \
    --mca btl_tcp_if_include "$subnet" --mca oob_tcp_if_include "$subnet" "$@"
}

case ${1:-} in
  launch) shift; launch "$@" ;;
  remote) shift; remote "$@" ;;
  down) down ;;
  *) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
