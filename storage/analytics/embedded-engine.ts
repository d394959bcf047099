import { type EngineChild, startEngineChild } from './embedded/engine-child.ts';
import type { EngineWork } from './embedded/messages.ts';
import { type AnalyticsEngine, queryTimeoutMs } from './engine.ts';
import { engineAway } from './engine-failures.ts';

/** Whether the embedded engine is installed: it is an optional dependency of half a gigabyte. */
export const isEmbeddedEngineInstalled = (): boolean => {
  try {
    import.meta.resolve('chdb');
    return true;
  } catch {
    return false;
  }
};

/** ClickHouse in a process of our own. */
export interface EmbeddedEngine extends AnalyticsEngine {
  /** The process that holds it at present; undefined while there is none. */
  pid(): number | undefined;
}

/** After a start that failed, the next is tried no sooner; until then everything is refused. */
const startAgainMs = 1_000;
const stopWithinMs = 10_000;

/**
 * The embedded ClickHouse, which needs no server. Its process is started by the first use, and again by the first use after its
 * death; what was under way then fails with `unavailable`, and may be stored all the same. One process at a time can hold a folder.
 */
export const createEmbeddedEngine = ({ folder }: { readonly folder: string }): EmbeddedEngine => {
  let starting: Promise<EngineChild> | undefined;
  let living: EngineChild | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  const start = async (): Promise<EngineChild> => {
    const child = await startEngineChild(folder).catch((error: unknown) => {
      failedAt = performance.now();
      throw error;
    });
    living = child;
    return child;
  };

  const child = (): Promise<EngineChild> => {
    if (isClosed) return Promise.reject(engineAway('the engine is closed'));
    if (starting !== undefined) return starting;
    if (performance.now() - failedAt < startAgainMs)
      return Promise.reject(engineAway('the engine could not be started'));
    const started = start();
    starting = started;
    const forget = (): void => {
      living = undefined;
      if (starting === started) starting = undefined;
    };
    void started.then(({ ended }) => ended).then(forget, forget);
    return started;
  };

  const perform = async (work: EngineWork): Promise<string> => (await child()).perform(work);

  return {
    pid: () => living?.pid,
    run: async (statement) => {
      await perform({ kind: 'run', statement });
    },
    insert: async (table, lines) => {
      await perform({ kind: 'insert', table, lines });
    },
    read: async (statement, parameters, options) => {
      const rows = await inTime(perform({ kind: 'read', statement, parameters }), options?.signal);
      return rows === '' ? [] : JSON.parse(`[${rows.trimEnd().replaceAll('\n', ',')}]`);
    },
    close: async () => {
      isClosed = true;
      const last = await starting?.catch(() => undefined);
      await last?.stop(stopWithinMs);
    },
  };
};

/** What comes first: the answer, the end of the caller's patience, or a time beyond that which the engine gives itself. */
const inTime = <Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal?.reason);
    const timer = setTimeout(() => reject(engineAway('no answer in time')), queryTimeoutMs + 1_000);
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(end);
  });
