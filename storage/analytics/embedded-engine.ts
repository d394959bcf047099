import { withDeadline } from '../../concurrency/deadline.ts';
import { isFailure } from '../../domain/errors.ts';
import { type EngineChild, startEngineChild } from './embedded/engine-child.ts';
import type { EngineWork } from './embedded/messages.ts';
import { type AnalyticsEngine, insertTimeoutMs, queryTimeoutMs } from './engine.ts';
import { engineAway } from './engine-failures.ts';

/** ClickHouse in a process of our own. */
export interface EmbeddedEngine extends AnalyticsEngine {
  /** The process that holds it at present; undefined while there is none. */
  pid(): number | undefined;
}

/** Where the data is. */
export interface EmbeddedEngineOptions {
  readonly folder: string;
  /** Left out: those that a server is given, and a second. */
  readonly limits?: EngineLimits;
}

/** How long the engine's process may take to answer, in milliseconds. */
export interface EngineLimits {
  readonly insertMs: number;
  readonly queryMs: number;
}

/** After a start that failed, the next is tried no sooner; until then everything is refused. */
const startAgainMs = 1_000;
const stopWithinMs = 10_000;
/** A little beyond what the engine gives itself. */
const usualLimits: EngineLimits = { insertMs: insertTimeoutMs + 1_000, queryMs: queryTimeoutMs + 1_000 };

/**
 * The process on a folder: started when it is asked for, and again when it is asked for after its
 * death.
 */
const createEngineHolder = (folder: string) => {
  let starting: Promise<EngineChild> | undefined;
  let living: EngineChild | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;

  const start = async (): Promise<EngineChild> => {
    const child = await startEngineChild(folder).catch((error: unknown) => {
      failedAt = performance.now();
      throw error;
    });
    living = child;
    return child;
  };

  const child = (): Promise<EngineChild> => {
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

  return {
    child,
    /** The process that has been started and not ended. */
    living: () => living,
    stop: async (): Promise<void> => {
      const last = await starting?.catch(() => undefined);
      await last?.stop(stopWithinMs);
    },
  };
};

/**
 * The embedded ClickHouse, which needs no server. Its process is started by the first use, and
 * again by the first use after its death; what was under way then fails with `unavailable`, and may
 * be stored all the same. One process at a time can hold a folder.
 */
export const createEmbeddedEngine = ({ folder, limits = usualLimits }: EmbeddedEngineOptions): EmbeddedEngine => {
  const holder = createEngineHolder(folder);
  let isClosed = false;

  const perform = (work: EngineWork, ms: number, owner?: AbortSignal): Promise<string> =>
    withDeadline({ what: 'clickhouse', ms, owner }, async () => {
      if (isClosed) throw engineAway('the engine is closed');
      return (await holder.child()).perform(work);
    });

  /** Ends a process that overruns: it hangs, and the next use starts another. */
  const write = async (work: EngineWork): Promise<void> => {
    const at = holder.living();
    try {
      await perform(work, limits.insertMs);
    } catch (error) {
      if (at !== undefined && at === holder.living() && isFailure(error, 'unavailable')) void at.stop(0);
      throw error;
    }
  };

  return {
    pid: () => holder.living()?.pid,
    run: async (statement) => {
      await write({ kind: 'run', statement });
    },
    insert: async (table, lines) => {
      await write({ kind: 'insert', table, lines });
    },
    read: async (statement, parameters, options) => {
      const rows = await perform({ kind: 'read', statement, parameters }, limits.queryMs, options?.signal);
      return rows === '' ? [] : JSON.parse(`[${rows.trimEnd().replaceAll('\n', ',')}]`);
    },
    close: async () => {
      isClosed = true;
      await holder.stop();
    },
  };
};
