#!/usr/bin/env bash
# `npm start` on this machine: waits until the demo and the service answer, then ends it and expects a clean end.
set -euo pipefail
npm start &
started=$!
trap 'kill "$started" 2>/dev/null || true' EXIT
for url in "http://localhost:${DEMO_PORT:-4000}/healthz" "http://127.0.0.1:${PORT:-4010}/readyz"; do
  curl --silent --show-error --fail --retry 90 --retry-delay 2 --retry-all-errors --output /dev/null "$url"
done
kill "$started"
wait "$started" || [ $? -eq 143 ]
trap - EXIT
