#!/bin/sh
# Process 1 of a sandbox (see sandbox.ts): keeps what a node changes to itself, runs a command, ends all, tidies up.
#   sandbox.sh NAME COMMAND...     NAME is that of the cgroup which a kubelet may use as its root
set -u

# Anywhere else it would mount over the machine's own folders and end the machine's processes.
[ "$$" = 1 ] || { echo "sandbox: this runs as process 1 of new namespaces only, see sandbox.ts" >&2; exit 70; }

name=$1
shift
export WEIR_SANDBOX="$name"

fail() {
  echo "sandbox: $1" >&2
  exit 70
}

# Sockets, locks and namespaces live in /run; kubelet and the network plugins have fixed places in /var.
mount -t tmpfs -o mode=755 weir-run /run || fail "cannot mount /run"
mkdir -p /run/lock /run/weir/var /run/weir/work /run/weir/sysctl /run/weir/tmp
# In a container within a container there may be one overlay too many; then these parts of /var are empty in here.
mount -t overlay -o lowerdir=/var,upperdir=/run/weir/var,workdir=/run/weir/work weir-var /var 2> /dev/null ||
  { mount -t tmpfs weir-lib /var/lib && mount -t tmpfs weir-log /var/log; } || fail "cannot mount /var"
export TMPDIR=/run/weir/tmp

# kubelet sets these for the whole machine; in here it finds plain files in their place.
for key in kernel/panic kernel/panic_on_oops kernel/keys/root_maxkeys kernel/keys/root_maxbytes \
  vm/overcommit_memory vm/panic_on_oom; do
  [ -e "/proc/sys/$key" ] || continue
  copy="/run/weir/sysctl/$(basename "$key")"
  cat "/proc/sys/$key" > "$copy" && mount --bind "$copy" "/proc/sys/$key" || fail "cannot cover $key"
done

ip link set lo up || fail "cannot bring up the loopback interface"

# One cgroup in each hierarchy of version 1, or one in version 2, whose root hands its controllers down (see sandbox.ts).
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
  hierarchies=/sys/fs/cgroup
else
  hierarchies=$(find /sys/fs/cgroup -mindepth 1 -maxdepth 1 -type d)
fi
for hierarchy in $hierarchies; do
  mkdir "$hierarchy/$name" || fail "cannot make a cgroup in $hierarchy"
  # In version 1 all pods together weigh as one process of the machine does, and starve beside other suites.
  shares="$hierarchy/$name/cpu.shares"
  if [ -e "$shares" ]; then echo 4096 > "$shares"; fi
done

"$@" <&0 &
child=$!
trap 'kill -TERM "$child" 2> /dev/null' TERM INT HUP
code=0
while kill -0 "$child" 2> /dev/null; do
  wait "$child"
  code=$?
done

kill -KILL -1 2> /dev/null
wait
for hierarchy in $hierarchies; do
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -d "$hierarchy/$name" ] || break
    find "$hierarchy/$name" -depth -type d -exec rmdir {} + 2> /dev/null
    [ -d "$hierarchy/$name" ] && sleep 0.1
  done
done
exit "$code"
