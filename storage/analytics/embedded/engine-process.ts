import { mkdirSync } from 'node:fs';
import { sleep } from '../../../concurrency/delay.ts';
import { querySettings } from '../engine.ts';
import { type EngineSession, loadEngine } from './engine-library.ts';
import type { EngineReply, EngineRequest, EngineWork } from './messages.ts';

/**
 * The process that holds the embedded ClickHouse, so that neither its memory nor its crashes are
 * those of the service. Started with the data folder as its argument by `embedded-engine.ts`, and
 * speaks with it over the channel of a forked process.
 *
 * When the service dies, however that came about, the channel ends, and this process with it: at
 * once, since whatever is under way was not acknowledged and the folder bears a kill at any
 * instant. A process before this one that still holds the folder is waited for.
 */

const folderFreeWithinMs = 10_000;
const lookAgainMs = 100;

const engineArguments = [
  ...Object.entries(querySettings).map(([name, value]) => `--${name}=${value}`),
  '--max_memory_usage=2000000000',
  '--max_threads=2',
  // What the engine writes about itself would soon outweigh what is asked of it.
  '--log_queries=0',
];

const say = (reply: EngineReply): void => {
  process.send?.(reply);
};

const open = async (folder: string): Promise<EngineSession> => {
  const { Session } = await loadEngine();
  const deadline = performance.now() + folderFreeWithinMs;
  for (;;) {
    try {
      return new Session(folder, { connectionArgs: engineArguments });
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(lookAgainMs, new AbortController().signal);
    }
  }
};

/** Does one piece of work; returns rows as lines of JSON. */
const perform = async (session: EngineSession, work: EngineWork): Promise<string> => {
  switch (work.kind) {
    case 'run':
      await session.queryAsync(work.statement);
      return '';
    case 'insert':
      await session.insert({ table: work.table, values: work.lines, format: 'JSONEachRow' });
      return '';
    case 'read': {
      const answer = await session.queryBindAsync(work.statement, work.parameters, { format: 'JSONEachRow' });
      return answer.text();
    }
  }
};

/** The code that the engine's text begins with; 0 when it has none. */
const codeOf = (text: string): number => Number(/^Code: (\d+)/.exec(text)?.[1] ?? 0);

const answer = async (session: EngineSession, id: number, work: EngineWork): Promise<void> => {
  try {
    say({ kind: 'done', id, rows: await perform(session, work) });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    say({ kind: 'failed', id, code: codeOf(text), text });
  }
};

const serve = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const session = await open(folder);
  process.on('message', (request: EngineRequest) => {
    if (request.kind === 'work') {
      void answer(session, request.id, request.work);
      return;
    }
    session.close();
    process.exit(0);
  });
  say({ kind: 'ready' });
};

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

try {
  await serve(process.argv[2] ?? '');
} catch (error) {
  say({ kind: 'unable', reason: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
  process.disconnect?.();
}
