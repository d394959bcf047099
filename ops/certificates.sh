#!/usr/bin/env bash
# Makes an authority of our own and a certificate for each part of compose.yaml, below the given
# folder:
#
#   bash ops/certificates.sh FOLDER
#
# FOLDER/authority holds the authority with its key, which no other part needs to see; FOLDER/NAME
# holds ca.pem, cert.pem and key.pem of a part. Run again, it keeps what is good for thirty more
# days and makes the rest anew. As root it gives each folder to the user that the part runs as.
set -euo pipefail
umask 077

root=${1:?usage: bash ops/certificates.sh FOLDER}
renew_seconds=$((30 * 24 * 3600))
days=365

# The part, which is its name on the network too | the user that reads its key | its names on the
# network where they are others.
parts='
postgres|999
nats|1000|nats-1 nats-2 nats-3 localhost
clickhouse|101
collector|10001
service|1000
'

new_key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1"; }

is_good() { [ -s "$1" ] && openssl x509 -in "$1" -noout -checkend "$renew_seconds" >/dev/null; }

authority=$root/authority
mkdir -p "$authority"
if ! is_good "$authority/ca.pem"; then
  new_key "$authority/ca.key"
  openssl req -x509 -new -key "$authority/ca.key" -subj '/CN=offerstream authority' -days "$((days * 10))" \
    -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' -addext 'keyUsage=critical,keyCertSign,cRLSign' \
    -out "$authority/ca.pem"
fi

issue() {
  local name=$1 folder=$root/$1 names='' each
  for each in ${2:-$1}; do names+=${names:+,}DNS:$each; done
  if is_good "$folder/cert.pem" && openssl verify -CAfile "$authority/ca.pem" "$folder/cert.pem" >/dev/null 2>&1; then
    return
  fi
  mkdir -p "$folder"
  new_key "$folder/key.pem"
  printf '%s\n' "subjectAltName=$names" 'basicConstraints=critical,CA:FALSE' 'keyUsage=critical,digitalSignature' \
    'extendedKeyUsage=serverAuth,clientAuth' >"$folder/extensions"
  openssl req -new -key "$folder/key.pem" -subj "/CN=$name" |
    openssl x509 -req -CA "$authority/ca.pem" -CAkey "$authority/ca.key" -set_serial "0x$(openssl rand -hex 16)" \
      -days "$days" -extfile "$folder/extensions" -out "$folder/cert.pem" 2>/dev/null
  rm "$folder/extensions"
  cp "$authority/ca.pem" "$folder/ca.pem"
  echo "$name: a certificate for $days days"
}

while IFS='|' read -r name user others; do
  [ -n "$name" ] || continue
  issue "$name" "$others"
  if [ "$(id -u)" = 0 ]; then chown -R "$user:$user" "$root/$name"; fi
done <<<"$parts"
