#!/usr/bin/env bash
# spreadsheet.sh LIST BASKET.xlsx: sends a bill of materials in any form, and fetches what to buy.
set -euo pipefail
list=${1:?usage: spreadsheet.sh LIST BASKET.xlsx}
basket=${2:?usage: spreadsheet.sh LIST BASKET.xlsx}
url=${OFFERSTREAM_URL:-http://localhost:8080}

ask() { curl -sS --fail-with-body -H "x-api-key: ${KEY:?set KEY to a customer key}" "$@"; }
field() { node -e 'const answer = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log('"$1"')'; }

estimate=$(ask -F "file=@$list" "$url/v1/estimates" | field answer.id)
# The stream ends when the estimate is ready, or cannot be.
ask -N "$url/v1/estimates/$estimate/events?until=ready" >/dev/null
ask "$url/v1/estimates/$estimate" |
  field '`${answer.status}: ${answer.line_counts?.bought ?? 0} of ${answer.line_counts?.total ?? 0} lines bought, ${answer.total_price_decimal ?? 0} ${answer.currency ?? ""}`'
ask -o "$basket" "$url/v1/estimates/$estimate/export?format=xlsx"
echo "$basket"
