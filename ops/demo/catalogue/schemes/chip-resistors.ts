import { chipResistor, toleranceOf } from '../chip-resistor.ts';
import { type NumberScheme, numberScheme } from '../number-scheme.ts';
import { decades, figuresAndPower, isE24, letterCode, letterCodeOfFour, series } from '../preferred-values.ts';

/** Thick-film chip resistors by the numbers of their makers. */

/** Sizes that come in embossed plastic tape (K); the others come in paper tape (R). */
const embossed = new Set(['2010', '2512']);

const piecesPerReel = (size: string, inches: '07' | '13'): number => {
  if (size === '0402' || size === '0201') return inches === '07' ? 10_000 : 50_000;
  return (embossed.has(size) ? 4_000 : 5_000) * (inches === '07' ? 1 : 4);
};

/**
 * Yageo RC_L general-purpose chip resistors: `RC` size, tolerance, tape, temperature coefficient by
 * specification (`-`), reel, resistance with R/K/M for the point, `L`. Example: RC0603FR-0710KL.
 * Source: Yageo data sheet "RC_L series", section "Ordering information".
 */
export const yageoRc = numberScheme({
  axes: {
    size: ['0201', '0402', '0603', '0805', '1206', '1210', '2010', '2512'],
    milliohms: [0, ...decades(series.e24, 1, 1), ...decades(series.e24AndE96, 2, 6)],
    tolerance: ['F', 'J'],
    reel: ['07', '13'],
  },
  exists: ({ tolerance, milliohms }) => tolerance === 'F' || isE24(milliohms),
  part: ({ size, tolerance, milliohms, reel }) =>
    chipResistor({
      manufacturer: 'Yageo',
      mpn: `RC${size}${tolerance}${embossed.has(size) ? 'K' : 'R'}-${reel}${letterCode(milliohms)}L`,
      size,
      milliohms,
      tolerance: toleranceOf[tolerance],
      packaging: `Tape and reel ${Number(reel)} inch`,
      packQuantity: piecesPerReel(size, reel),
    }),
});

/** Vishay's packaging codes of each size: the small reel, and the large one where there is one. */
const vishayReels: Readonly<Record<string, readonly { readonly code: string; readonly pieces: number }[]>> = {
  '0402': [
    { code: 'ED', pieces: 10_000 },
    { code: 'EE', pieces: 50_000 },
  ],
  '0603': [
    { code: 'EA', pieces: 5_000 },
    { code: 'EC', pieces: 20_000 },
  ],
  '0805': [
    { code: 'EA', pieces: 5_000 },
    { code: 'EC', pieces: 20_000 },
  ],
  '1206': [
    { code: 'EA', pieces: 5_000 },
    { code: 'EC', pieces: 20_000 },
  ],
  '2010': [{ code: 'EF', pieces: 4_000 }],
  '2512': [{ code: 'EG', pieces: 2_000 }],
};

/** One of the reels of a size, the smaller first. */
export const vishayReel = (size: string, reel: number) => vishayReels[size]?.[reel];

/**
 * Vishay Dale CRCW e3 standard thick-film chip resistors: `CRCW` size, resistance in four
 * characters, tolerance, temperature coefficient (K: 100 ppm/K, N: 200 ppm/K), packaging. Example:
 * CRCW060310K0FKEA. Source: Vishay document 20035 "D/CRCW e3", section "Part number and product
 * description".
 */
export const vishayCrcw = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206', '2010', '2512'],
    milliohms: [...decades(series.e24, 1, 1), ...decades(series.e24AndE96, 2, 6)],
    grade: ['FK', 'JN'],
    reel: [0, 1],
  },
  exists: ({ size, grade, milliohms, reel }) =>
    (grade === 'FK' || isE24(milliohms)) && vishayReel(size, reel) !== undefined,
  part: ({ size, milliohms, grade, reel }) => {
    const packing = vishayReel(size, reel);
    return chipResistor({
      manufacturer: 'Vishay',
      mpn: `CRCW${size}${letterCodeOfFour(milliohms)}${grade}${packing?.code ?? ''}`,
      size,
      milliohms,
      tolerance: grade === 'FK' ? 1 : 5,
      packaging: 'Tape and reel',
      packQuantity: packing?.pieces ?? 1,
    });
  },
});

/** Panasonic's type code (size and feature) for 1 % and 5 %, and packaging code, by EIA size. */
const erjTypes = {
  '0402': { fine: '2RK', coarse: '2GE', packing: 'X', pieces: 10_000 },
  '0603': { fine: '3EK', coarse: '3GEY', packing: 'V', pieces: 5_000 },
  '0805': { fine: '6EN', coarse: '6GEY', packing: 'V', pieces: 5_000 },
  '1206': { fine: '8EN', coarse: '8GEY', packing: 'V', pieces: 5_000 },
  '1210': { fine: '14N', coarse: '14Y', packing: 'U', pieces: 5_000 },
} as const;

/**
 * Panasonic ERJ thick-film chip resistors: `ERJ` type, tolerance, resistance (1 %: three figures
 * and a power of ten, 5 %: two and a power), packaging. Examples: ERJ3EKF1002V, ERJ3GEYJ103V.
 * Source: Panasonic data sheets "Precision thick film chip resistors" and "Thick film chip
 * resistors", "Explanation of part numbers".
 */
export const panasonicErj = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206', '1210'],
    milliohms: [0, ...decades(series.e24, 1, 1), ...decades(series.e24AndE96, 2, 5)],
    tolerance: [1, 5],
    packing: ['reel'],
  },
  exists: ({ tolerance, milliohms }) => (tolerance === 1 ? milliohms >= 10_000 : isE24(milliohms)),
  part: ({ size, milliohms, tolerance }) => {
    const { fine, coarse, packing, pieces } = erjTypes[size];
    const jumper = `${coarse}0R00`;
    const exact = `${fine}F${figuresAndPower(milliohms, 3)}`;
    const common = milliohms === 0 ? jumper : `${coarse}J${figuresAndPower(milliohms, 2)}`;
    const code = tolerance === 1 ? exact : common;
    return chipResistor({
      manufacturer: 'Panasonic',
      mpn: `ERJ${code}${packing}`,
      size,
      milliohms,
      tolerance,
      packaging: 'Tape and reel',
      packQuantity: pieces,
    });
  },
});

/**
 * KOA Speer's size and taping codes by EIA size. TP: paper, 2 mm pitch; TD: paper, 4 mm; TE:
 * embossed, 4 mm.
 */
export const koaTypes = {
  '0402': { code: '1E', taping: 'TP', pieces: 10_000 },
  '0603': { code: '1J', taping: 'TD', pieces: 5_000 },
  '0805': { code: '2A', taping: 'TD', pieces: 5_000 },
  '1206': { code: '2B', taping: 'TD', pieces: 5_000 },
  '1210': { code: '2E', taping: 'TE', pieces: 4_000 },
  '2512': { code: '3A', taping: 'TE', pieces: 4_000 },
} as const;

/**
 * KOA Speer RK73H (1 %) and RK73B (5 %) flat chip resistors: type, size, termination (T: tin),
 * taping, resistance, tolerance. Examples: RK73H1JTTD1002F, RK73B1JTTD103J. Source: KOA Speer data
 * sheets "RK73H" and "RK73B", "Ordering information".
 */
export const koaRk73 = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206', '1210', '2512'],
    milliohms: decades(series.e24AndE96, 2, 6),
    tolerance: [1, 5],
    packing: ['reel'],
  },
  exists: ({ tolerance, milliohms }) => tolerance === 1 || isE24(milliohms),
  part: ({ size, milliohms, tolerance }) => {
    const { code, taping, pieces } = koaTypes[size];
    const tail = tolerance === 1 ? `${figuresAndPower(milliohms, 3)}F` : `${figuresAndPower(milliohms, 2)}J`;
    return chipResistor({
      manufacturer: 'KOA Speer',
      mpn: `RK73${tolerance === 1 ? 'H' : 'B'}${code}T${taping}${tail}`,
      size,
      milliohms,
      tolerance,
      packaging: 'Tape and reel 7 inch',
      packQuantity: pieces,
    });
  },
});

/**
 * Bourns CR chip resistors: `CR` size, tolerance and temperature coefficient, resistance, E: paper
 * tape, LF: lead-free. Examples: CR0603-FX-1002ELF, CR0805-JW-103ELF. Source: Bourns "CR0402,
 * CR0603, CR0805, CR1206 chip resistors", "How to order".
 */
export const bournsCr = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206'],
    milliohms: [...decades(series.e24, 1, 1), ...decades(series.e24AndE96, 2, 6)],
    tolerance: ['FX', 'JW'],
  },
  exists: ({ tolerance, milliohms }) => tolerance === 'FX' || isE24(milliohms),
  part: ({ size, tolerance, milliohms }) =>
    chipResistor({
      manufacturer: 'Bourns',
      mpn: `CR${size}-${tolerance}-${figuresAndPower(milliohms, tolerance === 'FX' ? 3 : 2)}ELF`,
      size,
      milliohms,
      tolerance: tolerance === 'FX' ? 1 : 5,
      packaging: 'Paper tape and reel',
      packQuantity: 5_000,
    }),
});

/** UNI-ROYAL's power code that goes with each size. */
const uniroyalPowers = { '0402': 'WG', '0603': 'WA', '0805': 'W8', '1206': 'W4' } as const;

const uniroyalReels = { T5E: 5_000, TCE: 10_000 } as const;

/**
 * UNI-ROYAL thick film chip resistors: size, power, tolerance, resistance (three figures and a
 * power at 1 %, 0 with two figures at 5 %), reel. Examples: 0603WAF1002T5E, 0402WGJ0103TCE. Source:
 * UNI-ROYAL "Thick film chip resistors", "Ordering procedure".
 */
export const uniroyalChip = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206'],
    milliohms: [0, ...decades(series.e24, 1, 1), ...decades(series.e24AndE96, 2, 6)],
    tolerance: ['F', 'J'],
    reel: ['T5E', 'TCE'],
  },
  exists: ({ size, tolerance, milliohms, reel }) =>
    (reel === 'TCE') === (size === '0402') && (tolerance === 'F' || isE24(milliohms)),
  part: ({ size, tolerance, milliohms, reel }) => {
    const short = `0${figuresAndPower(milliohms, 2)}`;
    const coded = tolerance === 'F' ? figuresAndPower(milliohms, 3) : short;
    const value = milliohms === 0 ? '0000' : coded.replace(/^(\d)R(\d)(\d)$/u, '$1$2$3K');
    return chipResistor({
      manufacturer: 'UNI-ROYAL',
      mpn: `${size}${uniroyalPowers[size]}${tolerance}${value}${reel}`,
      size,
      milliohms,
      tolerance: toleranceOf[tolerance],
      packaging: 'Tape and reel',
      packQuantity: uniroyalReels[reel],
    });
  },
});

type Size = '0402' | '0603' | '0805' | '1206' | '1210' | '2010' | '2512';

/** Thick-film chip resistors of makers who compose their numbers of the same things. */
interface ChipResistors {
  readonly manufacturer: string;
  readonly sizes: readonly Size[];
  readonly tolerances: readonly (0.1 | 1 | 5)[];
  readonly number: (size: Size, milliohms: number, tolerance: 0.1 | 1 | 5) => string;
}

const chips = ({ manufacturer, sizes, tolerances, number }: ChipResistors): NumberScheme =>
  numberScheme({
    axes: { size: sizes, milliohms: decades(series.e24, 1, 7), tolerance: tolerances },
    part: ({ size, milliohms, tolerance }) =>
      chipResistor({
        manufacturer,
        mpn: number(size, milliohms, tolerance),
        size,
        milliohms,
        tolerance,
        packaging: 'Tape and reel',
        packQuantity: size === '0402' ? 10_000 : 5_000,
      }),
  });

const everyday: readonly Size[] = ['0402', '0603', '0805', '1206'];

/** Three figures and a power at 1 %, two and a power at 5 %. */
const figures = (milliohms: number, tolerance: number): string => figuresAndPower(milliohms, tolerance === 5 ? 2 : 3);

const fenghua: Readonly<Record<string, string>> = { '0402': '10', '0603': '06', '0805': '05', '1206': '12' };
const rohm: Readonly<Record<string, string>> = { '0402': '01MZP', '0603': '03EZP', '0805': '10EZP', '1206': '18EZP' };
const samsung: Readonly<Record<string, string>> = { '0402': '1005', '0603': '1608', '0805': '2012', '1206': '3216' };

/** Sources: "Part numbering" or "How to order" in the data sheet of each series by its maker. */
export const chipResistorsByManufacturer = [
  chips({
    manufacturer: 'Stackpole',
    sizes: everyday,
    tolerances: [1, 5],
    number: (size, value, tolerance) => `RMCF${size}${tolerance === 1 ? 'FT' : 'JT'}${letterCodeOfFour(value)}`,
  }),
  chips({
    manufacturer: 'TE Connectivity',
    sizes: everyday,
    tolerances: [1],
    number: (size, value) => `CRG${size}F${letterCode(value)}`,
  }),
  chips({
    manufacturer: 'TE Connectivity',
    sizes: ['0402', '0603', '0805'],
    tolerances: [0.1],
    number: (size, value) => `CPF${size}B${letterCode(value)}E1`,
  }),
  chips({
    manufacturer: 'ROHM',
    sizes: everyday,
    tolerances: [1, 5],
    number: (size, value, tolerance) => `MCR${rohm[size]}${tolerance === 1 ? 'FX' : 'J'}${figures(value, tolerance)}`,
  }),
  chips({
    manufacturer: 'Samsung Electro-Mechanics',
    sizes: everyday,
    tolerances: [1, 5],
    number: (size, value, tolerance) =>
      `RC${samsung[size]}${tolerance === 1 ? 'F' : 'J'}${figures(value, tolerance)}CS`,
  }),
  chips({
    manufacturer: 'Multicomp',
    sizes: everyday,
    tolerances: [1, 5],
    number: (size, value, tolerance) =>
      `MCWR${size.slice(0, 2)}X${figures(value, tolerance)}${tolerance === 1 ? 'F' : 'J'}TL`,
  }),
  chips({
    manufacturer: 'Fenghua',
    sizes: everyday,
    tolerances: [1, 5],
    number: (size, value, tolerance) =>
      `RC-${fenghua[size]}${tolerance === 1 ? 'H' : 'K'}${figures(value, tolerance)}${tolerance === 1 ? 'F' : 'J'}T`,
  }),
] as const;
