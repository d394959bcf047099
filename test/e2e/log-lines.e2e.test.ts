import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type LogLine, type Service, startService } from '../support/service.ts';

/** The fields of every line, and besides them of each event, as the specification lists them. */
const everywhere = ['ts', 'level', 'service', 'trace_id', 'msg', 'event'];
const ofCounts = ['item_count', 'price_count', 'stock_count', 'warehouse_count'];
const ofWork = ['operation', 'component', 'layer', 'job_id', 'supplier', 'credential_ref'];
const ofCall = ['supplier', 'phase', 'path', 'page', 'batch_size', 'trace_id', 'span_id'];
const fields: Readonly<Record<string, readonly string[]>> = {
  'ingestion.tick': [...ofWork, 'state'],
  'ingestion.tick.end': [...ofWork, ...ofCounts, 'state', 'outcome', 'duration_ms'],
  'ingestion.bulk.phase': [
    ...ofWork,
    ...ofCounts,
    'event_type',
    'state',
    'outcome',
    'duration_ms',
    'phase',
    'batch_size',
    'max_items',
  ],
  'ingestion.bulk.progress': [...ofWork, 'phase', 'warehouse_ref', 'page', 'page_count', 'rows_seen'],
  'ingestion.bulk.checkpoint': [...ofWork, 'phase', 'page'],
  'ingestion.http.request.start': ofCall,
  'ingestion.http.request.end': [...ofCall, 'status', 'duration_ms', 'outcome'],
};

/** Fields that only a trace which goes to a collector has, or that a sign-in has not. */
const optional: ReadonlySet<string> = new Set(['span_id', 'page', 'batch_size']);

let dataDir: string;
let service: Service;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'offerstream-'));
  service = await startService({ DATA_DIR: join(dataDir, 'data'), DEMO_PRODUCTS: '6000', LOG_LEVEL: 'debug' });
}, 180_000);
afterAll(async () => {
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const of = (event: string): readonly LogLine[] => service.lines.filter((line) => line.event === event);

test('every line of a run has the fields of its event', async () => {
  await eventually(() => Object.keys(fields).every((event) => of(event).length > 0), 90_000);
  const lacking = service.lines.flatMap((line) => {
    const required = [...everywhere, ...(fields[String(line.event)] ?? []).filter((name) => !optional.has(name))];
    return required.filter((name) => line[name] === undefined).map((name) => `${line.event}: ${name}`);
  });
  expect([...new Set(lacking)]).toEqual([]);
});

test('lines of one tick share one trace, and the calls of suppliers say what their answers mean', () => {
  const [end] = of('ingestion.tick.end');
  const lines = service.lines.filter(({ job_id }) => job_id !== undefined && job_id === end?.job_id);
  const phases = lines.filter(({ event }) => event === 'ingestion.bulk.phase');
  expect(new Set(phases.map(({ trace_id }) => trace_id))).toEqual(new Set([end?.trace_id]));
  const classes = ['success', 'throttled', 'authentication', 'blocked', 'bad_input', 'upstream_fault', 'malformed'];
  for (const { outcome } of of('ingestion.http.request.end')) expect(classes).toContain(outcome);
});

test('what a phase came to other than success is a failed phase', () => {
  for (const { state, outcome } of of('ingestion.bulk.phase'))
    expect([state, outcome]).toEqual([
      state,
      { started: null, completed: 'success', failed: 'failure' }[String(state)],
    ]);
});
