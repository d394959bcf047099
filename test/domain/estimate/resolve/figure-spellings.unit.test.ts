import { expect, it } from 'vitest';
import { dielectricSpellings, figureSpellings } from '../../../../domain/estimate/resolve/figure-spellings.ts';
import type { WantedFigure } from '../../../../domain/estimate/resolve/ports.ts';

/** The digits and the first name of each unit, as they are written together. */
const writtenOf = (figure: WantedFigure['figure'], value: number): readonly string[] =>
  figureSpellings(figure, value).flatMap((words) => (words.length === 1 ? words : []));

it.each<[WantedFigure['figure'], number, readonly string[]]>([
  ['capacitance', 2.2e-8, ['22000pf', '22nf', '0.022uf', '.022uf']],
  ['capacitance', 4.7e-12, ['4.7pf', '0.0047nf', '.0047nf']],
  ['inductance', 4.7e-5, ['47000nh', '47uh', '0.047mh', '.047mh']],
  [
    'resistance',
    0.05,
    ['50mohm', '50mω', '0.05ohm', '0.05ohms', '0.05r', '0.05ω', '.05ohm', '.05ohms', '.05r', '.05ω'],
  ],
  ['resistance', 33_200_000, ['33200k', '33200kohm', '33200kω', '33.2m', '33.2mohm', '33.2mω']],
  // Six digits before the point and four behind it are written out, no more.
  ['inductance', 1.23456e-3, ['1234.56uh']],
  // What counting in units leaves is no digit.
  ['capacitance', 3 * 0.1e-6, ['300000pf', '300nf', '0.3uf', '.3uf']],
])('a %s of %d is written as %j', (figure, value, written) => {
  expect(writtenOf(figure, value)).toEqual(written);
});

it('a figure may stand apart from its unit', () => {
  expect(figureSpellings('capacitance', 1e-4)).toEqual([['100000nf'], ['100000', 'nf'], ['100uf'], ['100', 'uf']]);
});

it.each([
  [undefined, []],
  ['X7R', ['x7r']],
  ['C0G', ['c0g', 'cog', 'np0', 'npo']],
])('the dielectric %s is written as %j', (dielectric, spellings) => {
  expect(dielectricSpellings(dielectric)).toEqual(spellings);
});
