/**
 * Each dependency is connected to in one place, which obeys the settings of TLS; a second place
 * would not.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const sources = globSync('{concurrency,domain,telemetry,storage,streams,actors,gateway,ops}/**/*.ts', {
  cwd: root,
}).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

test.each([
  ['PostgreSQL', /[^.\w]postgres\((?!\))/, ['storage/pool/pool.ts']],
  ['NATS', /import \{[^}]*\bconnect\b[^}]*\} from 'nats'/, ['streams/bus/jetstream/link.ts']],
  ['ClickHouse', /[^.\w]createClient\(/, ['storage/analytics/server-engine.ts']],
  ['the collector', /new OTLPTraceExporter\(/, ['telemetry/trace-export.ts']],
])('%s is connected to in one place', (_, connects, places) => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap(({ file, text }) => (connects.test(text) ? [file] : [])).toSorted()).toEqual(places);
});
