import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typingErrors } from '../../../domain/search/typing-errors.ts';

const texts = (typed: string): readonly string[] => typingErrors(typed).map(({ text }) => text);

const likelihoodOf = (typed: string, meant: string): number =>
  typingErrors(typed).find(({ text }) => text === meant)?.likelihood ?? 0;

const number = fc.stringMatching(/^[0-9A-Z]{5,20}$/).filter((text) => /\d/.test(text));

describe('typing errors', () => {
  it('holds every number from which one letter replaced, left out, added or swapped gives what was typed', () => {
    fc.assert(
      fc.property(
        number,
        fc.nat(),
        fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
        fc.nat(3),
        (meant, place, letter, kind) => {
          const at = place % meant.length;
          const [before, here, rest] = [meant.slice(0, at), meant.charAt(at), meant.slice(at + 1)];
          const typed =
            [before + letter + rest, before + rest, before + letter + here + rest][kind] ??
            before + rest.charAt(0) + here + rest.slice(1);
          fc.pre(typed !== meant && typed.length >= 5 && /\d/.test(typed));
          expect(texts(typed)).toContain(meant);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('holds no text twice and never the number itself', () => {
    fc.assert(
      fc.property(number, (typed) => {
        const all = texts(typed);
        expect(new Set(all).size).toBe(all.length);
        expect(all).not.toContain(typed);
      }),
    );
  });

  it('takes swapped and look-alike letters for likelier than any other', () => {
    expect(likelihoodOf('LM3588', 'LM358')).toBeGreaterThan(likelihoodOf('LM3587', 'LM358'));
    expect(likelihoodOf('1NA148', '1N4148')).toBeLessThan(likelihoodOf('1N4I48', '1N4148'));
    expect(likelihoodOf('1N1448', '1N4148')).toBe(1);
  });

  it('leaves words, short numbers and endless ones alone', () => {
    expect(typingErrors('RESISTOR')).toEqual([]);
    expect(typingErrors('A123')).toEqual([]);
    expect(typingErrors('1'.repeat(41))).toEqual([]);
  });
});
