import { expect, it } from 'vitest';
import { LeaseExpired } from '../../../actors/connector/held-lease.ts';
import { anyKind } from '../../../actors/connector/lookup-kinds.ts';
import { ingestPage, type PageDependencies } from '../../../actors/connector/page.ts';
import { createTickLog } from '../../../actors/connector/tick-log.ts';
import { unavailable } from '../../../domain/errors.ts';
import { offerId } from '../../../domain/ids.ts';
import type { Confirmation } from '../../../domain/ingestion/confirmation.ts';
import type { ObservationDraft } from '../../../domain/ingestion/observation.ts';
import { openTick } from '../../../domain/ingestion/tick.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { untraced } from '../../support/event-samples.ts';
import { leaseFor } from '../../support/leases.ts';
import { noWants } from '../../support/no-wants.ts';
import { priceOf, stockOf } from '../../support/observations.ts';
import { credential, noon } from '../../support/offers.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

const shown = credential({ id: 'crd_1' });
const tick = openTick(
  { runId: 'run_1', supplierId: 'borealis', credentialId: 'crd_1', kind: 'prices' },
  ['prices'],
  noon,
);
const log = createTickLog({
  credential: shown,
  client: { pageSize: undefined, lookup: undefined },
  log: recordingLogger(),
  now: () => noon,
});
const offerOf = (sku: string): string => offerId(shown.supplierId, sku);
const priced = (count: number): readonly ObservationDraft[] =>
  Array.from({ length: count }, (_, at) => ({ supplierSku: `SKU-${at}`, price: priceOf('1.5') }));

interface Page {
  readonly drafts: readonly ObservationDraft[];
  /** SKUs that the store knows just so. */
  readonly isKnown: (supplierSku: string) => boolean;
  /** Called at each step, before it; may throw. */
  readonly onStep?: (step: string) => void;
  readonly assertHeld?: () => void;
}

/** One bulk page, step by step. */
const doPage = async ({ drafts, isKnown, onStep = () => undefined, assertHeld = () => undefined }: Page) => {
  const steps: string[] = [];
  const confirmations: Confirmation[] = [];
  const step = (name: string): void => {
    onStep(name);
    steps.push(name);
  };
  const response = { status: 200, headers: {}, body: '', bodyBytes: 1, durationMs: 1 };
  const known = new Set(drafts.flatMap(({ supplierSku }) => (isKnown(supplierSku) ? offerOf(supplierSku) : [])));
  const deps: PageDependencies = {
    credential: shown,
    now: () => noon,
    newNonce: () => 'nonce',
    session: undefined,
    workers: 1,
    lookupIntervals: { topMs: 1, otherMs: 1 },
    budget: {
      take: async () => undefined,
      refund: () => undefined,
      recordAnswer: () => undefined,
      override: () => undefined,
    },
    client: {
      phases: ['prices'],
      budgets: {},
      pageSize: undefined,
      lookup: undefined,
      session: undefined,
      request: () => ({
        method: 'GET',
        url: 'http://supplier/prices',
        headers: {},
        body: undefined,
        endpoint: 'prices',
        safePath: '/prices',
        cost: 1,
      }),
      classify: () => ({ kind: 'success' }),
      decode: () => ({
        kind: 'page',
        drafts,
        skipped: [],
        counts: { items: 0, prices: drafts.length, stocks: 0, warehouses: 0 },
        nextCursor: undefined,
        pageCount: undefined,
      }),
    },
    call: async () => ({ kind: 'answered', means: { kind: 'success' }, response }),
    lookupQueue: {
      due: async () => [],
      isPressing: async () => false,
      markAsked: async () => undefined,
      defer: async () => undefined,
      forecast: async () => undefined,
    },
    wantQueue: noWants,
    kinds: anyKind,
    awaitCapacity: async () => undefined,
    confirmations: {
      confirm: async (_credential, _seenAt, statements) => {
        step('confirm');
        return new Set(statements.flatMap((each) => (known.has(each.offerId) ? each.offerId : [])));
      },
    },
    publish: async () => step('publish'),
    publishConfirmations: async (told) => {
      step('tell');
      confirmations.push(...told);
    },
    ticks: {
      save: async (next) => step(next.counters.pages === 0 ? 'begin' : 'checkpoint'),
      noteError: async () => undefined,
    },
    metrics: createMetrics('test'),
    log,
  };
  const lease = { ...leaseFor(1n), assertHeld };
  const order = { tick, lease, context: untraced, onAnswer: () => undefined, control: () => ({}) };
  const outcome = await ingestPage(order, deps, new AbortController().signal).catch((error: unknown) => error);
  return { steps, confirmations, outcome };
};

it('tells what it has confirmed after the store has, and before the checkpoint, 500 offers to a message', async () => {
  const { steps, confirmations } = await doPage({ drafts: priced(1_200), isKnown: (sku) => sku !== 'SKU-7' });
  expect(steps).toEqual(['begin', 'confirm', 'confirm', 'confirm', 'publish', 'tell', 'checkpoint']);
  expect(confirmations.map(({ confirmed }) => confirmed.map(({ offerIds }) => offerIds.length))).toEqual([
    [499],
    [500],
    [200],
  ]);
  expect(new Set(confirmations.map(({ id }) => id)).size).toBe(3);
  const offers = confirmations.flatMap(({ confirmed }) => confirmed.flatMap(({ offerIds }) => offerIds));
  expect(offers).toEqual(priced(1_200).flatMap(({ supplierSku: sku }) => (sku === 'SKU-7' ? [] : offerOf(sku))));
});

it('tells of each offer whether its price and whether its stock was stated', async () => {
  const price = priceOf('1.5');
  const drafts: readonly ObservationDraft[] = [
    { supplierSku: 'both', price, stock: stockOf(0) },
    { supplierSku: 'price', price },
    { supplierSku: 'stock', stock: stockOf(5) },
    // That there is some, and not how many.
    { supplierSku: 'some', price: { kind: 'on_request' }, stock: [{ warehouseRef: 'main', quantity: undefined }] },
    { supplierSku: 'words', description: { mpn: 'RC0603' } },
  ];
  const { confirmations } = await doPage({ drafts, isKnown: () => true });
  expect(confirmations).toEqual([
    {
      id: confirmations[0]?.id,
      supplierId: 'borealis',
      credentialId: 'crd_1',
      seenAt: noon,
      runId: 'run_1',
      phase: 'prices',
      confirmed: [
        { offerIds: [offerOf('both')], price: true, stock: true },
        { offerIds: [offerOf('price'), offerOf('some')], price: true, stock: false },
        { offerIds: [offerOf('stock')], price: false, stock: true },
        { offerIds: [offerOf('words')], price: false, stock: false },
      ],
    },
  ]);
});

it('publishes no empty message: neither where nothing nor where all was confirmed', async () => {
  const none = await doPage({ drafts: priced(3), isKnown: () => false });
  expect(none.steps).toEqual(['begin', 'confirm', 'publish', 'checkpoint']);
  const all = await doPage({ drafts: priced(3), isKnown: () => true });
  expect(all.steps).toEqual(['begin', 'confirm', 'tell', 'checkpoint']);
});

it.each(['confirm', 'publish'])('tells nothing under a lease that ended during: %s', async (during) => {
  let isHeld = true;
  const { steps, outcome } = await doPage({
    drafts: priced(3),
    isKnown: (sku) => sku !== 'SKU-0',
    onStep: (step) => {
      if (step === during) isHeld = false;
    },
    assertHeld: () => {
      if (!isHeld) throw new LeaseExpired();
    },
  });
  expect(outcome).toBeInstanceOf(LeaseExpired);
  expect(steps.at(-1)).toBe(during);
});

it('moves no checkpoint past what the bus did not take, and tells it under the same id when it does', async () => {
  const page = { drafts: priced(3), isKnown: () => true };
  const away = await doPage({
    ...page,
    onStep: (step) => {
      if (step === 'tell') throw unavailable('the bus is away', 1_000);
    },
  });
  expect(away.steps).toEqual(['begin', 'confirm']);
  expect(away.outcome).toMatchObject({ kind: 'unavailable' });
  const [first, again] = [await doPage(page), await doPage(page)];
  expect(first.steps.at(-1)).toBe('checkpoint');
  expect(again.confirmations).toEqual(first.confirmations);
});
