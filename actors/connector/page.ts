import { confirmationId, observationId, type QuestionKey } from '../../domain/ids.ts';
import type { Confirmation, ConfirmedOffers } from '../../domain/ingestion/confirmation.ts';
import type { Observation, ObservationDraft } from '../../domain/ingestion/observation.ts';
import type {
  LookupQueue,
  PublishConfirmations,
  PublishObservations,
  TickStore,
} from '../../domain/ingestion/ports.ts';
import { phasesOf } from '../../domain/ingestion/schedule.ts';
import { advance, type Tick, type TickPosition } from '../../domain/ingestion/tick.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import { type AskDependencies, askSupplier, type SupplierAnswer, type WantedAnswer } from './ask-supplier.ts';
import type { AwaitCapacity } from './back-pressure.ts';
import { type ConfirmDependencies, confirmUnchanged, type Sifted } from './confirm-unchanged.ts';
import { assertMayAct } from './held-lease.ts';
import { type LookUpDependencies, lookUp } from './look-up.ts';
import type { PageOrder } from './page-order.ts';
import { SupplierRefusal } from './refusal.ts';
import type { DataPhase, DecodedPage } from './suppliers/supplier-client.ts';
import type { TickLog } from './tick-log.ts';

/**
 * One page of a tick, from the supplier to the checkpoint:
 *
 *     room downstream -> session -> budget -> request -> classify -> decode
 *       -> confirm what is known just so -> publish the rest, and what was confirmed (acknowledged)
 *       -> checkpoint (stored)
 *
 * The order is the guarantee: the checkpoint moves only after every draft is confirmed or its
 * observation on the bus, and what was confirmed is told, so a crash anywhere costs at most one
 * page fetched again. The observations of a bulk page then carry the same ids and count once; each
 * answer to a look-up is news of its own, and is always published, since somebody waits for it. Any
 * step that fails leaves the tick where it was. Down dependencies: a supplier that does not answer
 * rejects with `SupplierRefusal`; a bus or store that does not answer rejects with `Failure` of
 * kind `unavailable`; the connector pauses and tries the page again.
 */

/** What a page needs besides its tick. */
export interface PageDependencies extends AskDependencies, LookUpDependencies, ConfirmDependencies {
  readonly lookupQueue: LookUpDependencies['lookupQueue'] & Pick<LookupQueue, 'isPressing'>;
  readonly credential: CredentialRef;
  readonly awaitCapacity: AwaitCapacity;
  readonly publish: PublishObservations;
  readonly publishConfirmations: PublishConfirmations;
  readonly ticks: Pick<TickStore, 'save' | 'noteError'>;
  readonly log: TickLog;
  readonly now: () => Date;
}

/** Does one page. Rejects when the page must be done again. */
export const ingestPage = async (order: PageOrder, deps: PageDependencies, signal: AbortSignal): Promise<Tick> => {
  const { tick } = order;
  if (tick.state.kind !== 'running') throw new RangeError(`tick ${tick.runId} has ended`);
  try {
    return await doPage(order, tick.state.position, deps, signal);
  } catch (error) {
    if (error instanceof SupplierRefusal && !signal.aborted) await noteError(order, tick.state.position, error, deps);
    throw error;
  }
};

/** Keeps what went wrong for operators; the page has failed whether or not that can be kept. */
const noteError = async (
  { tick, lease }: PageOrder,
  { phase, page }: TickPosition,
  { message, answer }: SupplierRefusal,
  { ticks, now }: Pick<PageDependencies, 'ticks' | 'now'>,
): Promise<void> => {
  const place = answer.kind === 'malformed' ? answer.place : undefined;
  const error = { at: now(), phase, page, message, ...place };
  await ticks.noteError(tick, error, lease.token).catch(() => undefined);
};

const doPage = async (
  order: PageOrder,
  position: TickPosition,
  deps: PageDependencies,
  signal: AbortSignal,
): Promise<Tick> => {
  const { tick, lease, context } = order;
  // The run id is kept before anything goes out under it, so that a crash during the first page
  // goes on with it too.
  if (tick.counters.pages === 0) await deps.ticks.save(tick, lease.token, context);
  await waitForRoom(tick, position, deps, signal);
  const fetched = await fetchPages(tick, position, order, deps, signal);
  assertMayAct(lease, signal);
  for (const [cause, answers] of Map.groupBy(fetched.answers, (answer) => answer.context)) {
    const observations: Observation[] = [];
    const confirmations: Confirmation[] = [];
    for (const answer of answers) {
      const { news, confirmed } = await sift(answer, position, deps);
      for (const draft of news) observations.push(observe(draft, answer, tick, position));
      for (const offers of confirmed) confirmations.push(confirmationOf(offers, answer, tick, position));
    }
    // The store may have taken longer to answer than the lease lasts.
    assertMayAct(lease, signal);
    if (observations.length > 0) await deps.publish(observations, deps.credential, cause);
    if (confirmations.length === 0) continue;
    assertMayAct(lease, signal);
    await deps.publishConfirmations(confirmations, deps.credential, cause);
  }
  await fetched.settle();
  const page = merged(
    fetched.answers.map((answer) => answer.page),
    fetched.nextCursor,
  );
  const rows = { read: page.drafts.length, skipped: page.skipped };
  const next = advance(tick, { ...page, rows }, phasesOf(tick.kind, deps.client.phases), deps.now());
  await deps.ticks.save(next, lease.token, context);
  deps.log.pageDone({ position, next, page });
  return next;
};

/** How long after its start a walk may wait for its parts before it reads their prices. */
const walkPatienceMs = 5 * 60_000;

/** Whether a phase tells what parts cost and how many there are, and not which. */
const isAboutParts = (phase: TickPosition['phase']): boolean => phase === 'prices' || phase === 'stocks';

/**
 * Whether a page cannot wait; undefined: it cannot whatever the time. Look-ups can that nobody
 * waits for. So can what a walk of the catalogue reads after its parts, as long as it has not begun
 * with it: until these are products, nobody finds what it would be the price of.
 */
const pressing = (
  { kind, startedAt }: Tick,
  { phase, page }: TickPosition,
  { lookupQueue, credential, client, now }: Pick<PageDependencies, 'lookupQueue' | 'credential' | 'client' | 'now'>,
): (() => Promise<boolean>) | undefined => {
  if (phase === 'lookup') return () => lookupQueue.isPressing(credential.id, now());
  const isAfterParts = kind === 'catalogue' && client.phases.includes('catalogue') && isAboutParts(phase);
  if (!isAfterParts || page > 1) return undefined;
  return async () => now().getTime() - startedAt.getTime() > walkPatienceMs;
};

/** A page that is held up is seen from the side that waits: what it waits for may be gone. */
const waitForRoom = async (
  tick: Tick,
  position: TickPosition,
  deps: Pick<PageDependencies, 'awaitCapacity' | 'metrics' | 'lookupQueue' | 'credential' | 'client' | 'now'>,
  signal: AbortSignal,
): Promise<void> => {
  const { pagesHeldUp } = deps.metrics.ingestion;
  let counted = 0;
  const onHeldUp = (isHeldUp: boolean): void => {
    pagesHeldUp.inc({ supplier_id: tick.supplierId }, Number(isHeldUp) - counted);
    counted = Number(isHeldUp);
  };
  // Until it is known that there is room.
  onHeldUp(true);
  try {
    await deps.awaitCapacity(signal, { isPressing: pressing(tick, position, deps), onHeldUp });
  } finally {
    onHeldUp(false);
  }
};

const questionOf = ({ phase, page }: TickPosition, nonce: string): QuestionKey =>
  phase === 'lookup' ? { phase, nonce } : { phase, page };

/** What is news of an answer: all of a look-up, since somebody waits for it. */
const sift = (
  { page, answeredAt }: SupplierAnswer,
  { phase }: TickPosition,
  deps: ConfirmDependencies,
): Promise<Sifted> | Sifted =>
  phase === 'lookup' ? { news: page.drafts, confirmed: [] } : confirmUnchanged(page.drafts, answeredAt, deps);

const confirmationOf = (
  confirmed: readonly ConfirmedOffers[],
  { answeredAt }: SupplierAnswer,
  { runId, supplierId, credentialId }: Tick,
  position: TickPosition,
): Confirmation => ({
  id: confirmationId(runId, position, confirmed),
  supplierId,
  credentialId,
  seenAt: answeredAt,
  runId,
  phase: position.phase,
  confirmed,
});

const observe = (
  draft: ObservationDraft,
  { answeredAt, nonce }: SupplierAnswer,
  tick: Tick,
  position: TickPosition,
): Observation => ({
  ...draft,
  id: observationId(tick.runId, questionOf(position, nonce), draft.supplierSku),
  supplierId: tick.supplierId,
  credentialId: tick.credentialId,
  observedAt: answeredAt,
  runId: tick.runId,
  phase: position.phase,
});

const isDataPhase = (phase: TickPosition['phase']): phase is DataPhase => phase !== 'session';

/** What was fetched for one page of a tick. */
interface Fetched {
  readonly answers: readonly WantedAnswer[];
  readonly nextCursor: string | undefined;
  /** Notes that it has been dealt with, once its observations are published. */
  readonly settle: () => Promise<void>;
}

const fetchPages = async (
  tick: Tick,
  { phase, cursor, page: number }: TickPosition,
  order: PageOrder,
  deps: PageDependencies,
  signal: AbortSignal,
): Promise<Fetched> => {
  if (!isDataPhase(phase)) throw new RangeError('the phase session has no pages');
  if (phase === 'lookup') return lookUp({ tick, cursor, number, order }, deps, signal);
  const answer = await askSupplier({ phase, number, cursor, parts: [] }, order, deps, signal);
  return {
    answers: [{ ...answer, context: order.context }],
    nextCursor: answer.page.nextCursor,
    settle: async () => undefined,
  };
};

const merged = (pages: readonly DecodedPage[], nextCursor: string | undefined): DecodedPage => ({
  kind: 'page',
  drafts: pages.flatMap(({ drafts }) => drafts),
  skipped: pages.flatMap(({ skipped }) => skipped),
  pageCount: pages.length === 1 ? pages[0]?.pageCount : undefined,
  counts: {
    items: sum(pages, 'items'),
    prices: sum(pages, 'prices'),
    stocks: sum(pages, 'stocks'),
    warehouses: sum(pages, 'warehouses'),
  },
  nextCursor,
});

const sum = (pages: readonly DecodedPage[], count: keyof DecodedPage['counts']): number =>
  pages.reduce((total, { counts }) => total + counts[count], 0);
