#!/bin/sh
# drill/moment.sh BASE WAL MOMENT [TO]: restores a base backup of pg_basebackup and the archived write-ahead log to a moment, such
# as '2026-05-03 14:00:00+00', and tries whether that would be a service again; with TO the restored data directory stays
# there, stopped. It runs as a user that PostgreSQL may run as, with its programs on the PATH; PGUSER and PGDATABASE name the
# database (idv); KEYS_DIR or KEYS, PICTURES and the master key are today's. Directory and buckets are only read.
set -eu
if [ -z "${KEYS_DIR:-}${KEYS:-}" ]; then
  echo "The drill needs today's data keys. Set KEYS_DIR to their directory, or KEYS to their bucket." >&2
  exit 2
fi
folder=$(mktemp -d)
to=${4:-$folder/data}
trap 'pg_ctl -D "$to" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
mkdir -m 700 "$to"
cp -R "$1/." "$to"
# Nothing of the settings of the original counts: it would archive its log to the same place, for one.
: > "$to/postgresql.auto.conf"
rm -f "$to/standby.signal"
echo 'local all all trust' > "$folder/pg_hba.conf"
cat > "$folder/postgresql.conf" <<END
hba_file = '$folder/pg_hba.conf'
listen_addresses = ''
unix_socket_directories = '$folder'
restore_command = 'cp "$2/%f" "%p"'
recovery_target_time = '$3'
recovery_target_action = 'promote'
# Then nobody is let in before the moment is reached, and the sizes of the original do not matter.
hot_standby = off
END
touch "$to/recovery.signal"
failed() {
  cat "$folder/log" >&2
  exit 1
}
pg_ctl -D "$to" -o "-c config_file='$folder/postgresql.conf'" -l "$folder/log" -t 86400 -w start >/dev/null || failed
# A server that still reads the log is up for pg_ctl: it writes `ready` into the eighth line once it lets somebody in.
until [ "$(sed -n 8p "$to/postmaster.pid" 2>/dev/null | tr -d ' ')" = ready ]; do
  pg_ctl -D "$to" status >/dev/null || failed
  sleep 1
done
DATABASE_URL="postgres://${PGUSER:-idv}@localhost/${PGDATABASE:-idv}?host=$folder"
export DATABASE_URL
idv-verify-service doctor --only-reads
# The log of a restored database ends before the head that is recorded beside today's data keys.
idv-verify-service audit verify --restored
if [ -n "${PICTURES:-}" ]; then
  # Also those of cases that were erased since; a node erases what is left of them.
  idv-verify-service missing-pictures || [ $? -eq 1 ]
fi
pg_ctl -D "$to" -m fast -w stop >/dev/null
