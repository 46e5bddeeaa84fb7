#!/bin/sh
# Restores the newest backup beside the running database, starts it, and says how new it is:
# docs/backups.md. As the user postgres; options go to `pgbackrest restore`.
set -eu

folder=${REHEARSAL_FOLDER:-/var/lib/postgresql/rehearsal}
port=${REHEARSAL_PORT:-5499}
programs=${PG_BIN:-/usr/lib/postgresql/18/bin}
database=${REHEARSAL_DATABASE:-arasta}
user=${REHEARSAL_USER:-postgres}

clear() {
  if [ -s "$folder/data/postmaster.pid" ]; then
    "$programs/pg_ctl" --pgdata="$folder/data" --mode=immediate --silent stop || true
  fi
  rm -rf "$folder"
}
ask() { psql --no-psqlrc --host="$folder" --port="$port" --username="$user" --dbname="$database" --tuples-only --no-align --command="$1"; }

clear
trap clear EXIT
mkdir -m 700 "$folder" "$folder/data"
began=$(date +%s)

# Every file of the repository has the checksum that it was written with.
pgbackrest --stanza=arasta verify
# It must not write into the archive of the database that it is a copy of.
pgbackrest --stanza=arasta --pg1-path="$folder/data" --archive-mode=off "$@" restore
# Debian keeps the settings elsewhere; the copy needs them, and must not be taken for the original.
config=$folder/data/postgresql.conf
[ -e "$config" ] || config=${REHEARSAL_CONFIG:-/etc/postgresql/18/main/postgresql.conf}
"$programs/pg_ctl" --pgdata="$folder/data" --log="$folder/log" --silent --wait --timeout=86400 \
  --options="-c config_file='$config' -c data_directory='$folder/data' -c external_pid_file='' \
    -c archive_mode=off -c port=$port -c listen_addresses='' -c unix_socket_directories='$folder'" start ||
  { cat "$folder/log"; exit 1; }
until [ "$(ask 'select pg_is_in_recovery()')" = f ]; do sleep 1; done

echo "Restored and started in $(($(date +%s) - began)) s."
ask "select 'Orders: ' || count(*) || ', the newest of ' || coalesce(max(created_at)::text, '–') from orders"
# Reads every row of every table, and with it every page.
ask "select format('select count(*) from %s', oid::regclass) from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace order by oid" |
  while read -r statement; do ask "$statement" >/dev/null; done
echo 'Every table could be read.'
