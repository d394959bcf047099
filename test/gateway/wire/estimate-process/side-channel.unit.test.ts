import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { remoteLogger, remoteMetrics } from '../../../../gateway/wire/estimate-process/remote-telemetry.ts';
import { applySideChannel, type SideChannelMessage } from '../../../../gateway/wire/estimate-process/side-channel.ts';
import { createLogger } from '../../../../telemetry/logger.ts';
import { createMetrics } from '../../../../telemetry/metrics.ts';
import { recordingLogger } from '../../../support/recording-logger.ts';

/** What is said aside arrives as a copy, as it does from another process. */
const listener = () => {
  const log = recordingLogger();
  const metrics = createMetrics('test');
  const said: SideChannelMessage[] = [];
  const tell = (aside: SideChannelMessage): void => {
    said.push(aside);
    applySideChannel(structuredClone(aside), { log, metrics });
  };
  return { metrics, said, tell };
};

test('what is counted and timed there is counted and timed here', async () => {
  const { metrics, said, tell } = listener();
  const { visibility, connectionWait } = remoteMetrics(tell);
  visibility.cacheHits.inc();
  for (let times = 0; times < 3; times += 1) visibility.filtered.inc({ effect: 'deny' });
  visibility.evaluationDuration.observe({ target_kind: 'offer' }, 0.002);
  connectionWait.observe(0.01);
  expect(said).toEqual([]);
  await nextTurn();
  expect(said).toHaveLength(1);
  const text = await metrics.registry.metrics();
  expect(text).toContain('visibility_cache_hits_total{service="test"} 1');
  expect(text).toMatch(/visibility_filtered_total\{.*effect="deny".*\} 3/);
  expect(text).toMatch(/visibility_evaluation_duration_seconds_sum\{.*target_kind="offer".*\} 0.002/);
  visibility.cacheHits.inc();
  await nextTurn();
  expect(await metrics.registry.metrics()).toContain('visibility_cache_hits_total{service="test"} 2');
});

test('what is logged there is a line of the log here, with the fields of its logger', () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: 'test', level: 'warn', stream });
  const remote = remoteLogger((aside) =>
    applySideChannel(structuredClone(aside), { log, metrics: createMetrics('test') }),
  );
  remote.child({ policy_id: 'vis_1' }).error('visibility.policy.broken', { version: 2 });
  remote.info('service.started');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    event: 'visibility.policy.broken',
    policy_id: 'vis_1',
    version: 2,
  });
});

test('a message of another form is dropped with a line of the log, and counts nothing', async () => {
  const log = recordingLogger();
  const metrics = createMetrics('test');
  const before = await metrics.registry.getSingleMetricAsString('visibility_filtered_total');
  const refused = [
    'nothing',
    { kind: 'logged', level: 'fatal', event: 'service.started', fields: {} },
    { kind: 'logged', level: 'info', event: 'no such event', fields: {} },
    { kind: 'counted', moves: [{ metric: 'filtered', effect: 'acme' }] },
    { kind: 'counted', moves: [{ metric: 'registry' }] },
    { kind: 'counted', moves: [{ metric: 'evaluations', target_kind: 'offer', count: -1 }] },
  ];
  for (const said of refused) applySideChannel(said, { log, metrics });
  expect(log.events).toEqual(refused.map(() => 'estimate.process.message.refused'));
  expect(await metrics.registry.getSingleMetricAsString('visibility_filtered_total')).toBe(before);
});
