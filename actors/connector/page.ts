import { observationId } from '../../domain/ids.ts';
import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import { type Observation, type ObservationDraft, withoutNul } from '../../domain/ingestion/observation.ts';
import { advance, type Tick, type TickPosition } from '../../domain/ingestion/tick.ts';
import type { CredentialRef } from '../../domain/offer.ts';
import type { PublishObservations, TickStore, WantedParts, WriteContext } from '../../domain/ports.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Handle } from '../runtime/handle.ts';
import type { AwaitRoom } from './back-pressure.ts';
import type { LocalBudget } from './local-budget.ts';
import { nextLookup, readLookupCursor } from './lookup-cursor.ts';
import type { SessionMessage } from './messages.ts';
import { SupplierRefusal } from './refusal.ts';
import type { CallSupplier } from './supplier-call.ts';
import { batchSizeOf } from './suppliers/batch-size.ts';
import type { DataPhase, DecodedPage, SupplierClient, WantedPart } from './suppliers/supplier-client.ts';
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
export interface PageDependencies {
  readonly client: SupplierClient;
  readonly credential: CredentialRef;
  readonly awaitRoom: AwaitRoom;
  readonly budget: LocalBudget;
  /** Undefined for suppliers without sessions. */
  readonly session: Handle<SessionMessage> | undefined;
  readonly call: CallSupplier;
  readonly publish: PublishObservations;
  readonly ticks: Pick<TickStore, 'save'>;
  readonly wanted: WantedParts;
  readonly metrics: Metrics;
  readonly log: TickLog;
  readonly now: () => Date;
  /** 32 random hexadecimal digits. */
  readonly newNonce: () => string;
}

/** How long a page may wait for a session, which may itself wait for its budget. */
const sessionTimeoutMs = 60_000;

/** A page that is done. */
export interface PageDone {
  /** The tick as stored after the page. */
  readonly tick: Tick;
  /** Whether part numbers became known, while the tick walked over them, that it may have missed. */
  readonly isOutgrown: boolean;
}

/** Does one page. Rejects when the page must be done again. */
export const ingestPage = async (
  tick: Tick,
  context: WriteContext,
  deps: PageDependencies,
  signal: AbortSignal,
): Promise<PageDone> => {
  if (tick.state.kind !== 'running') throw new RangeError(`tick ${tick.runId} has ended`);
  const { position } = tick.state;
  // The run id is kept before anything goes out under it, so that a crash during the first page goes on with it too.
  if (tick.counters.pages === 0) await deps.ticks.save(tick, context);
  await deps.awaitRoom(signal);
  const page = await fetchPage(position, deps, signal);
  const observations = page.drafts.map((draft) =>
    observe(withoutNul(draft), { tick, position, step: page.step }, deps),
  );
  if (observations.length > 0) await deps.publish(observations, deps.credential, context);
  const next = advance(tick, page, deps.client.phases, deps.now());
  await deps.ticks.save(next, context);
  deps.log.pageDone({ position, next, page });
  const isOutgrown =
    next.state.kind === 'finished' && position.phase === 'lookup' && (await deps.wanted.hasNewSince(tick.startedAt));
  return { tick: next, isOutgrown };
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

/** Fetches and decodes the page at a position; in the phase `lookup` also finds out what to ask for. */
const fetchPage = async (position: TickPosition, deps: PageDependencies, signal: AbortSignal): Promise<DecodedPage> => {
  const { phase, cursor } = position;
  if (!isDataPhase(phase)) throw new RangeError('the phase session has no pages');
  const { page: number } = position;
  if (phase !== 'lookup') return request({ phase, number, cursor, parts: [] }, deps, signal);
  const at = readLookupCursor(cursor);
  const { parts, mark } = await deps.wanted.next(at.after, deps.client.lookup?.byNumber ?? 1);
  if (parts.length === 0) return nothingWanted;
  const page = await request({ phase, number, cursor: at.within, parts }, deps, signal);
  return { ...page, nextCursor: nextLookup(at, page.nextCursor, mark) };
};

const nothingWanted: DecodedPage = {
  kind: 'page',
  drafts: [],
  skipped: [],
  pageCount: undefined,
  counts: { items: 0, prices: 0, stocks: 0, warehouses: 0 },
  nextCursor: undefined,
};

/** What to ask the supplier for. */
interface PageRequest {
  readonly phase: DataPhase;
  /** The page's number within the phase, from 1. */
  readonly number: number;
  /** The plug-in's own; in the phase `lookup`, the one within the answer for these parts. */
  readonly cursor: string | undefined;
  readonly parts: readonly WantedPart[];
}

const request = async (asked: PageRequest, deps: PageDependencies, signal: AbortSignal): Promise<DecodedPage> => {
  const first = await attempt(asked, deps, signal);
  if (!(first instanceof SupplierRefusal)) return first;
  // A session may end early at the supplier's will; a new one is tried once before that counts as a failure.
  const isSessionGone = first.answer.kind === 'authentication' && first.answer.refused === 'session';
  if (!isSessionGone || deps.session === undefined) throw first;
  const second = await attempt(asked, deps, signal);
  if (second instanceof SupplierRefusal) throw second;
  return second;
};

const attempt = async (
  { phase, number, cursor, parts }: PageRequest,
  deps: PageDependencies,
  signal: AbortSignal,
): Promise<DecodedPage | SupplierRefusal> => {
  const session = await deps.session?.ask<{ token: string }>((replyTo) => ({ kind: 'acquire', replyTo }), {
    timeoutMs: sessionTimeoutMs,
    signal,
  });
  const ask = deps.client.request(phase, cursor, {
    sessionToken: session?.token,
    parts,
    now: deps.now(),
    nonce: deps.newNonce(),
  });
  await deps.budget.take(ask.endpoint, ask.cost, signal);
  const outcome = await deps.call(ask, { phase, page: number, batchSize: batchSizeOf(deps.client, phase) }, signal);
  const answer = outcome.kind === 'answered' ? deps.client.classify(outcome.response) : outcome.means;
  if (outcome.kind !== 'answered' || answer.kind !== 'success') return refused(answer, session?.token, deps);
  const parsed = deps.metrics.ingestion.stageDuration.startTimer({
    supplier_id: deps.credential.supplierId,
    stage: 'parse',
  });
  const page = deps.client.decode(phase, cursor, outcome.response);
  parsed();
  if (page.kind === 'malformed') return refused({ kind: 'malformed', reason: page.reason }, undefined, deps);
  return page;
};

const refused = (answer: AnswerClass, token: string | undefined, deps: PageDependencies): SupplierRefusal => {
  if (answer.kind === 'authentication' && token !== undefined) deps.session?.tell({ kind: 'refused', token });
  return new SupplierRefusal(answer);
};
