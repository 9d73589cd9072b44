#!/bin/sh
# Run once by the image, when the database is made: a plain role that owns the tables, and one for the servers, which reads and writes rows.
set -eu
psql --set=ON_ERROR_STOP=1 --set=owner="$(cat /run/secrets/owner-password)" --set=server="$(cat /run/secrets/server-password)" --username postgres <<'SQL'
create role lookout_owner login password :'owner';
create role lookout_server login password :'server';
create database lookout owner lookout_owner encoding 'UTF8' template template0;
SQL
