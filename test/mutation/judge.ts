import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Question, Word } from './judge-process.ts';

/** What became of a change; `endless`: a file of tests did not end in its time. */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly test: string }
  | { readonly kind: 'endless'; readonly test: string };

/** Tries changes, one at a time. */
export interface Judge {
  try(question: Question): Promise<Verdict>;
  /** Ends its processes, also those that never would, and removes its copy of the checkout. */
  close(): void;
}

/** What one file of tests may take; a changed program may never end. */
export interface JudgeLimits {
  readonly unitMs: number;
  readonly otherMs: number;
  /** Until the process is ready, and between two files of tests. */
  readonly idleMs: number;
}

const usualLimits: JudgeLimits = { unitMs: 90_000, otherMs: 150_000, idleMs: 120_000 };

interface Running {
  readonly child: ChildProcess;
  readonly folder: string;
}

const end = ({ child, folder }: Running): void => {
  child.removeAllListeners();
  // The whole group: the process that loops for ever is a child of it.
  if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
};

const start = async (root: string): Promise<Running> => {
  const child = fork(join(import.meta.dirname, 'judge-process.ts'), [root], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit').then(() => []);
  const [word]: Word[] = await Promise.race([once(child, 'message'), gone]);
  if (word?.kind !== 'ready') throw new Error('the process that tries changes did not start');
  return { child, folder: word.folder };
};

/** Its process is started with the first question, and anew after one without an end. */
export const createJudge = (root: string, limits: JudgeLimits = usualLimits): Judge => {
  let running: Running | undefined;

  const ask = ({ child }: Running, question: Question): Promise<Verdict> =>
    new Promise((resolve, reject) => {
      let test = '';
      const endless = (): void => settle(() => resolve({ kind: 'endless', test }));
      let timer = setTimeout(endless, limits.idleMs);
      const settle = (how: () => void): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        how();
      };
      child.on('message', (word: Word) => {
        if (word.kind === 'passed' || word.kind === 'failed') return settle(() => resolve(word));
        if (word.kind === 'ready') return;
        test = word.test;
        clearTimeout(timer);
        timer = setTimeout(endless, test.endsWith('.unit.test.ts') ? limits.unitMs : limits.otherMs);
      });
      child.once('exit', (code) => settle(() => reject(new Error(`the process that tries changes ended: ${code}`))));
      child.send(question);
    });

  const close = (): void => {
    if (running !== undefined) end(running);
    running = undefined;
  };

  return {
    try: async (question) => {
      running ??= await start(root);
      const verdict = await ask(running, question);
      if (verdict.kind === 'endless') close();
      return verdict;
    },
    close,
  };
};
