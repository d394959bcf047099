import { ownProperty } from '../../own-property.ts';

/**
 * Numbers with units in free text, brought to one unit a kind, so that "1 TB" and "1000gb" agree
 * and "8 GB" contradicts "16 GB". Only units whose figure tells two products apart are known here.
 */

interface Unit {
  readonly kind: string;
  readonly factor: number;
}

const units: Readonly<Record<string, Unit>> = {
  kb: { kind: 'byte', factor: 1e-6 },
  mb: { kind: 'byte', factor: 1e-3 },
  gb: { kind: 'byte', factor: 1 },
  go: { kind: 'byte', factor: 1 },
  gigabyte: { kind: 'byte', factor: 1 },
  tb: { kind: 'byte', factor: 1e3 },
  to: { kind: 'byte', factor: 1e3 },
  mp: { kind: 'pixel', factor: 1 },
  megapixel: { kind: 'pixel', factor: 1 },
  mpix: { kind: 'pixel', factor: 1 },
  hz: { kind: 'frequency', factor: 1e-6 },
  khz: { kind: 'frequency', factor: 1e-3 },
  mhz: { kind: 'frequency', factor: 1 },
  ghz: { kind: 'frequency', factor: 1e3 },
  mm: { kind: 'length', factor: 1 },
  cm: { kind: 'length', factor: 10 },
  in: { kind: 'inch', factor: 1 },
  inch: { kind: 'inch', factor: 1 },
  inches: { kind: 'inch', factor: 1 },
  "'": { kind: 'inch', factor: 1 },
  "''": { kind: 'inch', factor: 1 },
  '"': { kind: 'inch', factor: 1 },
  ft: { kind: 'foot', factor: 1 },
  feet: { kind: 'foot', factor: 1 },
  w: { kind: 'power', factor: 1 },
  watt: { kind: 'power', factor: 1 },
  kw: { kind: 'power', factor: 1e3 },
  v: { kind: 'voltage', factor: 1 },
  volt: { kind: 'voltage', factor: 1 },
  a: { kind: 'current', factor: 1 },
  ma: { kind: 'current', factor: 1e-3 },
  mah: { kind: 'charge', factor: 1 },
  pf: { kind: 'capacitance', factor: 1e-3 },
  nf: { kind: 'capacitance', factor: 1 },
  uf: { kind: 'capacitance', factor: 1e3 },
  ohm: { kind: 'resistance', factor: 1 },
  kohm: { kind: 'resistance', factor: 1e3 },
  mohm: { kind: 'resistance', factor: 1e6 },
  nh: { kind: 'inductance', factor: 1e-3 },
  uh: { kind: 'inductance', factor: 1 },
  mh: { kind: 'inductance', factor: 1e3 },
  rpm: { kind: 'speed', factor: 1 },
  k: { kind: 'thousand', factor: 1 },
  x: { kind: 'times', factor: 1 },
  oz: { kind: 'ounce', factor: 1 },
  lb: { kind: 'pound', factor: 1 },
  pack: { kind: 'pieces', factor: 1 },
  pk: { kind: 'pieces', factor: 1 },
  pcs: { kind: 'pieces', factor: 1 },
  port: { kind: 'ports', factor: 1 },
  user: { kind: 'users', factor: 1 },
  bit: { kind: 'bits', factor: 1 },
  gbps: { kind: 'rate', factor: 1e3 },
  mbps: { kind: 'rate', factor: 1 },
};

const names = Object.keys(units)
  .sort((a, b) => b.length - a.length)
  .join('|');
const pattern = new RegExp(`(?<!\\d)(\\d+(?:[.,]\\d+)?)\\s?-?\\s?(${names})s?(?![\\p{L}\\p{N}])`, 'gu');

const thousands = /,(?=\d{3}$)/;

const figureOf = (text: string): number => Number(text.replace(thousands, '').replace(',', '.'));

/**
 * The figures of a folded text by kind of quantity, in the kind's unit, rounded to three digits.
 */
export const quantitiesOf = (text: string): ReadonlyMap<string, ReadonlySet<number>> => {
  const found = new Map<string, Set<number>>();
  for (const [, figure = '', name = ''] of text.matchAll(pattern)) {
    const unit = ownProperty(units, name);
    if (unit === undefined) continue;
    const value = Number((figureOf(figure) * unit.factor).toPrecision(3));
    const known = found.get(unit.kind);
    if (known === undefined) found.set(unit.kind, new Set([value]));
    else known.add(value);
  }
  return found;
};
