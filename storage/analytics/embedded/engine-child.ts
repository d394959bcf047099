import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';
import { after } from '../../../concurrency/delay.ts';
import { Failure } from '../../../domain/errors.ts';
import { engineAway, engineFailure } from '../engine-failures.ts';
import type { EngineReply, EngineRequest, EngineWork } from './messages.ts';

/** A process that holds the embedded engine, from its start to its end. */
export interface EngineChild {
  readonly pid: number | undefined;
  /**
   * Resolves with rows as lines of JSON. Rejects when the engine cannot do it, and with
   * `unavailable` when the process ends.
   */
  perform(work: EngineWork): Promise<string>;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends it: in good order, or by force after the deadline. */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * Pieces of work that were sent and not answered, those included that nobody waits for any more.
 */
const mayWait = 1_000;

const program = join(import.meta.dirname, `engine-process${extname(import.meta.filename)}`);

const startChild = (folder: string): ChildProcess =>
  fork(program, [folder], {
    // Nothing of the service's environment concerns it, least of all secrets.
    env: { TZ: 'UTC' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // In a group of its own, so that Ctrl-C in a terminal reaches the service alone, which then
    // ends it in good order.
    detached: true,
  });

const send = (child: ChildProcess, request: EngineRequest): void => {
  // A process that is gone shows as its end; what waits is rejected there.
  if (child.connected) child.send(request, () => undefined);
};

/** What a process was sent and has not answered. */
const createSentWork = (child: ChildProcess) => {
  const waiting = new Map<number, PromiseWithResolvers<string>>();
  let lastId = 0;
  return {
    perform: (work: EngineWork): Promise<string> => {
      if (!child.connected) return Promise.reject(engineAway("the engine's process has ended"));
      if (waiting.size >= mayWait) return Promise.reject(engineAway('too much waits for the engine'));
      lastId += 1;
      const answer = Promise.withResolvers<string>();
      waiting.set(lastId, answer);
      send(child, { kind: 'work', id: lastId, work });
      return answer.promise;
    },
    settle: (id: number, how: (work: PromiseWithResolvers<string>) => void): void => {
      const work = waiting.get(id);
      waiting.delete(id);
      if (work !== undefined) how(work);
    },
    rejectAll: (failure: Failure): void => {
      for (const each of waiting.values()) each.reject(failure);
      waiting.clear();
    },
  };
};

/**
 * Starts one on a folder; resolves when it is ready for work. Throws `unavailable` when it cannot
 * be.
 */
export const startEngineChild = async (folder: string): Promise<EngineChild> => {
  const child = startChild(folder);
  const sent = createSentWork(child);
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();

  const onEnd = (why: string): void => {
    const failure = engineAway(why);
    ready.reject(failure);
    sent.rejectAll(failure);
    ended.resolve();
  };

  child.on('message', (reply: EngineReply) => {
    switch (reply.kind) {
      case 'ready':
        return ready.resolve();
      case 'unable':
        return ready.reject(engineAway(reply.reason));
      case 'done':
        return sent.settle(reply.id, (work) => work.resolve(reply.rows));
      case 'failed':
        return sent.settle(reply.id, (work) => work.reject(engineFailure(reply.code, reply.text)));
    }
  });
  child.once('exit', (code, signal) => onEnd(`the engine's process ended (${signal ?? code})`));
  child.once('error', (error) => onEnd(`the engine's process cannot be started: ${error.message}`));

  const stop = async (deadlineMs: number): Promise<void> => {
    send(child, { kind: 'close' });
    const cancelTimer = after(deadlineMs, () => child.kill('SIGKILL'));
    await ended.promise;
    cancelTimer();
  };

  try {
    await ready.promise;
  } catch (error) {
    await stop(0);
    throw error instanceof Failure ? error : engineAway('the engine cannot be started', error);
  }
  return { pid: child.pid, perform: sent.perform, ended: ended.promise, stop };
};
