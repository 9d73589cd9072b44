#!/bin/sh
# Run once by the image, when the database is made: a plain role for the server, which owns its database and nothing else.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/lookout-password)" --username postgres <<'SQL'
create role lookout login password :'password';
create database lookout owner lookout encoding 'UTF8' template template0;
SQL
