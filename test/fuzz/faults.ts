import type { FuzzTarget } from './target.ts';

/** What is wrong with how a decoder took an input. */
export type Fault =
  | { readonly kind: 'threw'; readonly text: string }
  /** It took so many milliseconds. */
  | { readonly kind: 'slow'; readonly ms: number };

const reasonOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const timed = async (run: FuzzTarget['run'], input: Uint8Array): Promise<Fault | number> => {
  const startedAtMs = performance.now();
  try {
    await run(input);
  } catch (error) {
    return { kind: 'threw', text: reasonOf(error) };
  }
  return performance.now() - startedAtMs;
};

/**
 * How often something that was slow is tried again: only what is slow each time is the decoder's
 * fault.
 */
const tries = 3;

/** Runs a decoder on an input; undefined when nothing is wrong. */
export const faultOf = async (
  run: FuzzTarget['run'],
  input: Uint8Array,
  slowMs: number,
): Promise<Fault | undefined> => {
  let quickestMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const outcome = await timed(run, input);
    if (typeof outcome !== 'number') return outcome;
    quickestMs = Math.min(quickestMs, outcome);
    if (quickestMs <= slowMs) return undefined;
  }
  return { kind: 'slow', ms: Math.round(quickestMs) };
};
