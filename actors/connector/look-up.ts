import { offerId } from '../../domain/ids.ts';
import { workersAllowed } from '../../domain/ingestion/connector-control.ts';
import type { LookupKind, LookupOutcome } from '../../domain/ingestion/lookup-health.ts';
import type { DueLookup, LookupIntervals, LookupQueue } from '../../domain/ingestion/ports.ts';
import type { Tick } from '../../domain/ingestion/tick.ts';
import type { Cause } from '../../domain/store-context.ts';
import { hitsOf } from '../../domain/wants/part-want.ts';
import type { DueWant, WantAnswer, WantQueue } from '../../domain/wants/ports.ts';
import { type AskDependencies, askSupplier, type SupplierAnswer } from './ask-supplier.ts';
import { isFaultOfKind, type LookupKinds } from './lookup-kinds.ts';
import type { PageOrder } from './page-order.ts';
import { SupplierRefusal } from './refusal.ts';
import type { LookupLimits, WantedPart } from './suppliers/supplier-client.ts';
import { withCause } from './tick-context.ts';

/**
 * One page of the phase `lookup`: the parts that somebody wants and that may have no product yet,
 * then the most wanted products of the credential's queue, in as many batches as requests may be
 * under way at once. There is no cursor over the queue: what was asked
 * for leaves its head, so the head is always what comes next, also after a crash. A batch that
 * fails while others do not is put off for a while, so that it does not hold them up; the page
 * fails only when all do. A batch that the supplier finds fault with is halved until the part is
 * found that is to blame, and that one counts as asked for. A want is answered by rows of its own
 * number alone; the neighbours that a supplier adds are offers like any other.
 *
 * What stands as the cursor is how many parts the tick has asked for. How long it took is the pace
 * at which the rest of the queue is expected to move; `refresh_eta` of every part in it follows
 * from that.
 */

/** What looking up needs from outside. */
export interface LookUpDependencies extends AskDependencies {
  readonly lookupQueue: Pick<LookupQueue, 'due' | 'markAsked' | 'defer' | 'forecast'>;
  readonly wantQueue: WantQueue;
  readonly kinds: LookupKinds;
  /** Requests of the credential under way at once, at most. */
  readonly workers: number;
  readonly lookupIntervals: LookupIntervals;
}

/**
 * A tick of look-ups ends after this long, so that there is a summary now and then; the next one
 * begins at once.
 */
const longestTickMs = 15 * 60_000;

/** What is due: a want, or a product. */
type DuePart = DueWant | DueLookup;

const isWant = (part: DuePart): part is DueWant => 'wantId' in part;

/** What one request asks for. */
interface Batch {
  readonly by: LookupKind;
  readonly due: readonly DuePart[];
  /** The requests that want parts of it, each once. */
  readonly causes: readonly Cause[];
  readonly parts: readonly WantedPart[];
}

/** A page of a tick of look-ups. */
export interface LookUpPage {
  readonly tick: Tick;
  /** Undefined with the first page of a tick. */
  readonly cursor: string | undefined;
  /** From 1. */
  readonly number: number;
  readonly order: PageOrder;
}

/** Looks the head of the queue up. */
export const lookUp = async (
  { tick, cursor, number, order }: LookUpPage,
  deps: LookUpDependencies,
  signal: AbortSignal,
) => {
  const { client, credential, lookupQueue, wantQueue } = deps;
  const limits = client.lookup ?? { byNumber: 1, bySku: 1 };
  const workers = workersAllowed(deps.workers, order.control());
  const atOnce = workers * Math.max(limits.byNumber, limits.bySku);
  const head = await headOfQueue(atOnce, deps);
  const [impossible, due] = partition<DuePart>(head.due, (part) => !canBeAsked(part, limits));
  const batches = batchesOf(due, limits, head.only);
  const asked = batches.slice(0, workers);
  const ask = halving(answersTo(number, order, deps, signal));
  const askFor = (batch: Batch) =>
    withCause(onlyCause(batch), order.context, async (context) => {
      const answers = await ask(batch.parts);
      return { batch, answers: answers.map((answer) => ({ ...answer, context })) };
    });
  const outcomes = await Promise.allSettled(asked.map(askFor));
  signal.throwIfAborted();
  await deps.kinds.note(asked.flatMap(({ by }, at) => outcomeOfKind(by, outcomes[at])));
  const answered = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (answered.length === 0 && failed !== undefined) throw failed.reason;
  const failures = asked.filter((_, at) => outcomes[at]?.status === 'rejected').flatMap((batch) => batch.due);
  const deferred = [...head.deferred, ...failures];

  const isQueueDone = head.due.length + head.deferred.length < atOnce && answered.length === batches.length;
  const tickMs = deps.now().getTime() - tick.startedAt.getTime();
  const isLast = isQueueDone || tickMs >= longestTickMs;
  const askedByTick = Number(cursor ?? 0) + answered.flatMap(({ batch }) => batch.due).length;
  return {
    answers: answered.flatMap(({ answers }) => answers),
    nextCursor: isLast ? undefined : String(askedByTick),
    settle: async () => {
      for (const { batch, answers } of answered) await settleBatch(batch, answers, deps);
      if (impossible.length > 0) await wantQueue.settle(credential.id, impossible.flatMap(asImpossible), deps.now());
      await deferParts(deferred, deps);
      if (askedByTick > 0 && (isLast || isMeasured(number)))
        await lookupQueue.forecast(credential.id, tickMs / askedByTick, deps.now());
    },
  };
};

/** What is due, as it is asked for; `deferred` cannot be asked for while others can. */
interface Head {
  readonly due: readonly DuePart[];
  /** In this way alone; undefined: in whichever. */
  readonly only: LookupKind | undefined;
  readonly deferred: readonly DuePart[];
}

const headOfQueue = async (
  atOnce: number,
  { credential, lookupQueue, wantQueue, kinds, now }: LookUpDependencies,
): Promise<Head> => {
  const dueOf = async (only: LookupKind | undefined): Promise<readonly DuePart[]> => {
    const wants = await wantQueue.due(credential.id, now(), atOnce, only);
    return [...wants, ...(await lookupQueue.due(credential.id, now(), atOnce - wants.length, only))];
  };
  const focus = await kinds.focus();
  const due = await dueOf(focus?.only);
  if (focus === undefined || due.length > 0) return { due, only: focus?.only, deferred: [] };
  const others = await dueOf(undefined);
  return focus.isCertain
    ? { due: [], only: focus.only, deferred: others }
    : { due: others, only: undefined, deferred: [] };
};

/** What a request says of its kind; nothing where it failed for another reason. */
const outcomeOfKind = (
  by: LookupKind,
  outcome: PromiseSettledResult<unknown> | undefined,
): readonly LookupOutcome[] => {
  if (outcome === undefined) return [];
  if (outcome.status === 'fulfilled') return [{ by, isUsable: true }];
  return isFaultOfKind(outcome.reason) ? [{ by, isUsable: false }] : [];
};

/**
 * Often at first, when little is known of the pace; later seldom, because all that is due is
 * counted.
 */
const isMeasured = (number: number): boolean => (number < 16 ? Number.isInteger(Math.log2(number)) : number % 16 === 0);

/** Whose batch it is: of one request, though unwanted parts fill it up; else the page's. */
const onlyCause = ({ causes }: Batch): Cause | undefined => (causes.length === 1 ? causes[0] : undefined);

const partition = <Part>(parts: readonly Part[], belongs: (part: Part) => boolean): [Part[], Part[]] => {
  const [inside, outside]: [Part[], Part[]] = [[], []];
  for (const part of parts) (belongs(part) ? inside : outside).push(part);
  return [inside, outside];
};

/** An order number alone cannot be asked of a supplier that is asked by makers' numbers. */
const canBeAsked = (part: DuePart, { bySku }: LookupLimits): boolean =>
  !isWant(part) || part.want.kind === 'number' || bySku > 0;

const asImpossible = (part: DuePart): readonly WantAnswer[] =>
  isWant(part) ? [{ wantId: part.wantId, answer: 'cannot_be_asked', offerIds: [], units: 0 }] : [];

const productIdsOf = (due: readonly DuePart[]): readonly string[] =>
  due.flatMap((part) => (isWant(part) ? [] : [part.productId]));

/** Notes what was asked for, and what it says of each want. */
const settleBatch = async ({ due }: Batch, answers: readonly SupplierAnswer[], deps: LookUpDependencies) => {
  const { credential, lookupQueue, wantQueue, lookupIntervals } = deps;
  const askedAt = firstAskedAt(answers) ?? deps.now();
  const productIds = productIdsOf(due);
  if (productIds.length > 0) await lookupQueue.markAsked(credential.id, productIds, askedAt, lookupIntervals);
  const drafts = answers.flatMap(({ page }) => page.drafts);
  // The parts of a request share what it cost.
  const units = answers.reduce((sum, answer) => sum + answer.units, 0) / due.length;
  const said = due.filter(isWant).map(({ wantId, want }): WantAnswer => {
    const hits = hitsOf(want, drafts);
    const offerIds = [...new Set(hits.map(({ supplierSku }) => offerId(credential.supplierId, supplierSku)))];
    return { wantId, answer: hits.length > 0 ? 'found' : 'not_carried', offerIds, units };
  });
  if (said.length > 0) await wantQueue.settle(credential.id, said, askedAt);
};

const deferParts = async (due: readonly DuePart[], deps: LookUpDependencies): Promise<void> => {
  const { credential, lookupQueue, wantQueue } = deps;
  const productIds = productIdsOf(due);
  const wantIds = due.filter(isWant).map(({ wantId }) => wantId);
  if (productIds.length > 0) await lookupQueue.defer(credential.id, productIds, deps.now());
  if (wantIds.length > 0) await wantQueue.defer(credential.id, wantIds, deps.now());
};

/**
 * Since when a batch counts as asked for: from its first question on, so that a request to refresh
 * one of its parts that came while the answer was under way is not taken for answered. Undefined
 * when the supplier finds fault with all of it.
 */
const firstAskedAt = (answers: readonly SupplierAnswer[]): Date | undefined => answers[0]?.askedAt;

/** Asks for parts; the arguments after them are the same for every request of a page. */
type AskFor = (parts: readonly WantedPart[]) => Promise<readonly SupplierAnswer[]>;

/** Every answer to one batch: some suppliers give several that speak of the same parts. */
const answersTo =
  (number: number, order: PageOrder, deps: LookUpDependencies, signal: AbortSignal): AskFor =>
  async (parts) => {
    const answers: SupplierAnswer[] = [];
    let cursor: string | undefined;
    do {
      const answer = await askSupplier({ phase: 'lookup', number, cursor, parts }, order, deps, signal);
      answers.push(answer);
      cursor = answer.page.nextCursor;
    } while (cursor !== undefined);
    return answers;
  };

/** Finds the parts that the supplier finds fault with, and does without them. */
const halving =
  (ask: AskFor): AskFor =>
  async (parts) => {
    try {
      return await ask(parts);
    } catch (error) {
      if (!(error instanceof SupplierRefusal && error.answer.kind === 'bad_input')) throw error;
      if (parts.length <= 1) return [];
      const middle = Math.ceil(parts.length / 2);
      const first = await halving(ask)(parts.slice(0, middle));
      return [...first, ...(await halving(ask)(parts.slice(middle)))];
    }
  };

/** A part as it is asked for by its own number, and by the supplier's numbers for it. */
interface Asked {
  readonly due: DuePart;
  readonly byNumber: WantedPart | undefined;
  readonly bySku: readonly WantedPart[];
}

const askedOf = (due: DuePart): Asked => {
  if (!isWant(due)) {
    const { mpn, skus } = due;
    return { due, byNumber: { mpn, sku: undefined }, bySku: skus.map((sku) => ({ mpn, sku })) };
  }
  const { want } = due;
  return want.kind === 'number'
    ? { due, byNumber: { mpn: want.mpn, sku: undefined }, bySku: [] }
    : { due, byNumber: undefined, bySku: [{ mpn: '', sku: want.sku }] };
};

/**
 * Parts as their maker numbers them, or by the supplier's own numbers where that packs more of them
 * into a request, where nothing else is known, or where they are answered alone.
 */
const batchesOf = (due: readonly DuePart[], limits: LookupLimits, only: LookupKind | undefined): readonly Batch[] => {
  const isBySku = ({ byNumber, bySku }: Asked): boolean => {
    if (byNumber === undefined || bySku.length === 0 || only !== undefined)
      return byNumber === undefined || only === 'sku';
    return limits.bySku > limits.byNumber && bySku.length <= limits.bySku;
  };
  const [skus, numbers] = partition(due.map(askedOf), isBySku);
  return [
    ...packed(skus, 'sku', limits.bySku, ({ bySku }) => bySku.slice(0, limits.bySku)),
    ...packed(numbers, 'number', limits.byNumber, ({ byNumber }) => (byNumber === undefined ? [] : [byNumber])),
  ];
};

/** Fills batches in order; all numbers of a part are in one of them. */
const packed = (
  parts: readonly Asked[],
  by: LookupKind,
  size: number,
  numbersOf: (part: Asked) => readonly WantedPart[],
): readonly Batch[] => {
  const batches: { by: LookupKind; due: DuePart[]; parts: WantedPart[]; causes: Cause[] }[] = [];
  for (const part of parts) {
    const numbers = numbersOf(part);
    let last = batches.at(-1);
    if (last === undefined || last.parts.length + numbers.length > size) {
      last = { by, due: [], parts: [], causes: [] };
      batches.push(last);
    }
    last.due.push(part.due);
    last.parts.push(...numbers);
    const { cause } = part.due;
    if (cause !== undefined && !last.causes.some(({ correlationId }) => correlationId === cause.correlationId))
      last.causes.push(cause);
  }
  return batches;
};
