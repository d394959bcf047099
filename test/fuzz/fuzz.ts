import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from '../../concurrency/delay.ts';
import { startOptions } from '../support/start-options.ts';
import type { FuzzNews, FuzzOrder, FuzzWork } from './messages.ts';
import type { TargetName } from './targets.ts';

/** What came of trying inputs on a decoder. */
export type FuzzOutcome =
  | { readonly kind: 'clean'; readonly tried: number }
  | { readonly kind: 'fault'; readonly what: string; readonly tried: number; readonly input: Uint8Array };

/** What is tried, and what counts as a fault. */
export interface FuzzOptions {
  readonly target: TargetName;
  readonly work: FuzzWork;
  /** An input that takes longer, each time, is a fault; in milliseconds. */
  readonly slowMs?: number;
  /** Longest silence of the process that runs the decoder, in milliseconds; then it hangs. */
  readonly hangMs?: number;
}

const processFile = new URL('./run-target-process.ts', import.meta.url);

/** How long a process may take to load its decoder and try the first inputs, on a busy machine. */
const beginsWithinMs = 100_000;

/** How long a process that is ended may take to end what its target has started. */
const closesWithinMs = 15_000;

type Ended = Exclude<FuzzNews, { kind: 'progress' }> | string;

/** Starts the process; resolves with its last news, or what it died of, when it has ended. */
const runProcess = async (orderFile: string, hangMs: number): Promise<Ended> => {
  const child = fork(processFile, [orderFile], { execArgv: [...startOptions] });
  const exited = once(child, 'exit');
  let tried = 0;
  let ended: Ended | undefined;
  let cancel = (): void => undefined;
  const end = (outcome: Ended): void => {
    cancel();
    ended ??= outcome;
    child.kill('SIGTERM');
    cancel = after(closesWithinMs, () => child.kill('SIGKILL'));
  };
  const waitForNews = (ms: number): void => {
    cancel();
    cancel = after(ms, () => end(`hung for ${ms} ms after ${tried} inputs`));
  };
  waitForNews(Math.max(hangMs, beginsWithinMs));
  child.on('message', (news: FuzzNews) => {
    ({ tried } = news);
    if (news.kind === 'progress') waitForNews(hangMs);
    else end(news);
  });
  const [code, signal] = await exited;
  cancel();
  return ended ?? `the process ended with ${signal ?? `status ${code}`} after ${tried} inputs`;
};

/**
 * Tries inputs on a decoder in a process of its own, until there are no more or a fault is found.
 */
export const fuzz = async ({ target, work, slowMs = 1_000, hangMs = 20_000 }: FuzzOptions): Promise<FuzzOutcome> => {
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-fuzz-'));
  try {
    const inputFile = join(folder, 'input');
    const orderFile = join(folder, 'order.json');
    const order: FuzzOrder = { target, work, inputFile, slowMs };
    await writeFile(orderFile, JSON.stringify(order));
    const outcome = await runProcess(orderFile, hangMs);
    if (typeof outcome === 'string') {
      return { kind: 'fault', what: outcome, tried: 0, input: await readFile(inputFile) };
    }
    const { tried } = outcome;
    if (outcome.kind === 'done') return { kind: 'clean', tried };
    const { fault } = outcome;
    const what = fault.kind === 'threw' ? fault.text : `took ${fault.ms} ms`;
    return { kind: 'fault', what, tried, input: Buffer.from(outcome.inputBase64, 'base64') };
  } finally {
    await rm(folder, { recursive: true });
  }
};
