#!/usr/bin/env bash
# Starts what the first argument names, as the entry point of Flink's official image does: a role of a cluster in the
# foreground, with the other arguments passed on; anything else is a command of its own.
# Left out: changes of the configuration, which is mounted read-only, and giving up root, which this image never has.
set -euo pipefail

if [ "$#" = 0 ] || [ "$1" = help ]; then
  echo "Usage: docker-entrypoint.sh (jobmanager|standalone-job|taskmanager|help|COMMAND) [ARGUMENT...]"
  exit 0
fi

declare -A script_of=([jobmanager]=jobmanager.sh [standalone-job]=standalone-job.sh [taskmanager]=taskmanager.sh)
script=${script_of[$1]:-}
[ -n "$script" ] || exec "$@"
shift
exec "$FLINK_HOME/bin/$script" start-foreground "$@"
