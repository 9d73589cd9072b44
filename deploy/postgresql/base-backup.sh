#!/bin/sh
# base-backup.sh URL TARGET: a copy of the whole database server while it runs, from which the archived log goes on. Once a night; keep the archive
# from the oldest copy that is kept. URL: of a role with `replication`.
set -eu
url=$1
target=$2
umask 077
pg_basebackup --dbname="$url" --pgdata="$target.part" --wal-method=stream --checkpoint=fast --no-password
mv "$target.part" "$target"
