"""reprice.py OFFERS: prices the rows of a CSV file with the columns offer_id and quantity.

Writes them with price, currency and freshness to standard output. Rows go out as prices come back,
so a file of any size takes the same memory.
"""

import csv
import os
import sys
from collections import deque

from offerstream import connect
from svc.public.v1.common_pb2 import Freshness

waiting = deque()


def requests(rows):
    for row in rows:
        waiting.append(row)
        yield {"offer_id": row["offer_id"], "quantity": int(row["quantity"])}


with open(sys.argv[1], newline="") as file, connect(
    os.environ.get("OFFERSTREAM_GRPC", "localhost:50051"), api_key=os.environ["KEY"]
) as client:
    out = csv.writer(sys.stdout)
    out.writerow(["offer_id", "quantity", "price", "currency", "freshness", "error"])
    # Answers come in the order of the requests.
    for price in client.pricing.bulk_calculate_price(requests(csv.DictReader(file))):
        row = waiting.popleft()
        fresh = Freshness.Status.Name(price.freshness.status) if price.HasField("freshness") else ""
        error = price.item_error.code or price.unknown_reason
        told = [price.final_price_decimal, price.currency, fresh, error]
        out.writerow([row["offer_id"], row["quantity"], *told])
