#!/usr/bin/env bash
# Generates the messages of the contract beside the client: into src/, or the folder that is named.
# What the contract imports is read from its descriptors, so that protoc needs no other files.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/src}
mkdir -p "$out"
cd "$here/../../proto"
protoc --descriptor_set_in=gen/described.binpb --python_out="$out" svc/public/v1/*.proto
cd "$here/proto"
protoc -I . --python_out="$out" offerstream/status_details.proto
# Folders of Python packages.
for folder in svc svc/public svc/public/v1; do touch "$out/$folder/__init__.py"; done
