import { describe, expect, it } from 'vitest';
import { askedLine } from '../../../../domain/estimate/resolve/asked-line.ts';
import { decideWords } from '../../../../domain/estimate/resolve/decide-words.ts';
import type { ProductCandidate } from '../../../../domain/estimate/resolve/ports.ts';
import { builtInProfiles } from '../../../../domain/identity/built-in-profiles.ts';
import { heuristic } from '../../../../domain/matching/heuristic.ts';
import { lineOf, productOf } from '../../../support/line-samples.ts';

const decide = (description: string, ...candidates: readonly ProductCandidate[]): string => {
  const policy = { strategies: [heuristic], profiles: builtInProfiles };
  const decision = decideWords(askedLine(lineOf({ description })), candidates, policy);
  if (decision.kind === 'none') return 'none';
  if (decision.kind === 'found')
    return `${decision.confidence} ${decision.product.manufacturer} ${decision.product.mpn}`;
  const [first] = decision.candidates;
  return `${decision.reason} ${decision.candidates.length} at ${first?.score} by ${first?.rule}`;
};

const opamp = productOf('Texas Instruments', 'LM358DR', 'IC OPAMP GP 2 CIRCUIT 8SOIC', { package: '8-SOIC' });
const other = productOf('onsemi', 'LM358DR', 'IC OPAMP GP 2 CIRCUIT 8DIP', { package: '8-DIP' });
const timer = productOf('Texas Instruments', 'NE555P', 'IC OSC SINGLE TIMER 100KHZ 8-DIP', { package: '8-DIP' });

describe('the words of a line mean', () => {
  it.each<[what: string, told: string, text: string, candidates: readonly ProductCandidate[]]>([
    ['nothing where no number is known', 'none', 'LM358DR opamp', []],
    [
      'the one product, probably',
      'probable Texas Instruments LM358DR',
      'LM358DR Texas Instruments IC OPAMP GP 2 CIRCUIT 8-SOIC',
      [opamp],
    ],
    [
      'the one of two numbers that scores',
      'probable Texas Instruments LM358DR',
      'LM358DR Texas Instruments IC OPAMP GP 2 CIRCUIT 8-SOIC',
      [opamp, timer],
    ],
    ['neither of two makers', 'ambiguous 2 at 0.5 by mpn_only', 'LM358DR opamp', [opamp, other]],
    ['no product in another package', 'ambiguous 1 at 0.5 by number_in_words', 'LM358DR opamp 8-DIP', [opamp]],
  ])('%s', (_, told, text, candidates) => {
    expect(decide(text, ...candidates)).toBe(told);
  });
});
