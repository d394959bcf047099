/** What compose.yaml promises, and that a broken promise is found. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { composeFaults } from '../../ops/check-compose.ts';

const root = join(import.meta.dirname, '..', '..');
const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');

test('compose.yaml keeps all that it promises', () => {
  expect(composeFaults(compose)).toEqual([]);
});

test.each([
  ['read_only: true', 'read_only: false', 'gateway: its root filesystem can be written'],
  ['cap_drop: [ALL]', 'cap_drop: []', 'nats-1: it keeps capabilities'],
  ['security_opt: [no-new-privileges:true]', 'security_opt: []', 'postgres: it may gain privileges'],
  ['  mem_limit: 512m\n', '', 'nats-2: its memory has no limit'],
  ['  pids_limit: 256\n', '', 'nats-3: its processes have no limit'],
  ['user: "999:999"', 'user: "0:0"', 'postgres: it does not run as a user other than root'],
  ['nats:2.11.9-alpine', 'nats:latest', 'nats-1: its image has no exact version'],
  ['postgres:18.4-bookworm', 'postgres:18-bookworm', 'postgres: its image has no exact version'],
  ['127.0.0.1:8080:8080', '8080:8080', 'gateway: a port of it is open beyond this machine'],
  ['nats.conf:/etc/offerstream/nats.conf:ro', 'nats.conf:/etc/offerstream/nats.conf', 'nats-2: it may write to'],
  ['      APP_PASSWORD: $', '      APP_PASSWORD: hunter22 # ', 'postgres: a secret stands in the file'],
  ['ROLES: worker', 'ROLES: worker\n      SECRETS_KEY: of-its-own', 'worker: it has SECRETS_KEY and opens no secrets'],
  ['- archive:/archive', '- authority:/archive', 'worker: it sees the key of the authority'],
  ['nats_certificates:/certificates:ro', 'nats_certificates:/certificates', 'nats-3: it may write certificates'],
  ['REQUIRE_TLS: behind-proxy', 'REQUIRE_TLS: "off"', 'ingest: plain text is not refused'],
  ['?sslmode=verify-full', '', 'gateway: PostgreSQL is not verified'],
  ['offers_worker:', 'offers_owner:', 'worker: it is not offers_worker in PostgreSQL'],
  ['MIGRATE: "off"', 'MIGRATE: "on"', 'gateway: it changes the schema'],
  ['NATS_URL: tls://', 'NATS_URL: nats://', 'ingest: NATS has no TLS'],
  [',tls://nats-3:4222', '', 'worker: it does not know every server of NATS'],
  ['NATS_REPLICAS: "3"', 'NATS_REPLICAS: "1"', 'gateway: it does not know every server of NATS'],
  ['    nats-2:\n      condition: service_healthy\n', '', 'ingest: it does not wait for every server of NATS'],
  [
    '    healthcheck:\n      test: ["CMD", "wget"',
    '    x-check:\n      test: ["CMD", "wget"',
    'nats-1: nobody sees whether it works',
  ],
  [
    'DATABASE_CERT_FILE: /certificates/cert.pem',
    'LOG_COLOUR: none',
    'ingest: it shows no certificate (DATABASE_CERT_FILE)',
  ],
  ['ANALYTICS_URL: https://', 'ANALYTICS_URL: http://', 'worker: plain text (ANALYTICS_URL)'],
  ['  stores:\n    internal: true', '  stores:', 'clickhouse: it is reached from outside'],
])('%s changed to %s is found', (kept, broken, fault) => {
  expect(compose).toContain(kept);
  expect(composeFaults(compose.replaceAll(kept, broken)).join('\n')).toContain(fault);
});

test('.env.example names every variable of compose.yaml and no other, without a value of a secret', () => {
  const lines = readFileSync(join(root, '.env.example'), 'utf8').split('\n');
  const named = lines.filter((line) => /^\w+=/.test(line));
  const asked = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  expect(named.map((line) => line.split('=')[0]).toSorted()).toEqual([...new Set(asked)].toSorted());
  expect(named.filter((line) => !line.endsWith('='))).toEqual(['LOG_LEVEL=info']);
});

test('the image says what it is', () => {
  const image = readFileSync(join(root, 'ops/Dockerfile'), 'utf8');
  for (const label of ['title', 'description', 'licenses', 'version', 'revision'])
    expect(image).toContain(`org.opencontainers.image.${label}=`);
});

test('the image runs as a user other than root', () => {
  const image = readFileSync(join(root, 'ops/Dockerfile'), 'utf8');
  expect(image).toMatch(/^USER node$/m);
});
