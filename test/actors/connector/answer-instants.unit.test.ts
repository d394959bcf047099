import { expect, it } from 'vitest';
import { anyKind } from '../../../actors/connector/lookup-kinds.ts';
import { ingestPage, type PageDependencies } from '../../../actors/connector/page.ts';
import { createTickLog } from '../../../actors/connector/tick-log.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { openTick } from '../../../domain/ingestion/tick.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { untraced } from '../../support/event-samples.ts';
import { leaseFor } from '../../support/leases.ts';
import { noWants } from '../../support/no-wants.ts';
import { credential, noon } from '../../support/offers.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

const shown = credential({ id: 'crd_1' });
const tick = openTick(
  { runId: 'run_1', supplierId: 'borealis', credentialId: 'crd_1', kind: 'lookup' },
  ['lookup'],
  noon,
);
const after = (ms: number): Date => new Date(noon.getTime() + ms);

/**
 * One page of look-ups of two parts, one a request and the second after the first, on a clock that
 * waiting for the budget moves by 1 s, an answer by 100 ms, and publishing by 5 s.
 */
const lookUpTwoParts = async () => {
  const clock = { ms: 0 };
  const now = (): Date => after(clock.ms);
  const published: Observation[] = [];
  const asked: { productIds: readonly string[]; at: Date }[] = [];
  let nonces = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Result): Promise<Result> => {
    const turn = queue.then(work);
    queue = turn;
    return turn;
  };
  const deps: PageDependencies = {
    credential: shown,
    now,
    newNonce: () => {
      nonces += 1;
      return String(nonces);
    },
    session: undefined,
    workers: 2,
    lookupIntervals: { topMs: 1, otherMs: 1 },
    budget: {
      take: () =>
        inTurn(() => {
          clock.ms += 1_000;
        }),
      refund: () => undefined,
      recordAnswer: () => undefined,
      override: () => undefined,
    },
    client: {
      phases: ['lookup'],
      budgets: {},
      pageSize: undefined,
      lookup: { byNumber: 1, bySku: 1 },
      session: undefined,
      request: (_phase, _cursor, { parts }) => ({
        method: 'GET',
        url: `http://supplier/${parts[0]?.mpn}`,
        headers: {},
        body: undefined,
        endpoint: 'parts',
        safePath: '/parts',
        cost: 1,
      }),
      classify: () => ({ kind: 'success' }),
      decode: (_phase, _cursor, { body }) => ({
        kind: 'page',
        drafts: [{ supplierSku: body }],
        skipped: [],
        counts: { items: 1, prices: 0, stocks: 0, warehouses: 0 },
        nextCursor: undefined,
        pageCount: undefined,
      }),
    },
    call: ({ url }) =>
      inTurn(() => {
        clock.ms += 100;
        const body = url.slice(-1);
        return {
          kind: 'answered',
          means: { kind: 'success' },
          response: { status: 200, headers: {}, body, bodyBytes: 1, durationMs: 100 },
        };
      }),
    lookupQueue: {
      due: async () => ['a', 'b'].map((mpn) => ({ productId: `prd_${mpn}`, mpn, skus: [], cause: undefined })),
      isPressing: async () => false,
      markAsked: async (_credentialId, productIds, at) => void asked.push({ productIds, at }),
      defer: async () => undefined,
      forecast: async () => undefined,
    },
    wantQueue: noWants,
    kinds: anyKind,
    awaitCapacity: async () => undefined,
    // What a look-up says is published without asking what is known.
    confirmations: { confirm: () => Promise.reject(new Error('a look-up was to be confirmed')) },
    publishConfirmations: () => Promise.reject(new Error('a look-up was confirmed')),
    publish: async (observations) => {
      published.push(...observations);
      clock.ms += 5_000;
    },
    ticks: { save: async () => undefined, noteError: async () => undefined },
    metrics: createMetrics('test'),
    log: createTickLog({
      credential: shown,
      client: { pageSize: undefined, lookup: undefined },
      log: recordingLogger(),
      now,
    }),
  };
  const order = { tick, lease: leaseFor(1n), context: untraced, onAnswer: () => undefined, control: () => ({}) };
  await ingestPage(order, deps, new AbortController().signal);
  return { published, asked };
};

it('an observation is stamped with the instant at which its own answer came', async () => {
  const { published } = await lookUpTwoParts();
  // Both wait for the budget first; then one answer comes after the other.
  expect(published.map(({ observedAt }) => observedAt)).toEqual([after(2_100), after(2_200)]);
});

it('a part counts as asked for from when its question went out, so that a later request for it stands', async () => {
  const { asked } = await lookUpTwoParts();
  expect(asked.flatMap(({ productIds, at }) => productIds.map((id) => [id, at]))).toEqual([
    ['prd_a', after(1_000)],
    ['prd_b', after(2_000)],
  ]);
});
