import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  applySideChannel,
  remoteLogger,
  remoteMetrics,
  type SideChannelMessage,
} from '../../../../gateway/wire/estimate-process/side-channel.ts';
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
  const { visibility, database } = remoteMetrics(tell);
  visibility.cacheHits.inc();
  visibility.filtered.inc({ effect: 'deny' }, 3);
  visibility.evaluationDuration.observe({ target_kind: 'offer' }, 0.002);
  database.connectionWait.observe(0.01);
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
