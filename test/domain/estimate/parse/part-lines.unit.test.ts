import { describe, expect, it } from 'vitest';
import { type ListLine, partLines } from '../../../../domain/estimate/parse/list-lines.ts';

/** A line by its text: `#` states a quantity, `@` designates, `=` names a part, `!` is a note. */
const lineOf = (marked: string, row: number): ListLine => {
  const [, marks = '', text = ''] = /^([#@=!]*) ?(.*)$/u.exec(marked) ?? [];
  return {
    row,
    text,
    statesQuantity: marks.includes('#'),
    isDesignated: marks.includes('@'),
    namesPart: marks.includes('='),
    isNote: marks.includes('!'),
  };
};

/** The texts of the lines that are parts; `|` is a blank line. */
const partsOf = (...marked: readonly string[]): readonly string[] => {
  const lines = marked.flatMap((each, at) => (each === '|' ? [] : [lineOf(each, at + 1)]));
  const parts = partLines(lines);
  return lines.filter((line) => parts.has(line)).map(({ text }) => text);
};

const counted = ['# a1', '# b2', '# c3'];

describe('a line that says by itself that it is a part', () => {
  it('is one wherever it stands, unless it is a note', () => {
    expect(partsOf('# a1', '|', '@ b2', '|', '#! c3', '|', '!= d4', '|', 'e5')).toEqual(['a1', 'b2']);
  });
});

describe('a line that names a part', () => {
  it('is one where few or none state a quantity', () => {
    expect(partsOf('= lm358')).toEqual(['lm358']);
    expect(partsOf('# a1', '# b2', '|', '= lm358')).toEqual(['a1', 'b2', 'lm358']);
    // Three of five state one, which is less than seven of ten.
    expect(partsOf(...counted, '|', '= lm358', '|', '= bc547')).toEqual(['a1', 'b2', 'c3', 'lm358', 'bc547']);
  });

  it('is none alone where three and seven of ten state a quantity', () => {
    expect(partsOf(...counted, '|', '= lm358')).toEqual(['a1', 'b2', 'c3']);
    expect(partsOf(...counted, '# d4', '# e5', '# f6', '# g7', '|', '= x', '|', '= y', '|', '= z')).toHaveLength(7);
    expect(partsOf('# a1', '# b2', '|', '= lm358')).toHaveLength(3);
  });

  it('is one among others that state a quantity, but not as the first, which names the list', () => {
    expect(partsOf('# a1', '= lm358', '# b2', '# c3')).toEqual(['a1', 'lm358', 'b2', 'c3']);
    expect(partsOf('= lm358', ...counted)).toEqual(['a1', 'b2', 'c3']);
    expect(partsOf('= - lm358', '# - a1', '# - b2', '# - c3')).toEqual(['- lm358', '- a1', '- b2', '- c3']);
  });

  it('is none where it is a title, or a sentence of prose', () => {
    expect(partsOf('= lm358:')).toEqual([]);
    expect(partsOf('= # lm358')).toEqual([]);
    expect(partsOf('= the lm358 gets warm here.')).toEqual([]);
    expect(partsOf('= lm358 gets warm.')).toEqual(['lm358 gets warm.']);
    expect(partsOf('= lm358   dip 8 of ours.')).toEqual(['lm358   dip 8 of ours.']);
    // One sentence of four lines is no prose.
    expect(partsOf('= the lm358 gets warm here.', '= b', '= c', '= d')).toHaveLength(4);
    expect(partsOf('= the lm358 gets warm here.', '= b', '= c')).toEqual(['b', 'c']);
  });
});

describe('a line of which nothing is known', () => {
  it('is a part where enough of at least three lines around it are', () => {
    expect(partsOf('= a1', 'perfboard', '= b2')).toEqual(['a1', 'perfboard', 'b2']);
    expect(partsOf('= a1', 'perfboard')).toEqual(['a1']);
    // Half of the lines, and less than half.
    expect(partsOf('= a1', 'perfboard', 'screws', '= b2')).toHaveLength(4);
    expect(partsOf('= a1', 'perfboard', 'screws', 'nuts', '= b2')).toEqual(['a1', 'b2']);
  });

  it('is one where three of five lines state a quantity, and not where half do', () => {
    const others = ['|', ...counted, '# d4', '# e5'];
    expect(partsOf('# a1', 'perfboard', '# b2', 'screws', '# c3', ...others)).toContain('perfboard');
    expect(partsOf('# a1', 'perfboard', '# b2', 'screws', ...others)).not.toContain('perfboard');
  });

  it('is none that has no word, too many words, or the words of a title', () => {
    const among = (text: string): boolean => partsOf('= a1', text, '= b2').includes(text);
    expect(among('perfboard')).toBe(true);
    expect(among('12 3')).toBe(false);
    expect(among('You need:')).toBe(false);
    expect(among(Array.from({ length: 25 }, () => 'word').join(' '))).toBe(true);
    expect(among(Array.from({ length: 26 }, () => 'word').join(' '))).toBe(false);
  });

  it('has the bullet that the others have', () => {
    expect(partsOf('=  - a1', '=  - b2', 'perfboard', '=  - c3')).toHaveLength(3);
    expect(partsOf('=  - a1', '=  - b2', ' - perfboard', '=  - c3')).toHaveLength(4);
  });
});
