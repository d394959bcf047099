import { describe, expect, it } from 'vitest';
import { isCountedText, parseFreeText } from '../../../../domain/estimate/parse/parse-free-text.ts';
import { textOf } from './documents.ts';

/** The lines of a text by their rows, with quantity and number or words. */
const told = (lines: readonly string[], most = 100): readonly string[] =>
  parseFreeText(textOf(...lines), { format: 'text' }, most).lines.map(({ row, quantity, parts: [part], description }) =>
    [`${row}:`, quantity, part?.partNumber ?? description].filter((each) => each !== undefined).join(' '),
  );

const link = 'https://shop.example/x';
const linked = [`Servo: ${link}`, `Motor ${link}`, `Wheel: ${link}`];
const counted = ['5 spacers', '4 screws', '3 nuts'];
const dashed = ['spacers - 5', 'screws - 4', 'nuts - 3'];

describe('a text of names with links', () => {
  it.each<[what: string, lines: readonly string[], told: readonly string[]]>([
    ['three of them', linked, ['1: Servo', '2: Motor', '3: Wheel']],
    ['not two', linked.slice(1), []],
    [
      'half of the lines',
      [...linked, 'so', 'it', 'is'],
      ['1: Servo', '2: Motor', '3: Wheel', '4: so', '5: it', '6: is'],
    ],
    ['not less', [...linked, 'so', 'it', 'is', 'so'], []],
    ['two, each over its link', ['Servo motor', link, 'Gear box', link], ['1: Servo motor', '3: Gear box']],
    ['not one', ['Servo motor', link], []],
    [
      'each over its price and its link',
      ['Servo motor:', '$5.00', link, 'Gear box', '$3.00', link],
      ['1: Servo motor', '4: Gear box'],
    ],
    ['not among as much else', ['Servo motor', link, 'Gear box', link, 'so', 'it', 'is', 'told'], []],
    ['not over more links than names', ['Servo motor', link, 'so', 'it is', link, link, link], []],
  ])('has lines: %s', (_, lines, expected) => {
    expect(told(lines)).toEqual(expected);
  });
});

describe('where a list as a whole writes its quantities', () => {
  const bought = ['1: 5 spacers', '2: 4 screws', '3: 3 nuts'];
  const rest = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

  it.each<[what: string, lines: readonly string[], told: readonly string[]]>([
    ['in front', counted, bought],
    ['in front, in three of ten lines', [...counted, ...rest], bought],
    ['not in three of eleven', [...counted, ...rest, 'h'], []],
    [
      'not where they count the lines',
      ['1 spacers', '2 screws', '3 nuts'],
      ['1: 1 spacers', '2: 2 screws', '3: 3 nuts'],
    ],
    ['behind a dash', dashed, bought],
    ['behind a dash, in half of the lines', [...dashed, 'aa', 'bb', 'cc'], bought],
    ['not in fewer', [...dashed, 'aa', 'bb', 'cc', 'dd'], []],
    ['not behind two dashes', dashed.slice(0, 2), []],
    ['in words', ['two spacers', 'three screws', 'nuts'], ['1: 2 spacers', '2: 3 screws', '3: nuts']],
    ['not in half of the lines', ['two spacers', 'three screws', 'nuts', 'bolts'], []],
    ['not in one word', ['two spacers', 'screws'], []],
  ])('%s', (_, lines, expected) => {
    expect(told(lines)).toEqual(expected);
  });

  it.each<[isSo: boolean, lines: readonly string[]]>([
    [true, ['2x a', '3x b', '4x c']],
    [false, ['2x a', '3x b']],
    [true, ['2x a', '3x b', '4x c', 'd', 'e']],
    [false, ['2x a', '3x b', '4x c', 'd', 'e', 'f']],
  ])('is most lines of one that states them: %s for %j', (isSo, lines) => {
    expect(isCountedText(textOf(...lines))).toBe(isSo);
  });
});

describe('a line of a text', () => {
  it.each<[what: string, lines: readonly string[], told: readonly string[]]>([
    ['that is numbered one by one', ['1. Spacer', '2. Screw', '3. Nut'], ['1: Spacer', '2: Screw', '3: Nut']],
    ['not of two', ['1. Spacer', '2. Screw'], []],
    ['not with a leap', ['1. Spacer', '3. Screw', '4. Nut'], []],
    ['that explains a number', ['LM358DR  opamp of our choice for the output stage of this'], ['1: LM358DR']],
    ['not a number among many words', ['LM358DR opamp of our choice for the output stage'], []],
    ['with a number among eight words', ['use an LM358DR for it all then now'], ['1: LM358DR']],
    ['not among nine', ['use an LM358DR for it all then now ok'], []],
    ['with a price', ['Great thing $5.00'], ['1: Great thing $5.00']],
    ['not a cost that is no part', ['Shipping 5.00 EUR'], []],
    ['not with a date', ['Lot 2024-05-01 LM358DR'], []],
    ['under a name', ['Stuff:', '  2x LM358DR', '  3x NE555P'], ['2: 2 LM358DR', '3: 3 NE555P']],
    ['with a link', [`2x LM358DR ${link}`, link], ['1: 2 LM358DR']],
    ['with a link as Markdown writes it', ['[LM358DR](https://shop.example/b) 2x'], ['1: 2 LM358DR']],
    ['in letters of full width', ['２ｘ　LM358DR'], ['1: 2 LM358DR']],
    ['below a ruler', ['-----', '2x LM358DR'], ['2: 2 LM358DR']],
    ['of a thousand characters', [`2x LM358DR ${'x'.repeat(989)}`], ['1: 2 LM358DR']],
    ['not of more', [`2x LM358DR ${'x'.repeat(990)}`], []],
  ])('is of a part: %s', (_, lines, expected) => {
    expect(told(lines)).toEqual(expected);
  });

  it('is left out beyond the most that are read, with a doubt', () => {
    const read = (most: number) => parseFreeText(textOf(...counted), { format: 'text' }, most);
    expect(read(3).doubts.map(({ code }) => code)).toEqual(['free_text']);
    expect(read(2).lines).toHaveLength(2);
    expect(read(2).doubts.map(({ code }) => code)).toEqual(['free_text', 'lines_cut']);
    expect(parseFreeText(textOf('hello'), { format: 'text' }, 3).doubts.map(({ code }) => code)).toEqual(['no_table']);
  });
});
