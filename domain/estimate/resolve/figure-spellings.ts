import type { WantedFigure } from './ports.ts';

/**
 * How descriptions write a figure, in the words that `search_words` makes of them: `0.1uf`; `100`
 * and `nf`; `33.2k` and `ohm`.
 */

const units: Readonly<
  Record<WantedFigure['figure'], readonly (readonly [factor: number, names: readonly string[]])[]>
> = {
  capacitance: [
    [1e-12, ['pf']],
    [1e-9, ['nf']],
    [1e-6, ['uf']],
  ],
  inductance: [
    [1e-9, ['nh']],
    [1e-6, ['uh']],
    [1e-3, ['mh']],
  ],
  resistance: [
    [1e-3, ['mohm', 'mω']],
    [1, ['ohm', 'ohms', 'r', 'ω']],
    [1e3, ['k', 'kohm', 'kω']],
    [1e6, ['m', 'mohm', 'mω']],
  ],
};

/** Digits that survive the change of units. */
const exactDigits = 9;

/** The number in decimals; undefined for a number that is never written out. */
const written = (value: number): string | undefined => {
  const text = String(Number(value.toPrecision(exactDigits)));
  return /^\d{1,6}(?:\.\d{1,4})?$/u.test(text) ? text : undefined;
};

/** A figure without its leading nought, as some catalogues have it. */
const figures = (text: string): readonly string[] => (text.startsWith('0.') ? [text, text.slice(1)] : [text]);

/** Each spelling as the words that must all occur. */
export const figureSpellings = (figure: WantedFigure['figure'], value: number): readonly (readonly string[])[] =>
  units[figure].flatMap(([factor, names]) => {
    const text = written(value / factor);
    if (text === undefined) return [];
    return figures(text).flatMap((digits) => names.flatMap((name) => [[`${digits}${name}`], [digits, name]] as const));
  });

/** How catalogues write a dielectric; none where there is none. */
export const dielectricSpellings = (dielectric: string | undefined): readonly string[] => {
  if (dielectric === undefined) return [];
  return dielectric === 'C0G' ? ['c0g', 'cog', 'np0', 'npo'] : [dielectric.toLowerCase()];
};
