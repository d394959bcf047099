#!/usr/bin/env bash
# price-a-part.sh NUMBER [QUANTITY]: what each seller of a part wants for a quantity of it.
set -euo pipefail
number=${1:?usage: price-a-part.sh NUMBER [QUANTITY]}
quantity=${2:-1}
url=${OFFERSTREAM_URL:-http://localhost:8080}

ask() { curl -sS --fail-with-body -H "x-api-key: ${KEY:?set KEY to a customer key}" "$@"; }
# field EXPRESSION: of the JSON document on standard input, `answer`.
field() { node -e 'const answer = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log('"$1"')'; }

product=$(ask --get "$url/v1/products" --data-urlencode "q=$number" -d limit=1 | field 'answer.items[0]?.id ?? ""')
if [ -z "$product" ]; then echo "nobody sells $number" >&2; exit 1; fi

ask "$url/v1/products/$product/offers" |
  field 'answer.items.map((offer) => [offer.id, offer.supplier_id, offer.supplier_sku].join(" ")).join("\n")' |
  while read -r offer supplier sku; do
    price=$(ask "$url/v1/pricing" -H 'content-type: application/json' \
      -d "{\"offer_id\": \"$offer\", \"quantity\": $quantity}")
    echo "$supplier $sku: $(field '`${answer.final_price_decimal ?? answer.unknown_reason} ${answer.currency ?? ""}, ${answer.freshness.status}`' <<<"$price")"
  done
