# Stands before the commands of a page: what a reader puts in for names such as OFFER_ID is put in
# here, default ports become those of the service that runs, and each command that fails is told.
# Given: SERVICE_HTTP, SERVICE_GRPC, CUSTOMER_KEY, ADMIN_KEY, OFFER, PRODUCT,
# STREAM_SECONDS; NOT_RUN has a command a line; REPORT and ANSWERS are files.
set -uo pipefail
trap 'failed $? "$(sed -n "${LINENO}p" "$0")"' ERR

KEY=os_...
ADMIN=http://localhost:8080/v1/admin
admin() { curl -s -H "x-api-key: $KEY" -H 'content-type: application/json' "$@"; }

failed() {
  local said
  said=$(tail -c 600 "$ANSWERS")
  printf 'FAILED with %s: %s\n%s\n' "$1" "$2" "$said" >>"$REPORT"
}

# The last id of a kind that the service has answered on this page.
latest() { grep -oE "\b$1_[0-9a-z_]+" "$ANSWERS" | tail -n 1; }

# The last key of a customer.
key_of() { grep -oE "\"id\":\"key_[0-9a-z]+\",\"customer_id\":\"$1\"" "$ANSWERS" | tail -n 1 | cut -d'"' -f4; }

version_of() {
  command curl -s -H "x-api-key: $CUSTOMER_KEY" "$SERVICE_HTTP/v1/estimates/$1" | grep -oE '"version":[0-9]+' | cut -d: -f2
}

# Where the demo's Mouser listens: on any free port, which it has said.
demo_mouser() { sed -n 's#^mouser on http://##p' "$PWD/demo.log"; }

filled() {
  local text=$1 name
  for name in ESTIMATE_ID:est JOB_ID:job WATCH_ID:wat POLICY_ID:vis KEY_ID:key; do
    [[ $text == *"${name%%:*}"* ]] && text=${text//${name%%:*}/$(latest "${name#*:}")}
  done
  [[ $text == *EST_ID* ]] && text=${text//EST_ID/$(grep -oE '\best_[0-9a-z]+' "$ANSWERS" | head -n 1)}
  [[ $text == *VERSION* ]] && text=${text//VERSION/$(version_of "$(grep -oE '\best_[0-9a-z]+' "$ANSWERS" | head -n 1)")}
  [[ $text == *SELLER* ]] && text=${text//SELLER/$(grep -oE '"seller":"[^"]+"' "$ANSWERS" | tail -n 1 | cut -d'"' -f4)}
  [[ $text == *POSITION:HASH* ]] && text=${text//POSITION:HASH/$(grep -oE '\b[0-9]+:[0-9a-f]{64}' "$ANSWERS" | tail -n 1)}
  if [[ $text =~ customers/([a-z]+)/keys/key_\.\.\. ]]; then
    text=${text//key_.../$(key_of "${BASH_REMATCH[1]}")}
  fi
  text=${text//OFFER_ID/$OFFER}
  text=${text//PRODUCT_ID/$PRODUCT}
  text=${text//localhost:8080/$SERVICE_HTTP}
  text=${text//localhost:50051/$SERVICE_GRPC}
  [[ $text == *localhost:9115* ]] && text=${text//localhost:9115/$(demo_mouser)}
  if [[ "$*" == */v1/admin* || ${admin_asked:-} ]]; then text=${text//os_.../$ADMIN_KEY}; fi
  printf '%s' "${text//os_.../$CUSTOMER_KEY}"
}

# Tells of a command that the table of the test says not to run.
passed_over() {
  local words
  while read -r words; do
    if [[ -n $words && $1 == "$words"* ]]; then
      printf 'NOT RUN: %s\n' "$1" >>"$REPORT"
      return 0
    fi
  done <<<"$NOT_RUN"
  return 1
}

# Runs a program with its arguments filled in; what it says is kept for those after it.
with_filled() {
  local program=$1 given=() argument admin_asked=
  shift
  [[ "$*" == */v1/admin* ]] && admin_asked=yes
  for argument in "$@"; do given+=("$(filled "$argument")"); done
  command "$program" "${given[@]}" 2> >(tee -a "$ANSWERS" >&2) | tee -a "$ANSWERS"
}

# An answer of 400 or more is a failure, unless it says when to try again and then is none.
# A stream without an end has told enough after a while.
curl() {
  local argument
  for argument in "$@"; do
    [[ $argument == http* ]] && passed_over "curl $argument" && return
  done
  case " $* " in
    *' -sN '*until=*) with_filled curl --fail-with-body --show-error --retry 2 --max-time 60 "$@" ;;
    *' -sN '*)
      with_filled curl --fail-with-body --show-error --max-time "$STREAM_SECONDS" "$@"
      local status=$?
      [[ $status == 28 ]] && return 0
      return $status
      ;;
    *) with_filled curl --fail-with-body --show-error --retry 2 --max-time 60 "$@" ;;
  esac
}

npx() {
  passed_over "npx $*" && return
  case "$*" in
    'offerstream keys create'*--out*) with_filled npx --no-install "$@" ;;
    # Its key is shown on a terminal alone.
    'offerstream keys create'*) script --quiet --return --command "npx --no-install $*" /dev/null >>"$ANSWERS" ;;
    *) with_filled npx --no-install "$@" ;;
  esac
}

started=()

# A program that serves until it is stopped: it has begun well when it says so.
until_it_says() {
  local log=$1 words=$2 pid=$3
  for _ in $(seq 900); do
    grep -q "$words" "$log" && return 0
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  cat "$log" >>"$ANSWERS"
  return 1
}

start_service() (
  export HTTP_PORT=0 GRPC_PORT=0 DATA_DIR="$PWD/data-$RANDOM"
  offerstream_log=$DATA_DIR.log
  node_options=$(command npm pkg get scripts.start | tr -d '"' | cut -d' ' -f2-)
  # Not by npm, so that the process that is stopped is the service itself.
  # shellcheck disable=SC2086
  node_modules/.bin/node $node_options >"$offerstream_log" 2>&1 &
  until_it_says "$offerstream_log" service.started $!
  status=$?
  kill -TERM $! 2>/dev/null
  wait $!
  return $status
)

npm() {
  passed_over "npm $*" && return
  case "$*" in
    start) start_service ;;
    *) with_filled npm --silent "$@" ;;
  esac
}

node() {
  case "$*" in
    'ops/demo/main.ts protocols')
      node_modules/.bin/node "$@" --first-port 0 >"$PWD/demo.log" 2>&1 &
      started+=($!)
      until_it_says "$PWD/demo.log" 'mouser on' $!
      ;;
    *) with_filled node_modules/.bin/node "$@" ;;
  esac
}

# Programs that are never run: each of their commands is in the table, or fails.
docker() { passed_over "docker $*"; }
helm() { passed_over "helm $*"; }
kubectl() { passed_over "kubectl $*"; }
nats() { passed_over "nats $*"; }
pip() { passed_over "pip $*"; }

# Stops what the page has started to go on beside it.
end_of_page() {
  local pid
  for pid in "${started[@]}"; do
    kill -TERM "$pid"
    wait "$pid" || true
  done
  exit 0
}
