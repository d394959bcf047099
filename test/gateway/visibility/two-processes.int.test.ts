import { afterAll, beforeAll, expect, test } from 'vitest';
import { startVisibility } from '../../../gateway/wire/price-basis.ts';
import { createTeardown, type Teardown } from '../../../gateway/wire/teardown.ts';
import { createVisibilityPolicyStore } from '../../../storage/callers/visibility-policy-store.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import type { Bus } from '../../../streams/bus/bus.ts';
import { connectJetStream } from '../../../streams/bus/jetstream/jetstream.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestNats, testNats } from '../../support/nats.ts';
import { caller, noon } from '../../support/offers.ts';
import { policyDraft } from '../../support/policies.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

let database: TestDatabase;
let nats: TestNats;
let teardown: Teardown;

beforeAll(async () => {
  [database, nats] = await Promise.all([testDatabase(), testNats()]);
  teardown = createTeardown();
});
afterAll(async () => {
  await teardown.run(() => undefined);
  await nats.close();
  await database.close();
});

/** The policies as a process of their own has them. */
const startProcess = async (changeBus: (bus: Bus) => Bus = (bus) => bus) => {
  const log = recordingLogger();
  const bus = await connectJetStream({ url: nats.url, replicas: 1, log });
  teardown.add('bus', bus.close);
  const { sql } = database.pool;
  const policies = createVisibilityPolicyStore(sql);
  const stores = { policies, catalog: createCatalogStore(sql) };
  const { visibility, onPolicyChange } = await startVisibility({
    stores,
    bus: changeBus(bus),
    metrics: createMetrics('test'),
    log,
    now: () => noon,
    teardown,
  });
  const isRestricted = () => visibility.of({ caller, now: () => noon }) !== undefined;
  return { policies, onPolicyChange, isRestricted };
};

const change = { by: 'key_1', context: untraced };

test('a change is in force at once where it was made, soon in the others, and where the signal is lost within seconds', async () => {
  const here = await startProcess();
  const there = await startProcess();
  const deaf = await startProcess((bus) => ({ ...bus, onSignal: () => () => undefined }));
  const created = await here.policies.create('vis_1', policyDraft(), change);
  await here.onPolicyChange();
  expect(here.isRestricted()).toBe(true);
  await eventually(there.isRestricted);
  await eventually(deaf.isRestricted);
  await there.policies.remove('vis_1', created.version, change);
  await there.onPolicyChange();
  expect(there.isRestricted()).toBe(false);
  await eventually(() => !here.isRestricted() && !deaf.isRestricted());
});

test('a process that starts later has read the policies before it answers anything', async () => {
  const { policies } = await startProcess();
  const { id, version } = await policies.create('vis_2', policyDraft(), change);
  expect((await startProcess()).isRestricted()).toBe(true);
  await policies.remove(id, version, change);
});
