import { describe, expect, it } from 'vitest';
import { knownCases } from './corpus.ts';
import { fuzz } from './fuzz.ts';
import { isTargetName, targets } from './targets.ts';

/** Far above what any of them takes, on a machine that does other things too. */
const slowMs = 5_000;

const cases = Object.groupBy(knownCases, ({ target }) => target);

describe.each(Object.keys(targets).filter(isTargetName))('%s', (target) => {
  it('takes what once stopped it, and fifty inputs that are made, without a fault', async () => {
    const inputsBase64 = (cases[target] ?? []).map(({ input }) => Buffer.from(input).toString('base64'));
    const work = { kind: 'replay', inputsBase64, sample: { seed: 1, inputs: 50 } } as const;
    const outcome = await fuzz({ target, work, slowMs });
    expect(outcome).toEqual({ kind: 'clean', tried: inputsBase64.length + 50 });
  });
});
