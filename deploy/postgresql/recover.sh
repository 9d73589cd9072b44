#!/bin/sh
# recover.sh BASE ARCHIVE DATA: makes DATA, which must be empty or absent, the state of BASE and of everything archived since. Start PostgreSQL on it
# afterwards, as the user that owns it: it replays the archive to its end and then takes writes.
set -eu
base=$1
archive=$2
data=$3
if [ -d "$data" ] && [ -n "$(ls -A "$data")" ]; then
  echo "$data is not empty: move it away first" >&2
  exit 1
fi
mkdir -p "$data"
cp -a "$base/." "$data/"
chmod 700 "$data"
cat >> "$data/postgresql.auto.conf" <<CONF
restore_command = 'cp "$archive/%f" "%p"'
recovery_target_timeline = 'latest'
CONF
touch "$data/recovery.signal"
