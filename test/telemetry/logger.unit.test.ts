import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extendContext, runInContext } from '../../telemetry/context.ts';
import { logEvents } from '../../telemetry/log-events.ts';
import { createLogger, type LogLevel } from '../../telemetry/logger.ts';
import { createRedactor } from '../../telemetry/redaction.ts';

const listening = (level: LogLevel = 'debug', redactor = createRedactor()) => {
  const lines: string[] = [];
  const log = createLogger({ service: 'offerstream', level, redactor, stream: { write: (line) => lines.push(line) } });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
};

/** What a line has of work that is known by nothing. */
const unknown = {
  span_id: null,
  request_id: null,
  correlation_id: null,
  operation: null,
  parent_operation: null,
  component: null,
  layer: null,
  job_id: null,
  message_id: null,
};

test('every line has the required fields, with an empty trace id and nulls outside of any work', () => {
  const { log, lines, last } = listening();
  log.info('service.started', { port: 1 });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\{.*\}\n$/);
  expect(last()).toEqual({
    ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    level: 'info',
    service: 'offerstream',
    trace_id: '',
    ...unknown,
    event: 'service.started',
    msg: logEvents['service.started'],
    port: 1,
  });
});

test('correlation fields come from the work that logs, across awaits, and do not mix', async () => {
  const { log, lines } = listening();
  const work = async (id: string) => {
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    log.info('ingestion.tick', { id });
  };
  const start = (id: string) => runInContext({ traceId: `trace-${id}`, correlationId: `cor-${id}` }, () => work(id));
  await Promise.all(['a', 'b', 'c'].map(start));
  const seen = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const { id, trace_id, correlation_id } of seen) {
    expect({ trace_id, correlation_id }).toEqual({ trace_id: `trace-${id}`, correlation_id: `cor-${id}` });
  }
});

test('work inside work carries its own operation and its parent operation', () => {
  const { log, last } = listening();
  runInContext({ traceId: 't', operation: 'ingestion.tick', jobId: 'run_1' }, () =>
    extendContext({ operation: 'fetch', component: 'connector' }, () => log.info('ingestion.http.request.start')),
  );
  expect(last()).toMatchObject({
    trace_id: 't',
    operation: 'fetch',
    parent_operation: 'ingestion.tick',
    job_id: 'run_1',
    component: 'connector',
  });
});

test('a line below the level is not written', () => {
  const { log, lines } = listening('warn');
  log.info('service.started');
  log.debug('service.started');
  expect(lines).toEqual([]);
  log.warn('service.started');
  expect(lines).toHaveLength(1);
});

test('a child adds its fields to every line, and a line may say more', () => {
  const { log, last } = listening();
  log.child({ supplier: 'demo', page: 1 }).info('ingestion.tick', { page: 2 });
  expect(last()).toMatchObject({ supplier: 'demo', page: 2 });
});

test('fields cannot take the place of a required one', () => {
  const { log, lines, last } = listening();
  log.info('service.started', { level: 'x', msg: 'y', ts: 'z', service: 's', event: 'e', trace_id: 't' });
  expect(last()).toMatchObject({ level: 'info', level_: 'x', service: 'offerstream', event: 'service.started' });
  for (const name of ['ts', 'level', 'service', 'event', 'msg', 'trace_id']) {
    expect(lines[0]?.match(new RegExp(`"${name}":`, 'g'))).toHaveLength(1);
  }
});

describe('secrets', () => {
  const mark = 'zq7marked';
  const registered = `registered-${mark}-value`;
  const secret = fc.constantFrom(
    registered,
    `os_${mark}abcdefghijklmnopqrstuvw`,
    `Bearer ${mark}token`,
    `https://user:${mark}@example.com/path?token=${mark}`,
    `/v1/parts?session=${mark}`,
    `eyJhbGciOiJIUzI1NiJ9.${mark}.${mark}`,
    `password: ${mark}`,
  );
  const level = fc.constantFrom('debug', 'info', 'warn', 'error');
  const place = fc.constantFrom<(text: string) => Record<string, unknown>>(
    (text) => ({ note: text }),
    (text) => ({ [text]: text }),
    (text) => ({ password: text, nested: { list: [{ api_key: text }, text] } }),
    (text) => ({ err: new Error(text) }),
    (text) => ({ err: new Error('outer', { cause: new Error(text, { cause: text }) }) }),
    (text) => ({ err: Object.assign(new Error('with fields'), { request: { headers: { authorization: text } } }) }),
    (text) => ({ event: text, msg: text, trace_id: text }),
  );

  test('no secret of any kind comes out of any log call', () => {
    const redactor = createRedactor();
    redactor.register(registered);
    const { log, lines } = listening('debug', redactor);
    fc.assert(
      fc.property(secret, place, level, fc.boolean(), (text, placed, each, asChild) => {
        const fields = placed(text);
        runInContext({ traceId: 't', correlationId: text, operation: text }, () =>
          asChild ? log.child(fields)[each]('service.failed') : log[each]('service.failed', fields),
        );
        return !lines.at(-1)?.includes(mark);
      }),
    );
    expect(lines.length).toBeGreaterThan(50);
  });
});
