import { ownProperty } from '../../own-property.ts';
import { powerOfTen, type Ratio, scaledFromText } from '../fixed-point.ts';

/**
 * The names of the characteristic that holds the weight of one piece, in any case and with blanks
 * or underscores.
 */
const names: ReadonlySet<string> = new Set(['weight', 'unit weight', 'net weight']);

/** The units in kilogrammes. */
const units: Readonly<Record<string, Ratio>> = {
  mg: { numerator: 1, denominator: 1_000_000 },
  g: { numerator: 1, denominator: 1_000 },
  kg: { numerator: 1, denominator: 1 },
};

const form = /^(\d{1,9}(?:\.\d{1,6})?)\s*(mg|g|kg)$/;

const read = (text: string): Ratio | undefined => {
  const [, number, unit] = form.exec(text.trim().toLowerCase()) ?? [];
  const scaled = number === undefined ? undefined : scaledFromText(number);
  const ratio = unit === undefined ? undefined : ownProperty(units, unit);
  if (scaled === undefined || ratio === undefined || scaled.units === 0 || scaled.units >= 1_000_000) return undefined;
  return { numerator: scaled.units * ratio.numerator, denominator: powerOfTen(scaled.places) * ratio.denominator };
};

/**
 * What one piece weighs, in kilogrammes, as its characteristics say: `0.5 g`, `12 mg`, `1.2 kg`.
 * Undefined when they do not say, or not in a form that is certain.
 */
export const kilogrammes = (characteristics: Readonly<Record<string, string>> | undefined): Ratio | undefined => {
  for (const [name, text] of Object.entries(characteristics ?? {})) {
    if (names.has(name.toLowerCase().replaceAll('_', ' '))) return read(text);
  }
  return undefined;
};
