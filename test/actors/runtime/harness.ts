import { onTestFinished, vi } from 'vitest';
import type {
  Behaviour,
  Context,
  Handle,
  ReplyTo,
  RuntimeObserver,
  Supervision,
} from '../../../actors/runtime/handle.ts';
import { type ActorSystemOptions, createActorSystem } from '../../../actors/runtime/system.ts';

/**
 * Everything that an observer was told, in order, each as its name and its arguments without
 * durations and errors.
 */
export type Report = readonly [name: keyof RuntimeObserver, ...details: string[]];

/** An observer that keeps what it is told. */
export const recordingObserver = (): { observer: RuntimeObserver; reports: Report[]; errors: unknown[] } => {
  const reports: Report[] = [];
  const errors: unknown[] = [];
  const withError = (name: 'restarted' | 'gaveUp' | 'stopFailed') => (family: string, path: string, error: unknown) => {
    reports.push([name, family, path]);
    errors.push(error);
  };
  return {
    reports,
    errors,
    observer: {
      handled: (family, outcome) => reports.push(['handled', family, outcome]),
      rejected: (family) => reports.push(['rejected', family]),
      restarted: withError('restarted'),
      gaveUp: withError('gaveUp'),
      stopFailed: withError('stopFailed'),
      deadLetter: (family, path, reason) => reports.push(['deadLetter', family, path, reason]),
      escalated: (path, error) => {
        reports.push(['escalated', path]);
        errors.push(error);
      },
    },
  };
};

/** A system that ends with the test, and what its observer was told. */
export const createHarness = (options: Partial<ActorSystemOptions> = {}) => {
  const { observer, reports, errors } = recordingObserver();
  const system = createActorSystem({ now: () => new Date(), random: () => 0, observer, ...options });
  onTestFinished(() => system.stop(1_000));
  return { system, reports, errors, of: (name: Report[0]) => reports.filter(([each]) => each === name) };
};

/** Does something with its own context: the protocol of most actors under test. */
export type Act = (context: Context<Act>, seen: readonly string[]) => string | undefined;

/** Restarts without delay. */
export const promptly: Supervision = {
  classify: (error) =>
    error instanceof PoisonError ? 'poison' : error instanceof TransientError ? 'transient' : 'fatal',
  directives: { transient: 'resume', poison: 'resume', fatal: 'restart' },
  maxRestarts: 3,
  windowMs: 60_000,
  backoff: { initialMs: 0, maxMs: 0 },
};

/** A fault of the class poison under `promptly`. */
export class PoisonError extends Error {}

/** A fault of the class transient under `promptly`. */
export class TransientError extends Error {}

/** An actor whose state is the list of what its messages returned. */
export const performer = (
  changes: Partial<Behaviour<Act, readonly string[]>> = {},
): Behaviour<Act, readonly string[]> => ({
  family: 'performer',
  mailboxCapacity: 100,
  start: () => [],
  receive: (seen, act, context) => {
    const word = act(context, seen);
    return word === undefined ? seen : [...seen, word];
  },
  supervision: promptly,
  ...changes,
});

/** A message that makes the actor remember a word. */
export const say =
  (word: string): Act =>
  () =>
    word;

/** A message that makes the turn throw. */
export const fail =
  (error: unknown): Act =>
  () => {
    throw error;
  };

/**
 * Asks an actor what it remembers; also a way to wait until everything sent before has been
 * handled.
 */
export const remembered = (handle: Handle<Act>): Promise<readonly string[]> =>
  handle.ask<readonly string[]>(
    (replyTo) => (_context, seen) => {
      replyTo.resolve(seen);
      return undefined;
    },
    { timeoutMs: 5_000 },
  );

/** Asks, and lets `keep` have the way to answer. */
export const askAndHold = (handle: Handle<Act>, keep: (replyTo: ReplyTo<string>) => void): Promise<string> =>
  handle.ask<string>(
    (replyTo) => () => {
      keep(replyTo);
      return undefined;
    },
    { timeoutMs: 5_000 },
  );

/**
 * Lets setTimeout be advanced by hand until the end of the block; setImmediate, which carries the
 * mailboxes, stays real.
 */
export const fakeTimers = (): Disposable => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  return { [Symbol.dispose]: () => void vi.useRealTimers() };
};

/** Lets the actors take so many turns, more than any test with timers under its control needs. */
export const turns = async (count = 20): Promise<void> => {
  for (let index = 0; index < count; index += 1) await new Promise(setImmediate);
};
