import { lazily } from '../lazily.ts';
import type { NumberScheme } from '../number-scheme.ts';
import { ceramicGrid, type GridRating, gridCapacitor, gridValue, usedBody } from './ceramic-grid.ts';

/** Ceramic capacitors of the makers' whole programmes. */

type BySize = Readonly<Record<string, string>>;

interface Programme {
  readonly manufacturer: string;
  /** Ends of a rating's number: specification and packing. */
  readonly ends: (rating: GridRating) => readonly string[];
  /** The number without its end; undefined: not made. */
  readonly number: (rating: GridRating) => string | undefined;
}

/** Ratings have fewer ends than this. */
const maxEnds = 32;

/** The scheme of a programme: its ratings, each with its ends. */
const programme = ({ manufacturer, ends, number }: Programme): NumberScheme => {
  const made = lazily(() =>
    Uint32Array.from(
      ceramicGrid.flatMap((rating, at) =>
        number(rating) === undefined ? [] : ends(rating).map((_, end) => at * maxEnds + end),
      ),
    ),
  );
  const ratingAt = (position: number): GridRating => {
    const rating = ceramicGrid[Math.floor((made()[position] ?? Number.NaN) / maxEnds)];
    if (rating === undefined) throw new RangeError(`no part at position ${position}`);
    return rating;
  };
  const endAt = (position: number): number => (made()[position] ?? 0) % maxEnds;
  const mpnOf = (rating: GridRating, end: number): string => `${number(rating)}${ends(rating)[end]}`;
  return {
    get size() {
      return made().length;
    },
    nameAt: (position) => ({ manufacturer, mpn: mpnOf(ratingAt(position), endAt(position)) }),
    at: (position) => {
      const rating = ratingAt(position);
      return gridCapacitor(manufacturer, mpnOf(rating, endAt(position)), rating);
    },
    packingAt: endAt,
    otherPackings: (position) => {
      const rating = ratingAt(position);
      return ends(rating).flatMap((_, end) =>
        end === endAt(position) ? [] : [gridCapacitor(manufacturer, mpnOf(rating, end), rating)],
      );
    },
  };
};

/** Codes by volts, of EIA-198 and of makers of their own. */
const eiaVolts: Readonly<Record<number, string>> = {
  4: '0G',
  6.3: '0J',
  10: '1A',
  16: '1C',
  25: '1E',
  35: '1V',
  50: '1H',
  100: '2A',
  200: '2D',
  250: '2E',
  500: '2H',
  630: '2J',
  1000: '3A',
  2000: '3D',
};

const microfarad = 1e9;
const isSmall = ({ size }: GridRating): boolean => size <= '0603';

const murataBodies: BySize = { '0201': '03', '0402': '15', '0603': '18', '0805': '21' };
const murataLarge: BySize = { '1206': '31', '1210': '32', '1812': '43', '2220': '55' };
const murataDielectrics = { C0G: '5C', X7R: 'R7', X5R: 'R6', X7S: 'C7', X6S: 'C8', Y5V: 'F5' } as const;

/** Murata's letter of the height. */
const murataHeight = (rating: GridRating): string => {
  const used = usedBody(rating);
  const low: BySize = { '0201': '3', '0402': '5', '0603': '8' };
  return (
    low[rating.size] ??
    (rating.size === '0805'
      ? used < 0.05
        ? '9'
        : 'B'
      : rating.size === '1206'
        ? used < 0.05
          ? '9'
          : 'C'
        : used < 0.1
          ? 'D'
          : 'E')
  );
};

/** Murata's individual specifications, by the sort of capacitor. */
const murataSpecifications = {
  classOne: ['A01', 'A12', 'W01'],
  small: ['A01', 'A12', 'A35', 'A37', 'A61', 'A88'],
  large: ['A12', 'A73', 'AC7', 'E01', 'E11', 'E15', 'E18', 'E34', 'E43', 'E44', 'E47', 'E69', 'E84', 'E95', 'EAA'],
} as const;

const murataEnds =
  (prefix: string) =>
  (rating: GridRating): readonly string[] => {
    const packing = isSmall(rating) ? 'D' : 'L';
    if (prefix === 'GJM') return [`B01${packing}`];
    if (prefix === 'GCM') return rating.dielectric === 'C0G' ? [`A16${packing}`] : [`A37${packing}`, `A55${packing}`];
    const kind = rating.dielectric === 'C0G' ? 'classOne' : rating.femtofarads < microfarad ? 'small' : 'large';
    return murataSpecifications[kind].flatMap((end) =>
      rating.size === '0805' && kind !== 'large' ? [`${end}D`, `${end}L`] : [`${end}${packing}`],
    );
  };

const murata = (prefix: string, isMade: (rating: GridRating) => boolean): NumberScheme =>
  programme({
    manufacturer: 'Murata',
    ends: murataEnds(prefix),
    number: (rating) => {
      if (!isMade(rating)) return undefined;
      const body = `${murataBodies[rating.size] ?? murataLarge[rating.size]}${murataHeight(rating)}`;
      const volts = rating.volts === 35 ? 'YA' : eiaVolts[rating.volts];
      return `${prefix}${body}${murataDielectrics[rating.dielectric]}${volts}${gridValue(rating)}`;
    },
  });

const tdkSizes: BySize = {
  '0201': '0603',
  '0402': '1005',
  '0603': '1608',
  '0805': '2012',
  '1206': '3216',
  '1210': '3225',
  '1812': '4532',
  '2220': '5750',
};

/** TDK's heights in hundredths of a millimetre, low and full. */
const tdkHeight = (rating: GridRating): string => {
  const heights: Readonly<Record<string, readonly [string, string]>> = {
    '0201': ['030', '030'],
    '0402': ['050', '050'],
    '0603': ['080', '080'],
    '0805': ['085', '125'],
    '1206': ['115', '160'],
    '1210': ['200', '250'],
    '1812': ['200', '250'],
    '2220': ['230', '250'],
  };
  const [low, full] = heights[rating.size] ?? ['080', '080'];
  return usedBody(rating) < 0.1 ? low : full;
};

const samsungSizes: BySize = {
  '0201': '03',
  '0402': '05',
  '0603': '10',
  '0805': '21',
  '1206': '31',
  '1210': '32',
  '1812': '43',
  '2220': '55',
};
const samsungVolts: Readonly<Record<number, string>> = {
  4: 'R',
  6.3: 'Q',
  10: 'P',
  16: 'O',
  25: 'A',
  35: 'L',
  50: 'B',
  100: 'C',
  200: 'D',
  250: 'E',
  500: 'G',
  630: 'H',
  1000: 'I',
  2000: 'J',
};
const samsungDielectrics = { C0G: 'C', X7R: 'B', X5R: 'A', X7S: 'Y', X6S: 'X', Y5V: 'F' } as const;

const samsungHeight = (rating: GridRating): string => {
  const flat: BySize = { '0201': '3', '0402': '5', '0603': '8' };
  const used = usedBody(rating);
  const high = rating.size === '0805' ? 'F' : rating.size === '1206' ? 'H' : 'J';
  return flat[rating.size] ?? (used < 0.05 ? (rating.size === '0805' && used < 0.01 ? 'A' : 'C') : high);
};

const figureVolts: Readonly<Record<number, string>> = {
  4: '4R0',
  6.3: '6R3',
  10: '100',
  16: '160',
  25: '250',
  35: '350',
  50: '500',
  100: '101',
  200: '201',
  250: '251',
  500: '501',
  630: '631',
  1000: '102',
  2000: '202',
};

const yageoVolts: Readonly<Record<number, string>> = {
  4: '4',
  6.3: '5',
  10: '6',
  16: '7',
  25: '8',
  35: 'G',
  50: '9',
  100: '0',
  200: 'A',
  250: 'Y',
  500: 'B',
  630: 'Z',
  1000: 'C',
  2000: 'D',
};
const avxVolts: Readonly<Record<number, string>> = {
  4: '4',
  6.3: '6',
  10: 'Z',
  16: 'Y',
  25: '3',
  35: 'D',
  50: '5',
  100: '1',
  200: '2',
  250: 'V',
  500: '7',
  1000: 'A',
  2000: 'G',
};
const kemetVolts: Readonly<Record<number, string>> = {
  4: '7',
  6.3: '9',
  10: '8',
  16: '4',
  25: '3',
  35: '6',
  50: '5',
  100: '1',
  200: '2',
  250: 'A',
  500: 'C',
  630: 'B',
  1000: 'D',
  2000: 'G',
};
const vishayVolts: Readonly<Record<number, string>> = {
  6.3: 'Y',
  10: 'Q',
  16: 'J',
  25: 'X',
  50: 'A',
  100: 'B',
  200: 'C',
  500: 'E',
  1000: 'G',
};

const yageoEnd = ({ femtofarads }: GridRating): string => `${gridCode(femtofarads)}`;
const gridCode = (femtofarads: number): string => gridValue({ femtofarads, tolerance: '' } as never);

const everyday: ReadonlySet<string> = new Set(['0201', '0402', '0603', '0805', '1206', '1210']);

const simple = (
  manufacturer: string,
  dielectrics: Readonly<Partial<Record<GridRating['dielectric'], string>>>,
  number: (rating: GridRating, dielectric: string, volts: string) => string,
): NumberScheme =>
  programme({
    manufacturer,
    ends: () => [''],
    number: (rating) => {
      const dielectric = dielectrics[rating.dielectric];
      const volts = figureVolts[rating.volts];
      if (dielectric === undefined || volts === undefined || !everyday.has(rating.size)) return undefined;
      return number(rating, dielectric, volts);
    },
  });

/** Sources: "Part numbering" or "How to order" in the catalogue of each maker. */
export const broadCeramics: readonly NumberScheme[] = [
  murata('GRM', () => true),
  murata('GCM', ({ dielectric, volts, size }) => /C0G|X7R/u.test(dielectric) && volts <= 100 && size >= '0402'),
  murata(
    'GJM',
    ({ dielectric, volts, size, femtofarads }) =>
      dielectric === 'C0G' && volts <= 50 && size <= '0402' && femtofarads <= 47_000,
  ),
  programme({
    manufacturer: 'TDK',
    ends: (rating) => {
      const height = tdkHeight(rating);
      if (rating.size === '0201') return ['', `${height}BA`];
      if (rating.size === '0402') return ['', `${height}BA`, `${height}BB`, `${height}BC`];
      return ['', ...['AA', 'AB', 'AC', 'AE'].map((end) => `${height}${end}`)];
    },
    number: (rating) => {
      if (rating.dielectric === 'Y5V') return undefined;
      const { femtofarads, tolerance } = rating;
      const value =
        femtofarads < 10_000 && femtofarads % 1_000 === 0 ? `0${femtofarads / 1_000}0${tolerance}` : gridValue(rating);
      return `C${tdkSizes[rating.size]}${rating.dielectric}${eiaVolts[rating.volts]}${value}`;
    },
  }),
  programme({
    manufacturer: 'Samsung Electro-Mechanics',
    ends: ({ femtofarads, size }) =>
      femtofarads >= microfarad
        ? ['NNNC', 'NNNE', 'QNNC', 'QNNE', 'NRNC', ...(size > '0603' ? ['KNNE', 'HNNE'] : [])]
        : size > '0603'
          ? ['NNNC', 'NNNE', 'NNND']
          : ['NNNC', 'NNND'],
    number: (rating) => {
      const body = `${samsungVolts[rating.volts]}${samsungHeight(rating)}`;
      return `CL${samsungSizes[rating.size]}${samsungDielectrics[rating.dielectric]}${gridValue(rating)}${body}`;
    },
  }),
  ...(['K', 'R'] as const).map((tape) =>
    programme({
      manufacturer: 'Yageo',
      ends: (rating) => [yageoEnd(rating)],
      number: ({ size, dielectric, volts, tolerance }) => {
        const codes = { C0G: 'NPO', X7R: 'X7R', X5R: 'X5R', Y5V: 'Y5V', X7S: undefined, X6S: 'X6S' } as const;
        const code = codes[dielectric];
        if (code === undefined || (tape === 'K' ? size < '0805' : size > '0805')) return undefined;
        return `CC${size}${tolerance}${tape}${code}${yageoVolts[volts]}${dielectric === 'C0G' ? 'BN' : 'BB'}`;
      },
    }),
  ),
  programme({
    manufacturer: 'KYOCERA AVX',
    ends: () => ['AT2A', 'AT4A'],
    number: (rating) => {
      const codes = { C0G: 'A', X7R: 'C', X5R: 'D', Y5V: 'G', X7S: 'Z', X6S: 'W' } as const;
      const volts = avxVolts[rating.volts];
      return volts === undefined ? undefined : `${rating.size}${volts}${codes[rating.dielectric]}${gridValue(rating)}`;
    },
  }),
  programme({
    manufacturer: 'KEMET',
    ends: ({ volts, dielectric }) => (volts <= 100 && dielectric === 'X7R' ? ['CTU', 'C', 'CAUTO'] : ['CTU', 'C']),
    number: (rating) => {
      const codes = { C0G: 'G', X7R: 'R', X5R: 'P', Y5V: 'V', X7S: undefined, X6S: undefined } as const;
      const code = codes[rating.dielectric];
      if (code === undefined) return undefined;
      const { femtofarads } = rating;
      const value = femtofarads < 10_000 ? `${String(femtofarads / 100).padEnd(2, '0')}9` : gridCode(femtofarads);
      return `C${rating.size}C${value}${rating.tolerance}${kemetVolts[rating.volts]}${code}A`;
    },
  }),
  programme({
    manufacturer: 'Vishay',
    ends: () => ['AC', 'CW1BC', 'PW1BC'],
    number: (rating) => {
      const codes = { C0G: 'A', X7R: 'Y', X5R: 'G', Y5V: 'V', X7S: undefined, X6S: undefined } as const;
      const code = codes[rating.dielectric];
      const volts = vishayVolts[rating.volts];
      if (code === undefined || volts === undefined || !everyday.has(rating.size)) return undefined;
      return `VJ${rating.size}${code}${gridValue(rating)}X${volts}`;
    },
  }),
  simple(
    'Walsin',
    { C0G: 'N', X7R: 'B', X5R: 'X', Y5V: 'F' },
    (rating, code, volts) => `${rating.size}${code}${gridValue(rating)}${volts}CT`,
  ),
  simple(
    'Fenghua',
    { C0G: 'CG', X7R: 'B', X5R: 'X', Y5V: 'F' },
    (rating, code, volts) => `${rating.size}${code}${gridValue(rating)}${volts}NT`,
  ),
  simple(
    'CCTC',
    { C0G: 'COG', X7R: 'X7R', X5R: 'X5R' },
    (rating, code, volts) =>
      `TCC${rating.size}${code}${gridValue(rating)}${volts}${rating.size <= '0402' ? 'A' : 'C'}T`,
  ),
];
