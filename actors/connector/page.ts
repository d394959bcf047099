import { observationId } from '../../domain/ids.ts';
import { type Observation, type ObservationDraft, withoutNul } from '../../domain/ingestion/observation.ts';
import { phasesOf } from '../../domain/ingestion/schedule.ts';
import { advance, type Tick, type TickPosition } from '../../domain/ingestion/tick.ts';
import type { CredentialRef } from '../../domain/offer.ts';
import type { PublishObservations, TickStore } from '../../domain/ports.ts';
import { type AskDependencies, askSupplier } from './ask-supplier.ts';
import type { AwaitRoom } from './back-pressure.ts';
import type { PageOrder } from './credential.ts';
import { type LookUpDependencies, lookUp } from './look-up.ts';
import type { DataPhase, DecodedPage } from './suppliers/supplier-client.ts';
import type { TickLog } from './tick-log.ts';

/**
 * One page of a tick, from the supplier to the checkpoint:
 *
 *     room downstream -> session -> budget -> request -> classify -> decode -> publish (acknowledged) -> checkpoint (stored)
 *
 * The order is the guarantee: the checkpoint moves only after the bus has every observation, so a crash anywhere costs at most
 * one page fetched again, whose observations carry the same ids and count once. Any step that fails leaves the tick where it
 * was. Down dependencies: a supplier that does not answer rejects with `SupplierRefusal`; a bus or store that does not answer
 * rejects with `Failure` of kind `unavailable`; the connector pauses and tries the page again.
 */

/** What a page needs besides its tick. */
export interface PageDependencies extends AskDependencies, LookUpDependencies {
  readonly credential: CredentialRef;
  readonly awaitRoom: AwaitRoom;
  readonly publish: PublishObservations;
  readonly ticks: Pick<TickStore, 'save'>;
  readonly log: TickLog;
  readonly now: () => Date;
}

/** Does one page. Rejects when the page must be done again. */
export const ingestPage = async (order: PageOrder, deps: PageDependencies, signal: AbortSignal): Promise<Tick> => {
  const { tick, lease, context } = order;
  if (tick.state.kind !== 'running') throw new RangeError(`tick ${tick.runId} has ended`);
  const { position } = tick.state;
  // The run id is kept before anything goes out under it, so that a crash during the first page goes on with it too.
  if (tick.counters.pages === 0) await deps.ticks.save(tick, lease, context);
  await deps.awaitRoom(signal);
  const fetched = await fetchPages(tick, position, order, deps, signal);
  const observations = fetched.pages.flatMap((page) =>
    page.drafts.map((draft) => observe(withoutNul(draft), { tick, position, step: page.step }, deps)),
  );
  if (observations.length > 0) await deps.publish(observations, deps.credential, context);
  await fetched.settle();
  const page = merged(fetched.pages, fetched.nextCursor);
  const next = advance(tick, page, phasesOf(tick.kind, deps.client.phases), deps.now());
  await deps.ticks.save(next, lease, context);
  deps.log.pageDone({ position, next, page });
  return next;
};

/** Where in which tick something was seen. */
interface Sighting {
  readonly tick: Tick;
  readonly position: TickPosition;
  readonly step: string | undefined;
}

const observe = (
  draft: ObservationDraft,
  { tick, position, step }: Sighting,
  deps: Pick<PageDependencies, 'now'>,
): Observation => ({
  ...draft,
  id: observationId(tick.runId, step === undefined ? position.phase : `${position.phase}/${step}`, draft.supplierSku),
  supplierId: tick.supplierId,
  credentialId: tick.credentialId,
  observedAt: deps.now(),
  runId: tick.runId,
  phase: position.phase,
});

const isDataPhase = (phase: TickPosition['phase']): phase is DataPhase => phase !== 'session';

/** What was fetched for one page of a tick. */
interface Fetched {
  readonly pages: readonly DecodedPage[];
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
  const page = await askSupplier({ phase, number, cursor, parts: [] }, order, deps, signal);
  return { pages: [page], nextCursor: page.nextCursor, settle: async () => undefined };
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
