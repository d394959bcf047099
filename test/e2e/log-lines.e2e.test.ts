import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { observationSubject } from '../../domain/events.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { eventually } from '../support/eventually.ts';
import { type IngestionWorld, ingestionWorld } from '../support/ingestion-world.ts';
import { type LogLine, type Service, startService } from '../support/service.ts';
import { startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';

/*
 * The lines of a real run at every level, held against the table of required fields in the
 * specification (6.2, structured log events). It is written from there and not from the code: a
 * field that the code leaves out is a fault of the code.
 */

/** Of every line. */
const everyLine = ['ts', 'level', 'service', 'trace_id', 'msg', 'event'];

/** What a single event takes from the context of its work; null where that has none. */
const ofContext = [
  'request_id',
  'trace_id',
  'span_id',
  'operation',
  'component',
  'layer',
  'job_id',
  'message_id',
  'parent_operation',
];

const counters = ['item_count', 'price_count', 'stock_count', 'warehouse_count'];
const ofWork = ['operation', 'component', 'layer', 'job_id'];

/** By event: the fields that every line of it has, and those that are never null on any of them. */
const fields: Readonly<Record<string, { readonly all: readonly string[]; readonly known: readonly string[] }>> = {
  'ingestion.tick': { all: ofContext, known: [...ofWork, 'supplier', 'credential_ref'] },
  'ingestion.tick.end': { all: ofContext, known: [...ofWork, 'supplier', 'credential_ref', 'outcome', 'duration_ms'] },
  'ingestion.bulk.phase': {
    all: ['outcome', 'duration_ms', 'batch_size', 'max_items'],
    known: [...ofWork, ...counters, 'event_type', 'state', 'supplier', 'phase', 'credential_ref'],
  },
  'ingestion.bulk.progress': {
    all: [...ofContext, 'warehouse_ref', 'page_count'],
    known: [...ofWork, 'phase', 'page', 'rows_seen'],
  },
  'ingestion.bulk.checkpoint': { all: ofContext, known: [...ofWork, 'span_id', 'phase', 'page'] },
  'ingestion.bulk_snapshot.tick.summary': {
    all: ofContext,
    known: [...ofWork, ...counters, 'supplier', 'credential_ref', 'outcome'],
  },
  'ingestion.http.request.start': {
    all: [...ofContext, 'page', 'batch_size'],
    known: [...ofWork, 'span_id', 'supplier', 'phase', 'path'],
  },
  'ingestion.http.request.end': {
    all: [...ofContext, 'page', 'batch_size', 'status'],
    known: [...ofWork, 'span_id', 'supplier', 'phase', 'path', 'duration_ms', 'outcome'],
  },
};

const adminKey = 'os_admin-key-of-the-log-lines';
const customerKey = 'os_customer-key-of-the-log-lines';
const wrong = { login: 'nobody-of-the-log-lines', password: 'nothing-of-the-log-lines' };

let world: IngestionWorld;
let collector: TraceCollector;
let service: Service;
let oneShot: readonly LogLine[];

const send = async (method: string, path: string, body?: object, key = adminKey) => {
  const answer = await fetch(`${service.httpUrl}/v1/${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const of = (event: string): readonly LogLine[] => service.lines.filter((line) => line.event === event);
const seen = (event: string): Promise<boolean> => eventually(() => of(event).length > 0, 150_000);

/** A warning of a request, for its deadline. */
const lateAnswer = async (): Promise<void> => {
  await world.database.pool.sql.begin(async (sql) => {
    await sql`lock table product in access exclusive mode`;
    expect((await send('GET', 'products?q=R', undefined, customerKey)).status).toBeGreaterThanOrEqual(500);
  });
  await seen('request.failed');
};

/** An error: a policy that an older build has left and this one cannot read. */
const brokenPolicy = async (): Promise<void> => {
  const draft = { target: 'product', priority: 1, enabled: true, effect: 'deny' };
  const policy = { ...draft, label: 'broken', condition: 'product.manufacturer == "Nobody"' };
  const { body } = await send('POST', 'admin/visibility-policies', policy);
  await world.database.pool.sql`
    update visibility_policy set document = jsonb_set(document::jsonb, '{condition}', '"no ( condition"')
    where id = ${String(body.id)}`;
  await send('POST', 'admin/visibility-policies', { ...policy, label: 'another' });
  await seen('visibility.policy.broken');
};

/** A message that nobody can read. */
const damagedMessage = async (): Promise<void> => {
  const connection = await connect({ servers: world.nats.url });
  await connection.jetstream().publish(observationSubject, 'no JSON');
  await connection.close();
  await seen('bus.message.dead');
};

/** A credential that cannot sign in. */
const refusedCredential = async (): Promise<void> => {
  const credential = { id: 'crd_wrong', scope: 'system', label: 'of nobody', secret: wrong };
  expect((await send('POST', 'admin/connectors/borealis/credentials', credential)).status).toBe(201);
  await seen('credential.failing');
};

/** Nothing waits for the normalizer any more: a tick beside it would wait for room. */
const normalized = (): Promise<boolean> =>
  eventually(async () => {
    const text = await (await fetch(`${service.httpUrl}/metrics`)).text();
    return /^consumer_lag_messages\{.*consumer="normalizer".*\} 0$/m.test(text);
  }, 60_000);

/** One tick by hand, beside the service that has ended. */
const runOneShot = async (environment: Readonly<Record<string, string>>): Promise<readonly LogLine[]> => {
  const program = join(import.meta.dirname, '../../gateway/cli/tick.ts');
  const env = { ...childEnvironment, ...environment };
  const options = { env, timeout: 150_000, maxBuffer: 64 * 1024 * 1024 };
  const run = promisify(execFile)(process.execPath, [program, 'borealis', '--kind', 'stocks'], options);
  const { stdout } = await run.catch((error: { stdout: string }) => {
    const before = service.lines.slice(-40).map((line) => JSON.stringify(line));
    throw new Error([...before, 'the tick did not end well:', error.stdout.slice(-3_000)].join('\n'));
  });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LogLine);
};

beforeAll(async () => {
  [world, collector] = await Promise.all([ingestionWorld(5_700, 2_000_000_000), startTraceCollector()]);
  const environment = {
    ...world.environment,
    LOG_LEVEL: 'debug',
    DEFAULT_DEADLINE_MS: '8000',
    BOOTSTRAP_ADMIN_KEY: adminKey,
    BOOTSTRAP_CUSTOMER_KEY: customerKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER: 'always_on',
  };
  service = await startService(environment);
  await seen('ingestion.tick.end');
  await lateAnswer();
  await brokenPolicy();
  await damagedMessage();
  await refusedCredential();
  expect((await send('POST', 'admin/connectors/borealis/credentials/crd_wrong/disable')).status).toBe(200);
  await normalized();
  await service.stop();
  oneShot = await runOneShot(environment);
}, 600_000);
afterAll(async () => {
  await service?.stop();
  collector?.close();
  await world?.close();
});

const allLines = (): readonly LogLine[] => [...service.lines, ...oneShot];

test('the run has lines of every level and of every event of the table', () => {
  expect(new Set(allLines().map(({ level }) => level))).toEqual(new Set(['debug', 'info', 'warn', 'error']));
  const events = new Set(allLines().map(({ event }) => event));
  expect(Object.keys(fields).filter((event) => !events.has(event))).toEqual([]);
});

test('every line has the required fields of every line and of its event', () => {
  const lacking = allLines().flatMap((line) => {
    const { all, known } = fields[String(line.event)] ?? { all: ofContext, known: [] };
    const absent = all.filter((name) => line[name] === undefined);
    const unknown = [...everyLine, ...known].filter((name) => line[name] === undefined || line[name] === null);
    return [...absent, ...unknown].map((name) => `${line.event}: ${name}`);
  });
  expect([...new Set(lacking)]).toEqual([]);
});

test('events have stable names of parts with dots between them', () => {
  for (const { event } of allLines()) expect(event).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
});

test('lines of a request name it', () => {
  const ofRequests = allLines().filter(({ component }) => component === 'http' || component === 'grpc');
  expect(ofRequests.map(({ event }) => event)).toContain('request.failed');
  for (const { request_id } of ofRequests) expect(request_id).toMatch(/./);
});

test('the trace of the end of a tick is that of all its phases, of its progress and of its summary', () => {
  const ends = allLines().filter(({ event }) => event === 'ingestion.tick.end');
  expect(ends.length).toBeGreaterThan(1);
  const told = ['phase', 'progress', 'checkpoint'].map((name) => `ingestion.bulk.${name}`);
  for (const { job_id, trace_id } of ends) {
    const its = allLines().filter(
      (line) =>
        line.job_id === job_id && [...told, 'ingestion.bulk_snapshot.tick.summary'].includes(String(line.event)),
    );
    expect(new Set(its.map((line) => line.trace_id))).toEqual(new Set([trace_id]));
  }
});

test('calls of suppliers say what their answers mean', () => {
  const classes = ['success', 'throttled', 'authentication', 'blocked', 'bad_input', 'upstream_fault', 'malformed'];
  const outcomes = of('ingestion.http.request.end').map(({ outcome }) => outcome);
  expect(outcomes).toEqual(expect.arrayContaining(['success', 'authentication']));
  for (const outcome of outcomes) expect(classes).toContain(outcome);
});

test('what a phase came to other than success is a failed phase', () => {
  for (const { state, outcome } of of('ingestion.bulk.phase'))
    expect([state, outcome]).toEqual([
      state,
      { started: null, completed: 'success', failed: 'failure' }[String(state)],
    ]);
});

test('no line of a call holds a query, a session, a login, a password or a token', () => {
  const calls = allLines().filter(({ event }) => String(event).startsWith('ingestion.http.request.'));
  for (const line of calls) {
    expect(line.path).toMatch(/^\/[^?#]*$/);
    expect(Object.keys(line).filter((name) => /session|login|password|token|access_code|query/.test(name))).toEqual([]);
  }
  const text = JSON.stringify(allLines());
  for (const secret of [...Object.values(wrong), 'open sesame', adminKey, customerKey])
    expect(text).not.toContain(secret);
});
