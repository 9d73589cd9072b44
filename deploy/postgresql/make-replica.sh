#!/bin/sh
# make-replica.sh URL DATA SLOT: makes DATA, which must be empty or absent, a streaming replica of the server at URL. Start PostgreSQL on it afterwards,
# as the user that owns it. URL: of a role with `replication`. SLOT: a name for this replica; the primary keeps the log that it has not had yet.
set -eu
url=$1
data=$2
slot=$3
pg_basebackup --dbname="$url" --pgdata="$data" --write-recovery-conf --create-slot --slot="$slot" --wal-method=stream --checkpoint=fast --no-password
