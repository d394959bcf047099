import { abortable } from '../../concurrency/abortable.ts';
import type { BudgetAnswer, RateBudgetStore, RefundedBudgets } from '../../domain/ingestion/ports.ts';
import { maxAheadMs, type OrderedPace, type Pace } from '../../domain/ingestion/rate-budget.ts';

/**
 * The questions of one process to the shared store of budgets, and what becomes of those that are
 * answered too late: nothing that was not spent is to count as spent, and nothing that was spent is
 * to count as free.
 *
 * A late grant goes back while nothing has been given out after it: the store's state is then what
 * it was before the question. After a later grant it is not, because that one was put behind it; so
 * no other question is put while an answer, or what goes back, is on its way. An answer that does
 * not come for long is given up with what it may bring.
 */

/** What is asked for. */
export interface BudgetQuestion {
  readonly cost: number;
  /** Units that are useful, the needed ones among them. */
  readonly want: number;
  readonly ordered: OrderedBudget | undefined;
  /** Nothing is given out before this instant. */
  readonly notBefore: number;
}

/** An operator's limit as budgets count it. */
export interface OrderedBudget {
  readonly pace: OrderedPace;
  readonly rate: number;
}

/** How long a late answer is waited for before another question is put. */
const lateAnswerMs = 2_000;

/** Where this process stands with the store. */
interface Standing {
  /** Questions that were put. */
  readonly asked: number;
  /** Nothing is asked before, because an answer is on its way. */
  readonly lateUntil: number;
  /** Whether units that came too late are on their way back. */
  readonly isReturning: boolean;
  /** Whether this process has given itself a unit since the store answered last. */
  readonly isSpentAlone: boolean;
  /** Whether others who share the key may have. */
  readonly isSpentByOthers: boolean;
  /** Grows with every throttle and order. */
  readonly epoch: number;
}

const initialStanding: Standing = {
  asked: 0,
  lateUntil: 0,
  isReturning: false,
  isSpentAlone: false,
  isSpentByOthers: false,
  epoch: 0,
};

/**
 * Whether units that came too late may go back, as if they had never been asked for: only while
 * nothing was given out after them, here or by the store, and they cost what they cost then.
 */
const mayReturn = (asked: Standing, now: Standing, sharers: number): boolean =>
  sharers === 1 && asked.asked === now.asked && asked.epoch === now.epoch && !now.isSpentAlone;

/** What the questions are about. */
interface Asked {
  readonly key: string;
  readonly paces: readonly Pace[];
  /** How long an answer is of use. */
  readonly timeoutMs: number;
}

/** What questions need from outside. */
interface QuestionDependencies {
  readonly store: Pick<RateBudgetStore, 'take' | 'refund'>;
  readonly now: () => Date;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly sharers: number;
}

/** The questions of one process about the budgets under a key. */
interface StoreQuestions {
  /** Whether a question may be put now. */
  mayPut(): boolean;
  /** Rejects when the store fails, or does not answer in time. */
  put(question: BudgetQuestion): Promise<BudgetAnswer>;
  /** Tells that this process has given itself a unit. */
  recordSpentAlone(): void;
  /** See `BudgetSource`. */
  keepLate(): void;
}

/** Where a process stands, as its questions change it. */
const createStanding = () => {
  let now = initialStanding;
  return {
    get: (): Standing => now,
    change: (changed: Partial<Standing>): void => {
      now = { ...now, ...changed };
    },
  };
};

/** Makes them. */
export const createStoreQuestions = (
  { key, paces, timeoutMs }: Asked,
  { store, now, pause, sharers }: QuestionDependencies,
): StoreQuestions => {
  const { get, change } = createStanding();
  const giveBack = (units: number, budgets: RefundedBudgets): void => {
    // Lost when the store is away: then less is spent than might be.
    const over = (): void => change({ isReturning: false });
    change({ isReturning: true });
    store.refund(key, budgets, units).then(over, over);
  };

  /** Follows an answer that was not in time. */
  const endLate = (taken: Promise<BudgetAnswer>, asked: Standing, limit: OrderedPace | undefined): void => {
    change({ lateUntil: now().getTime() + lateAnswerMs });
    const over = (): void => {
      if (asked.asked === get().asked) change({ lateUntil: 0 });
    };
    taken.then((answer) => {
      over();
      if (answer.kind === 'granted' && mayReturn(asked, get(), sharers))
        giveBack(answer.units, { paces, limit, factor: answer.factor });
    }, over);
  };

  return {
    mayPut: () => !get().isReturning && get().lateUntil <= now().getTime(),
    put: async ({ cost, want, ordered }) => {
      change({ asked: get().asked + 1 });
      const asked = get();
      const spentOutside = asked.isSpentByOthers ? sharers : Number(asked.isSpentAlone);
      const limit = ordered?.pace;
      const taken = store.take({ key, paces, limit, cost, want, aheadMs: maxAheadMs, sharers, spentOutside });
      try {
        const answer = await within(timeoutMs, taken, { now, pause });
        change({ isSpentAlone: false, isSpentByOthers: false });
        return answer;
      } catch (error) {
        endLate(taken, asked, limit);
        // Each of those who share the key may have spent one at this very moment.
        change({ isSpentByOthers: sharers > 1 });
        throw error;
      }
    },
    recordSpentAlone: () => change({ isSpentAlone: true }),
    keepLate: () => change({ epoch: get().epoch + 1 }),
  };
};

/** A timer that is so much later than it should be says that this process itself was busy. */
const busyMs = 50;

/** What a busy process has to read the answers that came meanwhile. */
const catchUpMs = 100;

/** Rejects when the work takes longer; its late outcome is of no interest. */
const within = async <Result>(
  ms: number,
  work: Promise<Result>,
  { now, pause }: Pick<QuestionDependencies, 'now' | 'pause'>,
): Promise<Result> => {
  const [late, over] = [new AbortController(), new AbortController()];
  const endsAt = now().getTime() + ms;
  const timeIsOver = async (): Promise<void> => {
    await pause(ms, over.signal);
    if (now().getTime() > endsAt + busyMs) await pause(catchUpMs, over.signal);
  };
  timeIsOver().then(
    () => late.abort(new Error(`no answer within ${ms} ms`)),
    () => undefined,
  );
  try {
    return await abortable(work, late.signal);
  } finally {
    over.abort();
  }
};
