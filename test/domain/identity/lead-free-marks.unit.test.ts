import { expect, it } from 'vitest';
import { manufacturerKey } from '../../../domain/catalog/identity.ts';
import { leadFreeMarks, unmarkedNumbers } from '../../../domain/identity/lead-free-marks.ts';
import { componentSuffixRules } from '../../../domain/identity/suffix-rules.ts';

const unmarked = (manufacturer: string, number: string): readonly string[] =>
  unmarkedNumbers(number, manufacturerKey(manufacturer), componentSuffixRules);

const examples = leadFreeMarks.flatMap(({ name, manufacturers, example: { number, part } }) =>
  manufacturers.map((manufacturer) => ({ name, manufacturer, number, part })),
);

it.each(examples)('$name: $number of $maker without its mark is $part', ({ manufacturer, number, part }) => {
  expect(unmarked(manufacturer, number)).toContain(part);
});

it('takes off packaging, the mark, and both', () => {
  expect(unmarked('Diodes Incorporated', 'BSS138-7-F')).toEqual(expect.arrayContaining(['BSS138-F', 'BSS138']));
  expect(unmarked('Maxim Integrated', 'MAX232ESE+T')).toEqual(expect.arrayContaining(['MAX232ESE+', 'MAX232ESE']));
});

it('knows no mark of another maker', () => {
  expect(unmarked('Nexperia', 'LM317T/NOPB')).toEqual([]);
});
