import type { Report } from './harness.ts';

/** One incarnation of an actor of the model. */
export interface Life {
  readonly path: string;
  isOver: boolean;
  isInTurn: boolean;
  /** The ids that its state remembers. */
  readonly log: number[];
  /** Ids of timers and effects whose message has not come. */
  readonly pending: Set<number>;
}

/** What became of the messages to one path, whichever actor stood there. */
interface Account {
  readonly accepted: number[];
  readonly executed: number[];
  /** Asks, which are not counted as accepted but may become dead letters. */
  looks: number;
}

/** What the census of the system says. */
export interface Count {
  readonly actors: number;
  readonly waiting: number;
}

/** Mailbox capacity of every actor of the model. */
export const capacity = 6;

/** Keeps account of lives and messages, and notes what breaks a rule in `violations`. */
export const createLedger = (reports: readonly Report[]) => {
  const violations: string[] = [];
  const accounts = new Map<string, Account>();
  const lives = new Map<string, Life>();

  const demand = (holds: boolean, rule: string): void => {
    if (!holds) violations.push(rule);
  };
  const accountOf = (path: string): Account => {
    const account = accounts.get(path) ?? { accepted: [], executed: [], looks: 0 };
    accounts.set(path, account);
    return account;
  };
  const hasLivesBelow = (path: string) => lives.keys().some((each) => each.startsWith(`${path}/`));
  const deadLetters = (path: string): number =>
    reports.filter(([name, , at, reason]) => name === 'deadLetter' && at === path && reason === 'stopped').length;

  const checkAccount = (path: string, { accepted, executed, looks }: Account, isQuiet: boolean): void => {
    const known = new Set(accepted);
    const isOrdered = executed.every((id, index) => known.has(id) && id > (executed[index - 1] ?? 0));
    demand(isOrdered, `${path} executed out of order, twice or what it did not accept: ${executed}`);
    if (!isQuiet) return;
    const unhandled = accepted.length - executed.length;
    const dead = deadLetters(path);
    demand(dead >= unhandled && dead <= unhandled + looks, `${path} left out ${unhandled} and reported ${dead}`);
  };

  return {
    violations,
    demand,
    accountOf,
    lives: () => [...lives.values()],
    /** A start: neither the predecessor nor its children may live any more. */
    begin: (path: string): Life => {
      demand(!lives.has(path), `${path} starts while its predecessor lives`);
      demand(!hasLivesBelow(path), `${path} starts while children of its predecessor live`);
      const life: Life = { path, isOver: false, isInTurn: false, log: [], pending: new Set() };
      lives.set(path, life);
      return life;
    },
    enter: (life: Life): void => {
      demand(!life.isOver, `${life.path} handles a message after its end`);
      demand(!life.isInTurn, `${life.path} is entered twice`);
      life.isInTurn = true;
    },
    leave: (life: Life): void => {
      life.isInTurn = false;
    },
    /** The beginning of `onStop`: the children must have ended. */
    beginEnd: (life: Life): void => demand(!hasLivesBelow(life.path), `${life.path} ends before its children`),
    finish: (life: Life): void => {
      demand(!life.isOver, `${life.path} ends twice`);
      life.isOver = true;
      lives.delete(life.path);
    },
    /**
     * Rules that hold at every moment, and the conservation of messages, which holds when nothing
     * waits.
     */
    check: ({ actors, waiting }: Count, isQuiet: boolean): void => {
      const own = lives.values().reduce((sum, { pending }) => sum + pending.size, 0);
      demand(waiting <= actors * capacity + own, `${waiting} messages wait for ${actors} actors`);
      for (const [path, account] of accounts) checkAccount(path, account, isQuiet);
    },
  };
};
