#!/bin/sh
# What a node needs of the machine and no Go module gives: the container runtime, the plugins of its network, iptables;
# what images of Flink are built with: a JDK, pip, unzip; and the PostgreSQL and MariaDB that suites of SQL start.
# Debian and its like; does nothing when all is there.
set -eu

programs="unshare nsenter setpriv ip containerd ctr runc iptables javac jlink pip unzip"
PATH="$PATH:/usr/sbin:/sbin"

missing=""
for program in $programs; do
  command -v "$program" > /dev/null || missing="$missing $program"
done
[ -x /usr/lib/cni/bridge ] || [ -x /opt/cni/bin/bridge ] || missing="$missing cni-bridge"
set -- /usr/lib/postgresql/*/bin/postgres
[ -x "$1" ] || missing="$missing postgresql"
command -v mariadbd > /dev/null || missing="$missing mariadb"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo "there is no$missing: install containerd, runc, CNI plugins, iptables, iproute2, util-linux, a JDK, pip, unzip, postgresql and mariadb-server" >&2
  exit 1
fi
echo "installing, because there is no$missing"
export DEBIAN_FRONTEND=noninteractive
packages="containerd runc containernetworking-plugins iptables iproute2 util-linux"
command -v jlink > /dev/null || packages="$packages default-jdk-headless"
command -v pip > /dev/null || packages="$packages python3-pip"
command -v unzip > /dev/null || packages="$packages unzip"
[ -x "$1" ] || packages="$packages postgresql"
# The server alone, 7 MB: its tables are made by the suites.
command -v mariadbd > /dev/null || packages="$packages mariadb-server-core"
# policy-rc.d keeps the packages from starting a containerd or a PostgreSQL of their own.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' > "$policy"
  chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
apt-get update -qq
# shellcheck disable=SC2086
apt-get install -y -qq --no-install-recommends $packages
