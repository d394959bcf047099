import { ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import fc from 'fast-check';
import { type Fault, faultOf } from './faults.ts';
import type { FuzzNews, FuzzOrder, FuzzWork } from './messages.ts';
import { shrink } from './shrink.ts';
import type { FuzzTarget } from './target.ts';
import { targets } from './targets.ts';

/**
 * Tries inputs on one decoder until there are no more or a fault is found, which is then made
 * smaller. A process of its own: a decoder may hang, and what runs out of memory ends its process.
 */

const inputsAtOnce = 50;
const maxShrinkTries = 500;

const tell = (news: FuzzNews): Promise<void> =>
  new Promise((resolve) => process.send?.(news, undefined, undefined, () => resolve()));

/** Batches of inputs, with news before each that this process is alive. */
function* batchesOf(work: FuzzWork, inputs: FuzzTarget['inputs']): Generator<readonly Uint8Array[]> {
  if (work.kind === 'replay') {
    for (const input of work.inputsBase64) yield [Buffer.from(input, 'base64')];
    if (work.sample !== undefined) yield* batchesOf({ kind: 'sample', ...work.sample }, inputs);
    return;
  }
  const endsAtMs = performance.now() + (work.kind === 'generate' ? work.seconds * 1_000 : Number.POSITIVE_INFINITY);
  const maxBatches = work.kind === 'sample' ? Math.ceil(work.inputs / inputsAtOnce) : Number.POSITIVE_INFINITY;
  for (let batch = 0; batch < maxBatches && performance.now() < endsAtMs; batch += 1) {
    yield fc.sample(inputs, { seed: work.seed + batch, numRuns: inputsAtOnce });
  }
}

/** Says what input is under way before it is tried. */
const noteIn = (path: string) => {
  const file = openSync(path, 'w');
  return (input: Uint8Array): void => {
    ftruncateSync(file);
    writeSync(file, input, 0, input.length, 0);
  };
};

const run = async ({ target: name, work, inputFile, slowMs }: FuzzOrder): Promise<FuzzNews> => {
  const target = await targets[name]();
  // What the target has started must not outlive this process when it is ended early.
  process.on('SIGTERM', () => void Promise.resolve(target.close?.()).finally(() => process.exit(1)));
  const note = noteIn(inputFile);
  const faultIn = (input: Uint8Array): Promise<Fault | undefined> => {
    note(input);
    return faultOf(target.run, input, slowMs);
  };
  let tried = 0;
  try {
    for (const batch of batchesOf(work, target.inputs)) {
      await tell({ kind: 'progress', tried });
      for (const input of batch) {
        tried += 1;
        const fault = await faultIn(input);
        if (fault === undefined) continue;
        const isAlike = async (candidate: Uint8Array) => (await faultIn(candidate))?.kind === fault.kind;
        const smallest = work.kind === 'replay' ? input : await shrink(input, isAlike, maxShrinkTries);
        const inputBase64 = Buffer.from(smallest).toString('base64');
        return { kind: 'fault', fault: (await faultIn(smallest)) ?? fault, tried, inputBase64 };
      }
    }
    return { kind: 'done', tried };
  } finally {
    await target.close?.();
  }
};

const orderFile = process.argv[2] ?? '';
await tell(await run(JSON.parse(readFileSync(orderFile, 'utf8')) as FuzzOrder));
process.disconnect();
