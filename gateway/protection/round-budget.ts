import { initialRounds, isRush, nextRounds } from '../../domain/protection/rounds.ts';

/**
 * Watches how much of a round of the event loop requests take, by the processor time of the
 * process: on a machine that is busy with other things a round is long whatever is refused in it.
 */
export interface RoundBudget {
  /** Whether refusing is what the process does for want of its own time. */
  readonly isRush: boolean;
  /** Whether the request that comes now comes too late, or is one of the share to refuse. */
  isTooMuch(): boolean;
  /** A request is taken. */
  take(): void;
  /** A round begins; what is used before, by other work than requests, does not count. */
  begin(): void;
  /** A round is over: how many came in it, and the processor time that they took. */
  end(): { readonly came: number; readonly forRequestsMs: number };
}

/** So many that come in one round are no crowd, however long they take. */
export const few = 64;

/** How many come between two looks at the clock, which is a call of the system. */
const lookEvery = 64;

/** So many take no longer than that; more is a pause, of the collector's or of other work. */
const longestOfLookMs = 20;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

class ProcessorBudget implements RoundBudget {
  private rounds = initialRounds;
  private debt = 0;
  private came = 0;
  private taken = 0;
  private endedAtMs = processorMs();
  private lookedAtMs = this.endedAtMs;
  private forRequestsMs = 0;
  private isUsedUp = false;

  get isRush(): boolean {
    return this.isUsedUp || isRush(this.rounds);
  }

  isTooMuch(): boolean {
    this.came += 1;
    if (this.came % lookEvery === 0) this.look();
    this.debt += 1 - this.rounds.taken;
    if (!this.isUsedUp && this.debt < 1) return false;
    this.debt = Math.max(0, this.debt - 1);
    return true;
  }

  take(): void {
    this.taken += 1;
  }

  begin(): void {
    this.lookedAtMs = processorMs();
    this.forRequestsMs = 0;
    this.isUsedUp = false;
    this.came = 0;
    this.taken = 0;
  }

  end(): { readonly came: number; readonly forRequestsMs: number } {
    const { came, taken, forRequestsMs, isUsedUp: isCutShort } = this;
    const nowMs = processorMs();
    const usedMs = nowMs - this.endedAtMs;
    this.endedAtMs = nowMs;
    this.rounds = nextRounds(this.rounds, { came, taken, isCutShort, forRequestsMs, usedMs });
    return { came, forRequestsMs };
  }

  private look(): void {
    const nowMs = processorMs();
    this.forRequestsMs += Math.min(nowMs - this.lookedAtMs, longestOfLookMs);
    this.lookedAtMs = nowMs;
    this.isUsedUp = this.came > few && this.forRequestsMs > this.rounds.budgetMs;
  }
}

/** Starts with a process that has time. */
export const createRoundBudget = (): RoundBudget => new ProcessorBudget();
