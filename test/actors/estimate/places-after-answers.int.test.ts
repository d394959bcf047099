import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EstimatesDependencies, estimatesActor } from '../../../actors/estimate/supervisor.ts';
import type { EstimateDraft } from '../../../domain/estimate/draft.ts';
import type { EstimateOutcome } from '../../../domain/estimate/outcome.ts';
import type { Estimates } from '../../../domain/estimate/ports.ts';
import type { WantLookupState } from '../../../domain/wants/ports.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createEstimateQueue } from '../../../storage/estimates/estimate-queue.ts';
import { createEstimateStore } from '../../../storage/estimates/estimate-store.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { documentRequest as request } from '../../support/estimate-request.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { recordingLogger } from '../../support/recording-logger.ts';
import { createHarness } from '../runtime/harness.ts';

/** One list that a supplier is asked about. */
const draft = (now: Date): EstimateDraft => ({
  lines: [
    {
      number: 1,
      row: 1,
      rawText: 'unknown',
      quantity: '5',
      references: [],
      doNotPlace: false,
      doubts: [],
      resolution: { kind: 'unresolved', reason: 'looking_up' },
    },
  ],
  skipped: {},
  doubts: [],
  lookUp: {
    until: new Date(now.getTime() + 3_600_000).toISOString(),
    since: now.toISOString(),
    namesSuppliers: true,
    lines: [{ number: 1, wants: [{ id: 'want', kind: 'number', mpn: 'X1000' }] }],
  },
});

const outcome: EstimateOutcome = {
  currency: 'EUR',
  total: '1',
  lines: [],
  orders: [],
  certificate: {
    objective: '1',
    lowerBound: '1',
    gap: 0,
    isFirstAimProven: true,
    suppliers: 1,
    leadTimeDays: 0,
    unknownLeadTimes: 0,
  },
  freshness: { status: 'EMPTY' },
  pricedAt: new Date(0).toISOString(),
};

let database: TestDatabase;
let estimates: Estimates;
beforeAll(async () => {
  database = await testDatabase();
  for (const id of ['acme', 'globex'])
    await createCallerStore(database.pool.sql).putCustomer({ id, name: id, groupIds: [] });
  estimates = createEstimateStore(database.pool.sql);
});
afterAll(() => database?.close());

const create = async (id: string, customerId: string): Promise<void> => {
  const caller = { customerId, keyId: 'key_1', groupIds: [] };
  await estimates.create({ id, request, document: Buffer.from('x'), caller, now: new Date() }, untraced);
};

/** Searches that begin and end, each when the test says so. */
const searches = () => {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const underWay = new Map<string, number>();
  let most = 0;
  const choose: EstimatesDependencies['steps']['choose'] = async ({ draft, estimate }) => {
    if (draft.lookUp !== undefined) return outcome;
    const { customerId } = estimate.caller;
    const count = (underWay.get(customerId) ?? 0) + 1;
    underWay.set(customerId, count);
    most = Math.max(most, count);
    await allowed;
    underWay.set(customerId, (underWay.get(customerId) ?? 0) - 1);
    return outcome;
  };
  return { choose, allow, of: (customerId: string) => underWay.get(customerId) ?? 0, most: () => most };
};

it('works on no more of a customer at once when its suppliers answer together, and on those of others', async () => {
  const { sql } = database.pool;
  const search = searches();
  let said: WantLookupState = { kind: 'waiting', eta: undefined };
  const metrics = createMetrics('test').estimates;
  const { system } = createHarness({ now: () => new Date() });
  const supervisor = system.spawn(
    'estimates',
    estimatesActor({
      queue: createEstimateQueue(sql),
      steps: {
        parse: async () => ({ kind: 'parsed', draft: draft(new Date()) }),
        resolve: async () => [],
        findAlternates: async (_, given) => given,
        choose: search.choose,
      },
      lookUps: {
        wants: {
          ask: async () => [],
          survey: async ({ customerIds }) =>
            new Map(customerIds.map((id) => [id, [{ wantId: 'want', supplierId: 'alpha', state: said }]])),
          costs: async () => new Map(),
        },
        nudge: () => undefined,
      },
      publish: () => undefined,
      signal: () => undefined,
      newContext: () => untraced,
      metrics,
      log: recordingLogger(),
      now: () => new Date(),
      limitMs: 600_000,
      owner: 'one',
      liveMs: 600_000,
      places: 3,
    }),
  );
  for (const id of ['est_1', 'est_2', 'est_3', 'est_4', 'est_5', 'est_6']) await create(id, 'acme');
  supervisor.tell({ kind: 'poll' });
  const waiting = async () => (await sql`select from estimate where is_waiting`).length;
  await eventually(async () => (await waiting()) === 6);

  said = { kind: 'not_carried' };
  await eventually(async () => search.of('acme') === 2 && (await waiting()) === 4);
  await eventually(async () => (await sql`select from estimate where owned_until > now()`).length === 2);
  said = { kind: 'waiting', eta: undefined };
  await create('est_7', 'globex');
  supervisor.tell({ kind: 'poll' });
  await eventually(async () => (await waiting()) === 5);
  said = { kind: 'not_carried' };
  await eventually(() => search.of('globex') === 1);

  search.allow();
  await eventually(async () => (await sql`select from estimate where status = 'ready'`).length === 7);
  expect(search.most()).toBe(2);
  await system.stop(1_000);
});
