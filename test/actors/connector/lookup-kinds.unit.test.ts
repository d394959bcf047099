import { expect, it } from 'vitest';
import { type LookUpDependencies, lookUp } from '../../../actors/connector/look-up.ts';
import { createLookupKinds } from '../../../actors/connector/lookup-kinds.ts';
import type { AnswerClass } from '../../../domain/ingestion/answer-class.ts';
import { healthRules } from '../../../domain/ingestion/credential-health.ts';
import { type LookupHealth, type LookupKind, soundLookups } from '../../../domain/ingestion/lookup-health.ts';
import type { DueLookup } from '../../../domain/ingestion/ports.ts';
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

/** A queue of parts, and a supplier of one part a request that does not answer some kinds. */
const supplierWith = (parts: readonly DueLookup[]) => {
  const broken = new Set<LookupKind>();
  const queue = new Map(parts.map((part) => [part.productId, part]));
  const asked: string[] = [];
  const deferred: string[] = [];
  const clock = { ms: 0 };
  const now = (): Date => new Date(noon.getTime() + clock.ms);
  let stored: LookupHealth = soundLookups;
  const lookupQueue: LookUpDependencies['lookupQueue'] & {
    health: () => Promise<LookupHealth>;
    saveHealth: (credentialId: string, health: LookupHealth) => Promise<void>;
  } = {
    due: async (_credentialId, _now, limit, only) =>
      [...queue.values()].filter(({ skus }) => only !== 'sku' || skus.length > 0).slice(0, limit),
    markAsked: async (_credentialId, ids) => void ids.map((id) => queue.delete(id)),
    defer: async (_credentialId, ids) => {
      deferred.push(...ids);
      for (const id of ids) queue.delete(id);
    },
    forecast: async () => undefined,
    health: async () => stored,
    saveHealth: async (_credentialId, health) => {
      stored = health;
    },
  };
  const kinds = createLookupKinds({
    credential: shown,
    lookupQueue,
    rules: healthRules,
    log: recordingLogger(),
    now,
    random: () => 1,
  });
  const deps: LookUpDependencies = {
    credential: shown,
    now,
    newNonce: () => 'nonce',
    session: undefined,
    workers: 2,
    lookupIntervals: { topMs: 1, otherMs: 1 },
    budget: {
      take: async () => undefined,
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
      request: (_phase, _cursor, { parts: [part] }) => ({
        method: 'GET',
        url: `http://supplier/${part?.sku === undefined ? 'number' : 'sku'}/${part?.sku ?? part?.mpn}`,
        headers: {},
        body: undefined,
        endpoint: 'parts',
        safePath: '/parts',
        cost: 1,
      }),
      classify: () => ({ kind: 'success' }),
      decode: () => ({
        kind: 'page',
        drafts: [],
        skipped: [],
        counts: { items: 0, prices: 0, stocks: 0, warehouses: 0 },
        nextCursor: undefined,
        pageCount: undefined,
      }),
    },
    call: async ({ url }) => {
      const [kind = '', name = ''] = url.split('/').slice(-2);
      asked.push(`${kind} ${name}`);
      const means: AnswerClass = broken.has(kind as LookupKind)
        ? { kind: 'upstream_fault', retryAfterMs: undefined }
        : { kind: 'success' };
      const response = { status: 200, headers: {}, body: '', bodyBytes: 0, durationMs: 1 };
      return { kind: 'answered', means, response };
    },
    lookupQueue,
    wantQueue: noWants,
    kinds,
    metrics: createMetrics('test'),
  };
  const page = async (): Promise<void> => {
    const order = { tick, lease: leaseFor(1n), context: untraced, onAnswer: () => undefined, control: () => ({}) };
    const done = await lookUp({ tick, cursor: undefined, number: 1, order }, deps, new AbortController().signal).catch(
      () => undefined,
    );
    await done?.settle();
  };
  return { broken, asked, deferred, page, clock, stored: () => stored };
};

const part = (name: string, ...skus: readonly string[]): DueLookup => ({
  productId: name,
  mpn: name,
  skus,
  cause: undefined,
});

it('a supplier whose search by number has broken is still asked by its order numbers, and the others wait', async () => {
  const unknown = ['a', 'b', 'c', 'd'].map((name) => part(name));
  const world = supplierWith([...unknown, part('known', 'K-1', 'K-2')]);
  world.broken.add('number');
  // Four faults, and the head of the queue is full of what cannot be asked.
  for (let pages = 0; pages < 2; pages += 1) await world.page();
  expect(world.asked.toSorted()).toEqual(['number a', 'number a', 'number b', 'number b']);
  await world.page();
  expect(world.asked.slice(4)).toEqual(['sku K-1']);
  expect(world.stored().number).toMatchObject({ kind: 'failing', since: noon });
  for (let pages = 0; pages < 2; pages += 1) await world.page();
  expect(world.deferred).toEqual(['a', 'b', 'c', 'd']);
  expect(world.asked).toHaveLength(5);
});

it('a search by number that works again is found out by asking it now and then', async () => {
  const world = supplierWith([part('a'), part('b'), part('known', 'K-1')]);
  world.broken.add('number');
  for (let pages = 0; pages < 3; pages += 1) await world.page();
  expect(world.stored().number.kind).toBe('failing');
  world.broken.clear();
  world.clock.ms += 5_000;
  await world.page();
  expect(world.asked.slice(-2)).toEqual(['number a', 'number b']);
  expect(world.stored()).toEqual(soundLookups);
});
