#!/bin/sh
# archive_command: archive-wal.sh FROM TO. A piece is there whole or not at all, is never replaced by another, and is on the disk when this ends.
set -eu
from=$1
to=$2
if [ -e "$to" ]; then
  # PostgreSQL may ask again for one whose success it did not learn of.
  cmp -s "$from" "$to"
  exit
fi
cp "$from" "$to.part"
sync "$to.part"
mv "$to.part" "$to"
sync "$(dirname "$to")"
