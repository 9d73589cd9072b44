#!/bin/sh
# promote.sh URL: makes the replica at URL the primary. Only when the old one is gone for good: stop it, or cut it off, first. URL: of a superuser.
set -eu
url=$1
ask() {
  psql --no-psqlrc --no-password --no-align --tuples-only --set=ON_ERROR_STOP=1 --command="$1" "$url"
}
if [ "$(ask 'select pg_promote(true, 60)')" != t ]; then
  echo 'not promoted within a minute: see the log of PostgreSQL' >&2
  exit 1
fi
# It has no replica of its own yet: it must not wait for one.
ask "alter system set synchronous_standby_names = ''"
ask 'select pg_reload_conf()'
