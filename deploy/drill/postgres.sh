#!/bin/sh
# drill/postgres.sh FROM TO: backs a database up, restores it into an empty one, and tries whether that would be a service
# again. Both are addresses, postgres://…; the master key is expected in IDV_MASTER_KEY or IDV_MASTER_KEY_FILE.
set -eu
backup=$(mktemp)
trap 'rm -f "$backup"' EXIT
pg_dump --format=custom --file="$backup" "$1"
pg_restore --no-owner --exit-on-error --dbname="$2" "$backup"
export DATABASE_URL="$2"
idv-verify-service doctor --only-reads
# The record beside the data keys may be later than the backup: the service goes on meanwhile.
idv-verify-service audit verify --restored
