/**
 * Makes the steps of estimates in a process of its own, many at once, so that neither the processor
 * time nor the memory that they take is that of the service, which does nothing for an estimate but
 * store it. The process is started when it is needed first. One that dies fails the steps that it
 * had in hand as something that passes by itself, and the next step starts another; a cancelled
 * step fails at once, whether the process still works on it or not.
 */

import type { ChildProcess } from 'node:child_process';
import { after } from '../../../concurrency/delay.ts';
import { unavailable } from '../../../domain/errors.ts';
import { currentContext } from '../../../telemetry/context.ts';
import type { PublishBetter } from '../choose-basket.ts';
import type { EstimateSteps } from '../steps.ts';
import { errorOf, faultOf } from './fault.ts';
import type { StepCommand, StepEnd, StepEvent, StepRequest } from './messages.ts';

/** The steps, and how to end their process. */
export interface ChildProcessSteps extends EstimateSteps {
  /**
   * Ends the process after it has released its resources, by force where that takes too long. No
   * step may be running.
   */
  readonly close: () => Promise<void>;
}

/** Where the process comes from. */
export interface StepsProcess {
  /**
   * Starts the program, which takes `StepCommand` and tells `StepEvent` and what it has to say
   * aside.
   */
  readonly start: () => ChildProcess;
  /** Called with messages that are not step events, which are not checked. */
  readonly onSideChannel: (aside: unknown) => void;
  /** Called with the reason when a process has died unexpectedly. */
  readonly onDeath: (why: string) => void;
}

/** A step that has been asked for. */
interface Waiting {
  readonly end: (end: StepEnd) => void;
  readonly fail: (error: unknown) => void;
  readonly publish: PublishBetter | undefined;
}

/** Pause before a step is made again whose process has died. */
const retryAfterMs = 500;

const closesWithinMs = 6_000;

const isStepEvent = (said: unknown): said is StepEvent =>
  typeof said === 'object' &&
  said !== null &&
  'kind' in said &&
  (said.kind === 'better' || said.kind === 'ended') &&
  'step' in said &&
  typeof said.step === 'number';

/** A process while it lives, with the steps that it has in hand. */
const startSession = ({ start, onSideChannel, onDeath }: StepsProcess, onEnd: () => void) => {
  const child = start();
  const waiting = new Map<number, Waiting>();
  const ended = Promise.withResolvers<void>();
  let lastStep = 0;
  let isClosing = false;
  const tell = (order: StepCommand): void => {
    // A process that is gone shows as its end; what waits fails there.
    if (child.connected) child.send(order, () => undefined);
  };

  const publish = async (step: number, { outcome }: Extract<StepEvent, { kind: 'better' }>): Promise<void> => {
    try {
      await waiting.get(step)?.publish?.(outcome);
      tell({ kind: 'published', step });
    } catch (error) {
      tell({ kind: 'published', step, fault: faultOf(error) });
    }
  };

  const lose = (why: string): void => {
    onEnd();
    if (!isClosing) onDeath(why);
    for (const { fail } of waiting.values()) fail(unavailable(`the process of estimates ${why}`, retryAfterMs));
    ended.resolve();
  };

  child.on('message', (said: unknown) => {
    if (!isStepEvent(said)) onSideChannel(said);
    else if (said.kind === 'better') void publish(said.step, said);
    else waiting.get(said.step)?.end(said.end);
  });
  child.once('exit', (code, signal) => lose(`has ended (${signal ?? code})`));
  child.once('error', (error) => lose(`cannot be started: ${error.message}`));

  return {
    ask: async (asked: StepRequest, signal: AbortSignal, onBetter?: PublishBetter): Promise<StepEnd> => {
      signal.throwIfAborted();
      lastStep += 1;
      const step = lastStep;
      const { promise, resolve, reject } = Promise.withResolvers<StepEnd>();
      const onAbort = (): void => {
        tell({ kind: 'abort', step });
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.set(step, { end: resolve, fail: reject, publish: onBetter });
      tell({ kind: 'ask', step, asked, context: currentContext() });
      try {
        return await promise;
      } finally {
        waiting.delete(step);
        signal.removeEventListener('abort', onAbort);
      }
    },
    close: async (): Promise<void> => {
      isClosing = true;
      tell({ kind: 'close' });
      const cancelKill = after(closesWithinMs, () => child.kill('SIGKILL'));
      await ended.promise;
      cancelKill();
    },
  };
};

/** Makes the steps in a process. */
export const childProcessSteps = (program: StepsProcess): ChildProcessSteps => {
  let session: ReturnType<typeof startSession> | undefined;
  const present = () => {
    if (session !== undefined) return session;
    const started = startSession(program, () => {
      if (session === started) session = undefined;
    });
    session = started;
    return started;
  };

  return {
    parse: async (estimate, signal) => {
      const end = await present().ask({ kind: 'parse', estimate }, signal);
      if (end.kind === 'failed') throw errorOf(end.fault);
      if (end.kind !== 'parsed') throw new TypeError(`a source was ${end.kind}`);
      return end.source;
    },
    resolve: async (estimate, lines, signal) => {
      const end = await present().ask({ kind: 'resolve', estimate, lines }, signal);
      if (end.kind === 'failed') throw errorOf(end.fault);
      if (end.kind !== 'resolved') throw new TypeError(`lines were ${end.kind}`);
      return end.resolutions;
    },
    findAlternates: async (estimate, draft, signal) => {
      const end = await present().ask({ kind: 'find_alternates', estimate, draft }, signal);
      if (end.kind === 'failed') throw errorOf(end.fault);
      if (end.kind !== 'alternates_found') throw new TypeError(`alternates were ${end.kind}`);
      return end.draft;
    },
    choose: async ({ estimate, draft, publish }, signal) => {
      const asked: StepRequest = { kind: 'choose', estimate, draft, isShown: publish !== undefined };
      const end = await present().ask(asked, signal, publish);
      if (end.kind === 'failed') throw errorOf(end.fault);
      if (end.kind !== 'chosen') throw new TypeError(`a basket was ${end.kind}`);
      return end.outcome;
    },
    close: async () => session?.close(),
  };
};
