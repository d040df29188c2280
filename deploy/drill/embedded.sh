#!/bin/sh
# drill/embedded.sh DATA_DIR: tries whether a copy of a data directory would be a service again. The service that uses
# the directory has to be stopped, or the directory be a backup; it is only read.
set -eu
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R "$1/." "$copy"
export DATA_DIR="$copy" DATABASE_URL=
idv-verify-service doctor --only-reads
idv-verify-service audit verify
