import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import { withStorableText } from '../../domain/ingestion/observation.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Handle } from '../runtime/handle.ts';
import type { Budget } from './budget.ts';
import { assertMayAct } from './held-lease.ts';
import type { SessionMessage } from './messages.ts';
import type { PageOrder } from './page-order.ts';
import { SupplierRefusal } from './refusal.ts';
import type { CallSupplier } from './supplier-call.ts';
import { batchSizeOf } from './suppliers/batch-size.ts';
import type { DataPhase, DecodedPage, SupplierClient, WantedPart } from './suppliers/supplier-client.ts';

/** Asks a supplier one thing, with a session, inside the budget, and reads what it says. */

/** What asking needs from outside. */
export interface AskDependencies {
  readonly client: SupplierClient;
  readonly credential: CredentialRef;
  readonly budget: Budget;
  /** Undefined for suppliers without sessions. */
  readonly session: Handle<SessionMessage> | undefined;
  readonly call: CallSupplier;
  readonly metrics: Metrics;
  readonly now: () => Date;
  /** 32 random hexadecimal digits. */
  readonly newNonce: () => string;
}

/** What to ask the supplier for. */
export interface Question {
  readonly phase: DataPhase;
  /** The page's number within the phase, from 1. */
  readonly number: number;
  /** The plug-in's own; in the phase `lookup`, the one within the answers for these parts. */
  readonly cursor: string | undefined;
  readonly parts: readonly WantedPart[];
}

/** What a supplier said to one question, and when. */
export interface SupplierAnswer {
  readonly page: DecodedPage;
  /** When the request went out: what the answer says held then or later. */
  readonly askedAt: Date;
  /** When the whole answer was there. */
  readonly answeredAt: Date;
  /** The nonce of the request, which no other request has. */
  readonly nonce: string;
  /** What it cost, in the unit of the endpoint's budgets. */
  readonly units: number;
}

/** An answer, and the work that it was asked for. */
export interface WantedAnswer extends SupplierAnswer {
  readonly context: WriteContext;
}

type Asker = Pick<PageOrder, 'lease' | 'onAnswer'>;

/** How long a page may wait for a session, which may itself wait for its budget. */
const sessionTimeoutMs = 60_000;

/** Asks; rejects with `SupplierRefusal` when there is no usable answer. */
export const askSupplier = async (
  question: Question,
  asker: Asker,
  deps: AskDependencies,
  signal: AbortSignal,
): Promise<SupplierAnswer> => {
  const first = await attempt(question, asker, deps, signal);
  // A session may end early at the supplier's will; a new one is tried once before that counts as a
  // failure. Were it told before, a probe would count as failed while it still goes on.
  const isTriedAnew = deps.session !== undefined && isSessionRefused(first);
  const last = isTriedAnew ? await attempt(question, asker, deps, signal) : first;
  const { onAnswer, lease } = asker;
  if (last instanceof SupplierRefusal) {
    onAnswer(last.answer, lease.token);
    throw last;
  }
  onAnswer({ kind: 'success' }, lease.token);
  return last;
};

const isSessionRefused = (outcome: SupplierAnswer | SupplierRefusal): boolean =>
  outcome instanceof SupplierRefusal &&
  outcome.answer.kind === 'authentication' &&
  outcome.answer.refused === 'session';

const attempt = async (
  { phase, number, cursor, parts }: Question,
  { lease }: Asker,
  deps: AskDependencies,
  signal: AbortSignal,
): Promise<SupplierAnswer | SupplierRefusal> => {
  const session = await deps.session?.ask<{ token: string }>(
    (replyTo) => ({ kind: 'acquire', lease, signal, replyTo }),
    {
      timeoutMs: sessionTimeoutMs,
      signal,
    },
  );
  const nonce = deps.newNonce();
  const ask = deps.client.request(phase, cursor, { sessionToken: session?.token, parts, now: deps.now(), nonce });
  const { budget, client } = deps;
  const refused = (meaning: AnswerClass): SupplierRefusal => {
    if (meaning.kind === 'authentication' && session !== undefined)
      deps.session?.tell({ kind: 'refused', token: session.token });
    return new SupplierRefusal(meaning);
  };
  await budget.take(ask.endpoint, ask.cost, signal);
  assertMayAct(lease, signal);
  const askedAt = deps.now();
  const outcome = await deps.call(ask, { phase, page: number, batchSize: batchSizeOf(deps.client, phase) }, signal);
  const answeredAt = deps.now();
  const answer = outcome.means;
  const remaining = outcome.kind === 'answered' ? (client.remaining?.(outcome.response) ?? []) : [];
  budget.recordAnswer(ask.endpoint, answer, remaining);
  if (outcome.kind !== 'answered' || answer.kind !== 'success') return refused(answer);
  const units = client.spent?.(outcome.response) ?? ask.cost;
  if (units < ask.cost) budget.refund(ask.endpoint, ask.cost - units);

  const parsed = deps.metrics.ingestion.stageDuration.startTimer({
    supplier_id: deps.credential.supplierId,
    stage: 'parse',
  });
  const page = deps.client.decode(phase, cursor, outcome.response);
  parsed();
  if (page.kind === 'malformed') return refused(page);
  // Whoever reads the answer, to publish it, to confirm or to settle, reads what is stored of it.
  return { page: { ...page, drafts: page.drafts.map(withStorableText) }, askedAt, answeredAt, nonce, units };
};
