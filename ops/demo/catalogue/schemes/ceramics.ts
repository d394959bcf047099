import {
  type CeramicRating,
  ceramicAxes,
  ceramicCapacitor,
  ceramicExists,
  ceramicThickness,
  isOnShelf,
  toleranceLetters,
  voltageCodes,
} from '../ceramic-capacitor.ts';
import { type NumberScheme, numberScheme } from '../number-scheme.ts';
import { figuresAndPower } from '../preferred-values.ts';

/** Ceramic capacitors by the numbers of their makers. */

interface Packing {
  readonly packaging: string;
  readonly packQuantity: number;
}

interface Ceramics<End extends string> {
  readonly manufacturer: string;
  /** Ends of the number, of which each says another packing or product code. */
  readonly ends: readonly End[];
  readonly number: (rating: CeramicRating, end: End) => string;
  /** Whether it is made; left out: what sellers have on the shelf. */
  readonly isMade?: (rating: CeramicRating) => boolean;
  /** Whether an end goes with a rating; left out: every one. */
  readonly goes?: (rating: CeramicRating, end: End) => boolean;
  /** How it is packed; left out: on a reel, the smallest size the most. */
  readonly packed?: (rating: CeramicRating, end: End) => Packing;
}

const onReel = ({ size }: CeramicRating): Packing => ({
  packaging: 'Tape and reel',
  packQuantity: size === '0402' ? 10_000 : 4_000,
});

const onSmallReel: Packing = { packaging: 'Tape and reel 7 inch', packQuantity: 4_000 };

const ceramics = <const End extends string>(made: Ceramics<End>): NumberScheme => {
  const { manufacturer, ends, number, isMade = isOnShelf, goes = () => true, packed = onReel } = made;
  return numberScheme({
    axes: { ...ceramicAxes, end: ends },
    exists: ({ end, ...rating }) => isMade(rating) && goes(rating, end),
    part: ({ end, ...rating }) =>
      ceramicCapacitor({ ...rating, ...packed(rating, end), manufacturer, mpn: number(rating, end) }),
  });
};

/** Capacitance of two figures and a power of ten in picofarads, and tolerance. */
const value = ({ femtofarads, tolerance }: CeramicRating): string =>
  `${figuresAndPower(femtofarads, 2)}${toleranceLetters[tolerance]}`;

/** One microfarad, in femtofarads: from here on Murata's specifications are of another sort. */
const microfarad = 1e9;

const murataSizes = { '0402': '15', '0603': '18', '0805': '21', '1206': '31', '1210': '32' } as const;
const murataDielectrics = { C0G: '5C', X7R: 'R7', X5R: 'R6' } as const;
const murataThickness: Readonly<Record<number, string>> = { 50: '5', 80: '8', 85: '9', 125: 'B', 160: 'C', 250: 'E' };

/**
 * Murata GRM: `GRM` size, thickness, temperature characteristic, voltage, capacitance, tolerance,
 * individual specification (assigned by Murata), packaging. Example: GRM188R71H104KA93D. Source:
 * Murata catalogue C02E "Chip monolithic ceramic capacitors", "Part numbering".
 */
const murataNumber = (rating: CeramicRating, end: string): string => {
  const body = `${murataSizes[rating.size]}${murataThickness[ceramicThickness(rating)] ?? 'X'}`;
  return `GRM${body}${murataDielectrics[rating.dielectric]}${voltageCodes[rating.volts]}${value(rating)}${end}`;
};

const murataReels = {
  A93D: { packaging: 'Paper tape, 180 mm reel', packQuantity: 4_000 },
  A93J: { packaging: 'Paper tape, 330 mm reel', packQuantity: 10_000 },
} as const;

/** Murata GRM with the specification A93 throughout. */
export const murataGrm = ceramics({
  manufacturer: 'Murata',
  ends: ['A93D', 'A93J'],
  isMade: ceramicExists,
  number: murataNumber,
  packed: (_, end) => murataReels[end],
});

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

const kemetDielectrics = { C0G: 'G', X7R: 'R', X5R: 'P' } as const;
const kemetVolts = { 6.3: '9', 10: '8', 16: '4', 25: '3', 50: '5', 100: '1' } as const;
const kemetReels = {
  TU: { packaging: 'Tape, 7 inch reel', packQuantity: 4_000 },
  '7411': { packaging: 'Tape, 13 inch reel', packQuantity: 10_000 },
} as const;

const kemetNumber = (rating: CeramicRating, coded: string, end: string): string =>
  `C${rating.size}C${coded}${kemetVolts[rating.volts]}${kemetDielectrics[rating.dielectric]}A${end}`;

/**
 * KEMET C series: `C` size, specification (C: standard), capacitance in picofarads, where the power
 * 9 stands for -1, so that 4.7 pF is `479`, tolerance, voltage, dielectric, failure rate (A: none),
 * termination (C: tin), packaging. Example: C0603C104K5RACTU. Source: KEMET data sheets C1002 "X7R"
 * and C1003 "C0G", "Ordering information".
 */
export const kemetC = ceramics({
  manufacturer: 'KEMET',
  ends: ['TU', '7411'],
  isMade: ceramicExists,
  number: (rating, reel) => {
    const coded = value(rating).replace(/^(\d)R(\d)/u, (_, ones, tenths) => `${ones}${tenths}9`);
    return kemetNumber(rating, coded, `C${reel}`);
  },
  packed: (_, reel) => kemetReels[reel],
});

const samsungSizes = { '0402': '05', '0603': '10', '0805': '21', '1206': '31', '1210': '32' } as const;
const samsungDielectrics = { C0G: 'C', X7R: 'B', X5R: 'A' } as const;
const samsungVolts = { 6.3: 'Q', 10: 'P', 16: 'O', 25: 'A', 50: 'B', 100: 'C' } as const;
const samsungThickness: Readonly<Record<number, string>> = { 50: '5', 80: '8', 85: 'C', 125: 'F', 160: 'H', 250: 'J' };
const samsungReels = {
  C: { packaging: 'Cardboard tape, 7 inch reel', packQuantity: 4_000 },
  D: { packaging: 'Cardboard tape, 13 inch reel', packQuantity: 10_000 },
} as const;

/**
 * Samsung Electro-Mechanics CL: `CL` size, dielectric, capacitance, tolerance, voltage, thickness,
 * plating and product codes (NNN: nickel barrier, normal), packaging. Example: CL10B104KB8NNNC.
 * Source: Samsung Electro-Mechanics "MLCC" catalogue, "Part numbering".
 */
const samsungNumber = (rating: CeramicRating, end: string): string => {
  const body = `${samsungVolts[rating.volts]}${samsungThickness[ceramicThickness(rating)] ?? 'X'}`;
  return `CL${samsungSizes[rating.size]}${samsungDielectrics[rating.dielectric]}${value(rating)}${body}NNN${end}`;
};

/** Samsung's CL series on its two reels. */
export const samsungCl = ceramics({
  manufacturer: 'Samsung Electro-Mechanics',
  ends: ['C', 'D'],
  isMade: ceramicExists,
  number: samsungNumber,
  packed: (_, end) => samsungReels[end],
});

/** Metric body size, in tenths of a millimetre. */
const tdkSizes = { '0402': '1005', '0603': '1608', '0805': '2012', '1206': '3216', '1210': '3225' } as const;

/**
 * TDK C series: `C` metric size, temperature characteristic, voltage, capacitance, tolerance,
 * thickness in hundredths of a millimetre, tape pitch (B: 2 mm, A: 4 mm), special code. Example:
 * C1608X7R1H104K080AA. Source: TDK "Multilayer ceramic chip capacitors, C series", "Catalog number
 * construction".
 */
const tdkNumber = (rating: CeramicRating, special: string): string => {
  const head = `C${tdkSizes[rating.size]}${rating.dielectric}${voltageCodes[rating.volts]}${value(rating)}`;
  const thickness = String(ceramicThickness(rating)).padStart(3, '0');
  return special === '' ? head : `${head}${thickness}${rating.size === '0402' ? 'B' : 'A'}${special}`;
};

/** TDK's C series with the special code A. */
export const tdkC = ceramics({
  manufacturer: 'TDK',
  ends: ['A'],
  isMade: ceramicExists,
  number: tdkNumber,
  packed: (rating) => ({ ...onReel(rating), packaging: 'Tape, 178 mm reel' }),
});

const yageoDielectrics = { C0G: 'NPO', X7R: 'X7R', X5R: 'X5R' } as const;
const yageoVolts = { 6.3: '5', 10: '6', 16: '7', 25: '8', 50: '9', 100: '0' } as const;

/**
 * Yageo CC: `CC` size, tolerance, tape (K: embossed, for large bodies, R: paper), dielectric,
 * voltage, process (BB: class 2, BN: class 1), capacitance. Examples: CC0603KRX7R9BB104,
 * CC0402JRNPO9BN180. Source: Yageo "Surface-mount ceramic multilayer capacitors", "Ordering
 * information".
 */
export const yageoCc = ceramics({
  manufacturer: 'Yageo',
  ends: [''],
  number: ({ size, dielectric, volts, femtofarads, tolerance }) => {
    const kind = `${yageoDielectrics[dielectric]}${yageoVolts[volts]}${dielectric === 'C0G' ? 'BN' : 'BB'}`;
    const tape = size > '0805' ? 'K' : 'R';
    return `CC${size}${toleranceLetters[tolerance]}${tape}${kind}${figuresAndPower(femtofarads, 2)}`;
  },
  packed: () => onSmallReel,
});

const avxDielectrics = { C0G: 'A', X7R: 'C', X5R: 'D' } as const;
const avxVolts = { 6.3: '6', 10: 'Z', 16: 'Y', 25: '3', 50: '5', 100: '1' } as const;

/**
 * KYOCERA AVX ceramic capacitors: size, voltage, dielectric, capacitance, tolerance, A: no failure
 * rate, T: plated nickel and tin, 2: 7 inch reel, A: standard. Example: 06035C104KAT2A. Source:
 * KYOCERA AVX "Surface mount ceramic capacitor products", "How to order".
 */
export const kyoceraAvx = ceramics({
  manufacturer: 'KYOCERA AVX',
  ends: ['AT2A'],
  number: (rating, end) =>
    `${rating.size}${avxVolts[rating.volts]}${avxDielectrics[rating.dielectric]}${value(rating)}${end}`,
  packed: () => onSmallReel,
});

const voltsInFigures = { 6.3: '6R3', 10: '100', 16: '160', 25: '250', 50: '500', 100: '101' } as const;
const plainDielectrics = { C0G: 'CG', X7R: 'B', X5R: 'X' } as const;
const multicompDielectrics = { C0G: 'N', X7R: 'B', X5R: 'X' } as const;
const vishayDielectrics = { C0G: 'A', X7R: 'Y', X5R: 'G' } as const;
const vishayVolts = { 6.3: 'Y', 10: 'Q', 16: 'J', 25: 'X', 50: 'A', 100: 'B' } as const;
const taiyoVolts = { 6.3: 'J', 10: 'L', 16: 'E', 25: 'T', 50: 'U', 100: 'H' } as const;
const taiyoSizes = { '0402': '105', '0603': '107', '0805': '212', '1206': '316', '1210': '325' } as const;
const taiyoDielectrics = { C0G: 'CG', X7R: 'B7', X5R: 'BJ' } as const;

/** Size, dielectric, capacitance and tolerance, and volts in figures, as several makers have it. */
const plainNumber = (rating: CeramicRating, dielectrics: Readonly<Record<CeramicRating['dielectric'], string>>) =>
  `${rating.size}${dielectrics[rating.dielectric]}${value(rating)}${voltsInFigures[rating.volts]}`;

/**
 * What sellers have on the shelf of more makers, and with more ends. Sources: "Part numbering" in
 * the catalogue of each maker.
 */
export const ceramicsByManufacturer = [
  ceramics({
    manufacturer: 'Murata',
    ends: [...new Set(Object.values(murataEnds).flat())],
    goes: (rating, end) => murataEndsOf(rating).includes(end),
    number: murataNumber,
  }),
  ceramics({
    manufacturer: 'TDK',
    ends: ['', 'C', 'B'],
    goes: ({ size }, end) => end === '' || (end === 'B') === (size === '0402'),
    number: tdkNumber,
  }),
  ceramics({
    manufacturer: 'KEMET',
    ends: ['C', 'C7867'],
    number: (rating, end) => kemetNumber(rating, value(rating), end),
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
    number: (rating, end) => `${plainNumber(rating, plainDielectrics)}${end}`,
  }),
  ceramics({
    manufacturer: 'Walsin',
    ends: ['CT'],
    number: (rating, end) => `${plainNumber(rating, multicompDielectrics)}${end}`,
  }),
  ceramics({
    manufacturer: 'Multicomp',
    ends: ['CT'],
    number: (rating, end) => `MC${plainNumber(rating, multicompDielectrics)}${end}`,
  }),
  ceramics({
    manufacturer: 'Samsung Electro-Mechanics',
    ends: ['E', 'L'],
    goes: ({ size, femtofarads }, end) => size !== '0402' && (end === 'E' || femtofarads > microfarad),
    number: samsungNumber,
  }),
] as const;
