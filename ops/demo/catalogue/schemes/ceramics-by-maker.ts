import {
  type CeramicRating,
  ceramicAxes,
  ceramicCapacitor,
  ceramicThickness,
  isOnShelf,
  toleranceLetters,
  voltageCodes,
} from '../ceramic-capacitor.ts';
import { type NumberScheme, numberScheme } from '../number-scheme.ts';
import { figuresAndPower } from '../preferred-values.ts';

/**
 * Ceramic capacitors that sellers have on the shelf, of makers beside those with a file of their
 * own.
 */

interface Ceramics {
  readonly manufacturer: string;
  /** Ends of the number, of which each says another packing or product code. */
  readonly ends: readonly string[];
  readonly number: (rating: CeramicRating, end: string) => string;
  /** Whether an end goes with a rating; left out: every one. */
  readonly goes?: (rating: CeramicRating, end: string) => boolean;
}

const ceramics = ({ manufacturer, ends, number, goes = () => true }: Ceramics): NumberScheme =>
  numberScheme({
    axes: { ...ceramicAxes, end: ends },
    exists: ({ end, ...rating }) => isOnShelf(rating) && goes(rating, end),
    part: ({ end, ...rating }) =>
      ceramicCapacitor({
        ...rating,
        manufacturer,
        mpn: number(rating, end),
        packaging: 'Tape and reel',
        packQuantity: rating.size === '0402' ? 10_000 : 4_000,
      }),
  });

const value = ({ femtofarads, tolerance }: CeramicRating): string =>
  `${figuresAndPower(femtofarads, 2)}${toleranceLetters[tolerance]}`;

const voltsInFigures = {
  6.3: '6R3',
  10: '100',
  16: '160',
  25: '250',
  50: '500',
  100: '101',
} as const;
const plainDielectrics = { C0G: 'CG', X7R: 'B', X5R: 'X' } as const;
const multicompDielectrics = { C0G: 'N', X7R: 'B', X5R: 'X' } as const;
const vishayDielectrics = { C0G: 'A', X7R: 'Y', X5R: 'G' } as const;
const vishayVolts = {
  6.3: 'Y',
  10: 'Q',
  16: 'J',
  25: 'X',
  50: 'A',
  100: 'B',
} as const;
const taiyoVolts = {
  6.3: 'J',
  10: 'L',
  16: 'E',
  25: 'T',
  50: 'U',
  100: 'H',
} as const;
const taiyoSizes = { '0402': '105', '0603': '107', '0805': '212', '1206': '316', '1210': '325' } as const;
const taiyoDielectrics = { C0G: 'CG', X7R: 'B7', X5R: 'BJ' } as const;
const kemetVolts = {
  6.3: '9',
  10: '8',
  16: '4',
  25: '3',
  50: '5',
  100: '1',
} as const;
const kemetDielectrics = { C0G: 'G', X7R: 'R', X5R: 'P' } as const;
const murataSizes = { '0402': '15', '0603': '18', '0805': '21', '1206': '31', '1210': '32' } as const;
const murataDielectrics = { C0G: '5C', X7R: 'R7', X5R: 'R6' } as const;
const murataThickness: Readonly<Record<number, string>> = {
  50: '5',
  80: '8',
  85: '9',
  125: 'B',
  160: 'C',
};
const tdkSizes = { '0402': '1005', '0603': '1608', '0805': '2012', '1206': '3216', '1210': '3225' } as const;

/** One microfarad, in femtofarads: from here on Murata's specifications are of another sort. */
const microfarad = 1e9;

/**
 * Murata's specifications, with the reel: of class 1, of small and of large values of class 2. It
 * assigns one or two to each rating; here each has all of its sort.
 */
const murataEnds = {
  classOne: ['A01D', 'A01J'],
  small: ['A01D', 'A01J', 'A88D', 'A61D'],
  large: ['A12D', 'A73D', 'A73L', 'E15D', 'E15L', 'E47D', 'E44D', 'E51L'],
} as const;

const murataEndsOf = ({ dielectric, femtofarads }: CeramicRating): readonly string[] => {
  if (dielectric === 'C0G') return murataEnds.classOne;
  return femtofarads < microfarad ? murataEnds.small : murataEnds.large;
};

/** Sources: "Part numbering" in the catalogue of each maker. */
export const ceramicsByMaker = [
  ceramics({
    manufacturer: 'Murata',
    ends: [...new Set(Object.values(murataEnds).flat())],
    goes: (rating, end) => murataEndsOf(rating).includes(end),
    number: (rating, end) => {
      const body = `${murataSizes[rating.size]}${murataThickness[ceramicThickness(rating)] ?? 'X'}`;
      return `GRM${body}${murataDielectrics[rating.dielectric]}${voltageCodes[rating.volts]}${value(rating)}${end}`;
    },
  }),
  ceramics({
    manufacturer: 'TDK',
    ends: ['', 'C', 'B'],
    goes: ({ size }, end) => end === '' || (end === 'B') === (size === '0402'),
    number: (rating, end) => {
      const electrical = `${rating.dielectric}${voltageCodes[rating.volts]}${value(rating)}`;
      const thickness = String(ceramicThickness(rating)).padStart(3, '0');
      const tail = end === '' ? '' : `${thickness}${end === 'B' ? 'BB' : 'AC'}`;
      return `C${tdkSizes[rating.size]}${electrical}${tail}`;
    },
  }),
  ceramics({
    manufacturer: 'KEMET',
    ends: ['C', 'C7867'],
    number: (rating, end) =>
      `C${rating.size}C${value(rating)}${kemetVolts[rating.volts]}${kemetDielectrics[rating.dielectric]}A${end}`,
  }),
  ceramics({
    manufacturer: 'Vishay',
    ends: ['C', 'CW1BC'],
    goes: ({ dielectric }) => dielectric !== 'X5R',
    number: (rating, end) =>
      `VJ${rating.size}${vishayDielectrics[rating.dielectric]}${value(rating)}X${vishayVolts[rating.volts]}${end}`,
  }),
  ceramics({
    manufacturer: 'Taiyo Yuden',
    ends: ['-T', '-F'],
    goes: ({ size }, end) => (end === '-F') === (size === '0402'),
    number: (rating, end) => {
      const thickness = rating.size === '0402' ? 'V' : rating.size === '0603' ? 'A' : 'G';
      const head = `${taiyoVolts[rating.volts]}MK${taiyoSizes[rating.size]}${taiyoDielectrics[rating.dielectric]}`;
      return `${head}${value(rating)}${thickness}${end}`;
    },
  }),
  ceramics({
    manufacturer: 'Fenghua',
    ends: ['NT'],
    number: (rating, end) =>
      `${rating.size}${plainDielectrics[rating.dielectric]}${value(rating)}${voltsInFigures[rating.volts]}${end}`,
  }),
  ceramics({
    manufacturer: 'Walsin',
    ends: ['CT'],
    number: (rating, end) =>
      `${rating.size}${multicompDielectrics[rating.dielectric]}${value(rating)}${voltsInFigures[rating.volts]}${end}`,
  }),
  ceramics({
    manufacturer: 'Multicomp',
    ends: ['CT'],
    number: (rating, end) =>
      `MC${rating.size}${multicompDielectrics[rating.dielectric]}${value(rating)}${voltsInFigures[rating.volts]}${end}`,
  }),
  ceramics({
    manufacturer: 'Samsung Electro-Mechanics',
    ends: ['E', 'L'],
    goes: ({ size, femtofarads }, end) => size !== '0402' && (end === 'E' || femtofarads > microfarad),
    number: (rating, end) => {
      const sizes = { '0402': '05', '0603': '10', '0805': '21', '1206': '31', '1210': '32' } as const;
      const dielectrics = { C0G: 'C', X7R: 'B', X5R: 'A' } as const;
      const volts = {
        6.3: 'Q',
        10: 'P',
        16: 'O',
        25: 'A',
        50: 'B',
        100: 'C',
      } as const;
      const thick: Readonly<Record<number, string>> = { 50: '5', 80: '8', 85: 'C', 125: 'F', 160: 'H', 250: 'J' };
      const body = `${volts[rating.volts]}${thick[ceramicThickness(rating)] ?? 'X'}`;
      return `CL${sizes[rating.size]}${dielectrics[rating.dielectric]}${value(rating)}${body}NNN${end}`;
    },
  }),
] as const;
