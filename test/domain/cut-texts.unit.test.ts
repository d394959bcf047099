import { describe, expect, it } from 'vitest';
import { parseTask } from '../../actors/estimate/reading/parse-task.ts';
import { sampleOf } from '../../domain/ingestion/row-tally.ts';

/** Two UTF-16 units each; with one letter before them every even place is in the middle of one. */
const faces = (count: number): string => `a${'😀'.repeat(count)}`;

const read = (text: string): string => JSON.stringify(parseTask({ kind: 'document', bytes: Buffer.from(text) }));

/** JSON writes what is half of a surrogate pair as an escape. */
const halves = /\\ud[89a-f]/iu;

describe('a text that is cut', () => {
  it.each([
    ['a long row', `MPN,Qty,Note\nRC0603FR-071KL,25,${faces(3_000)}\n`],
    ['a long cell of part numbers', `MPN,Qty\n${faces(1_500)},25\n`],
    ['a long quantity', `MPN,Qty\nRC0603FR-071KL,${faces(300)}\n`],
  ])('is whole characters: %s', (_, list) => {
    expect(read(list)).not.toMatch(halves);
    expect(read(`b${list}`)).not.toMatch(halves);
  });

  it('is whole characters: the sample of a row that was left out', () => {
    expect(sampleOf(faces(100)).isWellFormed()).toBe(true);
    expect(sampleOf(`b${faces(100)}`).isWellFormed()).toBe(true);
  });
});
