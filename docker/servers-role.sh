#!/bin/sh
# The role of the servers, in a database that has just been made. `ironclad migrate --role` says what it may.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$(cat /run/secrets/servers_password)" \
    --set ON_ERROR_STOP=1 <<'SQL'
CREATE ROLE ironclad_server LOGIN PASSWORD :'password';
REVOKE ALL ON SCHEMA public FROM PUBLIC;
SQL
