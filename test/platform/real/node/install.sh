#!/bin/sh
# What a node needs of the machine and no Go module gives: the container runtime, the plugins of its network, iptables.
# Debian and its like; does nothing when all is there.
set -eu

programs="unshare nsenter setpriv ip containerd ctr runc iptables"
PATH="$PATH:/usr/sbin:/sbin"

missing=""
for program in $programs; do
  command -v "$program" > /dev/null || missing="$missing $program"
done
[ -x /usr/lib/cni/bridge ] || [ -x /opt/cni/bin/bridge ] || missing="$missing cni-bridge"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo "there is no$missing: install containerd, runc, CNI plugins, iptables, iproute2 and util-linux" >&2
  exit 1
fi
echo "installing, because there is no$missing"
export DEBIAN_FRONTEND=noninteractive
packages="containerd runc containernetworking-plugins iptables iproute2 util-linux"
# policy-rc.d keeps the packages from starting a containerd of their own.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' > "$policy"
  chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
apt-get update -qq
# shellcheck disable=SC2086
apt-get install -y -qq --no-install-recommends $packages
