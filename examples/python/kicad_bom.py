"""kicad_bom.py NETLIST.xml OUT.csv [BOARDS]: prices a board out of KiCad.

Add it in KiCad's schematic editor as a script for bills of materials:
    python3 ".../kicad_bom.py" "%I" "%O.csv"
Components are grouped by their part number (the field MPN, or else by value and footprint). Wants
nothing but Python; KEY and OFFERSTREAM_URL come from the environment.
"""

import csv
import json
import os
import sys
import time
import urllib.request
import xml.etree.ElementTree as ElementTree
from collections import defaultdict

URL = os.environ.get("OFFERSTREAM_URL", "http://localhost:8080")
NUMBER_FIELDS = ("mpn", "manufacturer part number", "manf#", "part number")
MAKER_FIELDS = ("manufacturer", "mfr", "manf")


def ask(path, document=None):
    """The answer of the service to a GET, or to a POST of a document."""
    body = None if document is None else json.dumps(document).encode()
    request = urllib.request.Request(URL + path, data=body)
    request.add_header("x-api-key", os.environ["KEY"])
    request.add_header("content-type", "application/json")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def field_of(component, names):
    """The first of these fields that a component has, by any capitals; else an empty text."""
    for field in component.iter("field"):
        if field.get("name", "").lower() in names and field.text:
            return field.text.strip()
    return ""


def parts_of(netlist):
    """The designators of each part: (text, number, manufacturer) to a list."""
    parts = defaultdict(list)
    for component in ElementTree.parse(netlist).getroot().iter("comp"):
        number = field_of(component, NUMBER_FIELDS)
        value = component.findtext("value", "")
        text = number or f"{value} {component.findtext('footprint', '').rpartition(':')[2]}"
        parts[text, number, field_of(component, MAKER_FIELDS)].append(component.get("ref"))
    return parts


def basket_of(parts, boards):
    """The basket for so many boards, when it is ready."""
    lines = [
        {"raw_text": text, "mpn": number, "manufacturer": maker, "quantity": len(references)}
        for (text, number, maker), references in parts.items()
    ]
    estimate = ask("/v1/estimates", {"lines": lines, "build_quantity": boards})
    while estimate["status"] not in ("ready", "error"):
        time.sleep(0.5)
        estimate = ask(f"/v1/estimates/{estimate['id']}")
    return estimate


def main(netlist, out, boards=1):
    parts = parts_of(netlist)
    estimate = basket_of(parts, int(boards))
    with open(out, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["references", "part", "pieces", "seller", "order number", "price", "why not"])
        for references, line in zip(parts.values(), estimate.get("lines", [])):
            chosen = (line.get("chosen") or [{}])[0]
            price = line.get("price", {})
            table.writerow(
                [
                    " ".join(references),
                    line.get("product", {}).get("mpn", line["raw_text"]),
                    line.get("pieces", ""),
                    chosen.get("supplier_name", ""),
                    chosen.get("supplier_sku", ""),
                    f"{price['amount']} {price['currency']}" if price else "",
                    line.get("unresolved_message", ""),
                ]
            )
    total = f"{estimate.get('total_price_decimal', 0)} {estimate.get('currency', '')}"
    print(f"{estimate['status']}: {total} for {boards} board(s), {out}")


if __name__ == "__main__":
    main(*sys.argv[1:])
