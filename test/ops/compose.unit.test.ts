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
  ['cap_drop: [ALL]', 'cap_drop: []', 'nats: it keeps capabilities'],
  ['security_opt: [no-new-privileges:true]', 'security_opt: []', 'postgres: it may gain privileges'],
  ['  mem_limit: 512m\n', '', 'nats: its memory has no limit'],
  ['  pids_limit: 256\n', '', 'nats: its processes have no limit'],
  ['user: "999:999"', 'user: "0:0"', 'postgres: it does not run as a user other than root'],
  ['nats:2.11.9-alpine', 'nats:latest', 'nats: its image has no exact version'],
  ['postgres:18.4-bookworm', 'postgres:18-bookworm', 'postgres: its image has no exact version'],
  ['127.0.0.1:8080:8080', '8080:8080', 'gateway: a port of it is open beyond this machine'],
  ['nats.conf:/etc/offerstream/nats.conf:ro', 'nats.conf:/etc/offerstream/nats.conf', 'nats: it may write to'],
  ['      APP_PASSWORD: $', '      APP_PASSWORD: hunter22 # ', 'postgres: a secret stands in the file'],
  ['ROLES: worker', 'ROLES: worker\n      SECRETS_KEY: of-its-own', 'worker: it has SECRETS_KEY and opens no secrets'],
  ['- archive:/archive', '- authority:/archive', 'worker: it sees the key of the authority'],
  ['nats_certificates:/certificates:ro', 'nats_certificates:/certificates', 'nats: it may write certificates'],
  ['REQUIRE_TLS: behind-proxy', 'REQUIRE_TLS: "off"', 'ingest: plain text is not refused'],
  ['?sslmode=verify-full', '', 'gateway: PostgreSQL is not verified'],
  ['offers_worker:', 'offers_owner:', 'worker: it is not offers_worker in PostgreSQL'],
  ['MIGRATE: "off"', 'MIGRATE: "on"', 'gateway: it changes the schema'],
  ['NATS_URL: tls://', 'NATS_URL: nats://', 'ingest: NATS has no TLS'],
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

test('the image runs as a user other than root', () => {
  const image = readFileSync(join(root, 'ops/Dockerfile'), 'utf8');
  expect(image).toMatch(/^USER node$/m);
});
