import { chipResistor } from '../chip-resistor.ts';
import { type NumberScheme, numberScheme } from '../number-scheme.ts';
import { decades, figuresAndPower, isE24, letterCode, letterCodeOfFour, series } from '../preferred-values.ts';

/** Chip resistors of the makers' whole programmes: all of E24 and E96, all sizes. */

const values = [0, ...decades(series.e24, 1, 1), ...decades(series.e24AndE96, 2, 6)];

/** Tolerance letters with their percents. */
const percents = { B: 0.1, D: 0.5, F: 1, J: 5 } as const;
type Letter = keyof typeof percents;

interface Programme {
  readonly manufacturer: string;
  readonly sizes: readonly string[];
  readonly tolerances: readonly Letter[];
  /** Undefined: not made. */
  readonly number: (size: string, milliohms: number, tolerance: Letter) => string | undefined;
  readonly values?: readonly number[];
}

const programme = (made: Programme): NumberScheme =>
  numberScheme({
    name: ({ size, milliohms, tolerance }) => ({
      manufacturer: made.manufacturer,
      mpn: made.number(size, milliohms, tolerance) ?? '',
    }),
    axes: { size: made.sizes, milliohms: made.values ?? values, tolerance: made.tolerances },
    exists: ({ size, milliohms, tolerance }) =>
      (tolerance !== 'J' || isE24(milliohms)) && made.number(size, milliohms, tolerance) !== undefined,
    part: ({ size, milliohms, tolerance }) =>
      chipResistor({
        manufacturer: made.manufacturer,
        mpn: made.number(size, milliohms, tolerance) ?? '',
        size,
        milliohms,
        tolerance: percents[tolerance],
        packaging: 'Tape and reel',
        packQuantity: size <= '0402' ? 10_000 : size >= '2010' ? 4_000 : 5_000,
      }),
  });

const everyday = ['0402', '0603', '0805', '1206'] as const;
const all = ['0201', ...everyday, '1210', '2010', '2512'] as const;

/** Two figures and a power at 5 %, three else, R for the point: 103, 1002, 4R7. */
const figures = (milliohms: number, tolerance: Letter): string =>
  milliohms === 0 ? (tolerance === 'J' ? '000' : '0000') : figuresAndPower(milliohms, tolerance === 'J' ? 2 : 3);

/** UNI-ROYAL counts down in letters: J is a tenth, K a hundredth, L a thousandth. */
const uniroyalFigures = (milliohms: number, tolerance: Letter): string => {
  if (milliohms === 0) return '0000';
  const digits = String(milliohms);
  const wanted = tolerance === 'J' ? 2 : 3;
  const power = digits.length - 3 - wanted;
  const mark = power >= 0 ? String(power) : (['J', 'K', 'L'][-power - 1] ?? 'L');
  return `${tolerance === 'J' ? '0' : ''}${digits.slice(0, wanted).padEnd(wanted, '0')}${mark}`;
};

const uniroyalPowers: Readonly<Record<string, readonly string[]>> = {
  '0201': ['WM'],
  '0402': ['WG'],
  '0603': ['WA', 'SA'],
  '0805': ['W8', 'S8'],
  '1206': ['W4', 'S4'],
  '1210': ['W2', 'S3'],
  '2010': ['W2', '07'],
  '2512': ['1W', '2W'],
};

/** The ends that go with a size: 5,000 or 10,000 on paper, 4,000 embossed. */
const uniroyalEnds = (size: string): readonly string[] =>
  size <= '0402' ? ['TCE', 'TDE'] : size >= '2010' ? ['T4E', 'T4S'] : ['T5E', 'T5S'];

const uniroyal = [0, 1].flatMap((power) =>
  [0, 1].map((end) =>
    programme({
      manufacturer: 'UNI-ROYAL',
      sizes: all,
      tolerances: ['D', 'F', 'J'],
      number: (size, value, tolerance) => {
        const code = uniroyalPowers[size]?.[power];
        if (code === undefined || (value === 0 && tolerance === 'D')) return undefined;
        return `${size}${code}${tolerance}${uniroyalFigures(value, tolerance)}${uniroyalEnds(size)[end]}`;
      },
    }),
  ),
);

const panasonicTypes: Readonly<
  Record<string, { readonly fine: string; readonly coarse: string; readonly end: string }>
> = {
  '0201': { fine: '1GN', coarse: '1GN', end: 'C' },
  '0402': { fine: '2RK', coarse: '2GE', end: 'X' },
  '0603': { fine: '3EK', coarse: '3GEY', end: 'V' },
  '0805': { fine: '6EN', coarse: '6GEY', end: 'V' },
  '1206': { fine: '8EN', coarse: '8GEY', end: 'V' },
  '1210': { fine: '14N', coarse: '14Y', end: 'U' },
  '2010': { fine: '12N', coarse: '12ZY', end: 'U' },
  '2512': { fine: '1TN', coarse: '1TY', end: 'U' },
};
const panasonicPower: Readonly<Record<string, string>> = { '0402': 'PA2', '0603': 'PA3', '0805': 'P06', '1206': 'P08' };

const rohmTypes: Readonly<Record<string, string>> = {
  '0201': '006',
  '0402': '01',
  '0603': '03',
  '0805': '10',
  '1206': '18',
};
const walsinSizes: Readonly<Record<string, string>> = { '0402': '04', '0603': '06', '0805': '08', '1206': '12' };
const ralecSizes: Readonly<Record<string, string>> = { '0402': '02', '0603': '03', '0805': '05', '1206': '06' };
const samsungSizes: Readonly<Record<string, string>> = {
  '0201': '0603',
  '0402': '1005',
  '0603': '1608',
  '0805': '2012',
  '1206': '3216',
  '1210': '3225',
  '2010': '5025',
  '2512': '6432',
};
const susumuSizes: Readonly<Record<string, string>> = {
  '0402': '1005',
  '0603': '1608',
  '0805': '2012',
  '1206': '3216',
};
const fenghuaSizes: Readonly<Record<string, string>> = { '0402': '02', '0603': '03', '0805': '05', '1206': '06' };

/** One to five hundred milliohms, in which currents are measured. */
const shunts = [
  1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 18, 20, 22, 25, 27, 30, 33, 39, 40, 47, 50, 56, 60, 62, 68, 75, 80, 82, 90, 100,
  110, 120, 150, 160, 180, 200, 220, 240, 250, 270, 300, 330, 360, 390, 400, 430, 470, 500, 510, 560, 620, 680, 750,
  820, 910,
];

/** R005, R10 as R100. */
const shuntCode = (milliohms: number): string => `R${String(milliohms).padStart(3, '0')}`;
const shunt = (
  manufacturer: string,
  number: (size: string, code: string, tolerance: Letter) => string,
  sizes: readonly string[] = ['0603', '0805', '1206', '2010', '2512'],
): NumberScheme =>
  numberScheme({
    axes: { size: sizes, milliohms: shunts, tolerance: ['D', 'F', 'J'] as const },
    part: ({ size, milliohms, tolerance }) => ({
      ...chipResistor({
        manufacturer,
        mpn: number(size, shuntCode(milliohms), tolerance),
        size,
        milliohms,
        tolerance: percents[tolerance],
        packaging: 'Tape and reel',
        packQuantity: 4_000,
      }),
      typicalPriceMicros: 160_000,
    }),
  });

/** Sources: "Part numbering" or "How to order" of each series by its maker. */
export const broadResistors: readonly NumberScheme[] = [
  ...uniroyal,
  ...(['F', 'J', 'D'] as const).flatMap((letter) =>
    ['07', '10', '13'].map((reel) =>
      programme({
        manufacturer: 'Yageo',
        sizes: all,
        tolerances: [letter],
        number: (size, value) =>
          letter === 'D' && value < 10_000
            ? undefined
            : `RC${size}${letter}${size >= '2010' ? 'K' : 'R'}-${reel}${letterCode(value)}L`,
      }),
    ),
  ),
  programme({
    manufacturer: 'Yageo',
    sizes: all,
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) => `AC${size}${tolerance}${size >= '2010' ? 'K' : 'R'}-07${letterCode(value)}L`,
  }),
  programme({
    manufacturer: 'Panasonic',
    sizes: all,
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) => {
      const type = panasonicTypes[size];
      if (type === undefined || (value === 0 && tolerance === 'F')) return undefined;
      const code = tolerance === 'F' ? `${type.fine}F` : value === 0 ? `${type.coarse}0R` : `${type.coarse}J`;
      return `ERJ-${code}${value === 0 ? '00' : figures(value, tolerance)}${type.end}`;
    },
  }),
  programme({
    manufacturer: 'Panasonic',
    sizes: everyday,
    tolerances: ['D', 'F', 'J'],
    number: (size, value, tolerance) =>
      value === 0
        ? undefined
        : `ERJ-${panasonicPower[size]}${tolerance}${figures(value, tolerance)}${size === '0402' ? 'X' : 'V'}`,
  }),
  programme({
    manufacturer: 'Stackpole',
    sizes: all,
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) =>
      `RMCF${size}${value === 0 ? 'ZT0R00' : `${tolerance}${size >= '2010' ? 'T' : 'T'}${letterCodeOfFour(value)}`}`,
    values: values.filter((value) => value > 0),
  }),
  programme({
    manufacturer: 'Stackpole',
    sizes: all,
    tolerances: ['J'],
    number: (size) => `RMCF${size}ZT0R00`,
    values: [0],
  }),
  programme({
    manufacturer: 'Stackpole',
    sizes: everyday,
    tolerances: ['F'],
    number: (size, value) => (value === 0 ? undefined : `RNCP${size}FTD${letterCodeOfFour(value)}`),
  }),
  programme({
    manufacturer: 'Vishay',
    sizes: all,
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) => {
      const end = size >= '2010' ? 'EF' : size === '0402' ? 'ED' : 'EA';
      if (value === 0) return `CRCW${size}0000Z0${end}`;
      return `CRCW${size}${letterCodeOfFour(value)}${tolerance}K${end}`;
    },
  }),
  programme({
    manufacturer: 'Bourns',
    sizes: all,
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) =>
      value === 0
        ? `CR${size}-J/-000ELF`
        : `CR${size}-${tolerance === 'F' ? 'FX' : 'JW'}-${figures(value, tolerance)}${size === '0402' ? 'GLF' : 'ELF'}`,
  }),
  programme({
    manufacturer: 'TE Connectivity',
    sizes: all,
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) => (value === 0 ? `CRG${size}ZR` : `CRGCQ${size}${tolerance}${letterCode(value)}`),
    values: values.filter((value) => value > 0),
  }),
  programme({
    manufacturer: 'TE Connectivity',
    sizes: everyday,
    tolerances: ['F'],
    number: (size, value) => (value === 0 ? undefined : `CRG${size}F${letterCode(value)}`),
  }),
  programme({
    manufacturer: 'TE Connectivity',
    sizes: everyday,
    tolerances: ['B'],
    number: (size, value) => (value < 10_000 ? undefined : `CPF${size}B${letterCode(value)}E1`),
  }),
  programme({
    manufacturer: 'TE Connectivity',
    sizes: everyday,
    tolerances: ['B'],
    number: (size, value) => (value < 10_000 ? undefined : `CPF${size}B${letterCode(value)}E`),
  }),
  programme({
    manufacturer: 'ROHM',
    sizes: ['0201', ...everyday],
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) =>
      `MCR${rohmTypes[size]}${size <= '0402' ? 'MZP' : 'EZP'}${tolerance === 'F' && size > '0402' ? 'FX' : tolerance}${figures(value, tolerance)}`,
  }),
  programme({
    manufacturer: 'ROHM',
    sizes: everyday,
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) =>
      `ESR${rohmTypes[size]}${size === '0402' ? 'MZP' : 'EZP'}${tolerance}${figures(value, tolerance)}`,
  }),
  programme({
    manufacturer: 'Samsung Electro-Mechanics',
    sizes: all,
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) => `RC${samsungSizes[size]}${tolerance}${figures(value, tolerance)}CS`,
  }),
  programme({
    manufacturer: 'Walsin',
    sizes: everyday,
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) =>
      `WR${walsinSizes[size]}X${figures(value, tolerance)}${tolerance === 'J' ? ' J' : 'F'}TL`.replace(' ', ''),
  }),
  programme({
    manufacturer: 'Fenghua',
    sizes: everyday,
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) => `RS-${fenghuaSizes[size]}K${figures(value, tolerance)}${tolerance}T`,
  }),
  programme({
    manufacturer: 'RALEC',
    sizes: everyday,
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) => `RTT${ralecSizes[size]}${figures(value, tolerance)}${tolerance}TP`,
  }),
  programme({
    manufacturer: 'Ever Ohms',
    sizes: everyday,
    tolerances: ['F', 'J'],
    number: (size, value, tolerance) =>
      value === 0 ? undefined : `CR${size}${tolerance}${letterCodeOfFour(value)}P05Z`,
  }),
  programme({
    manufacturer: 'Susumu',
    sizes: everyday,
    tolerances: ['B'],
    number: (size, value) =>
      value < 10_000
        ? undefined
        : `RG${susumuSizes[size]}P-${isE24(value) ? figuresAndPower(value, 2) : figuresAndPower(value, 3)}-B-T5`,
  }),
  programme({
    manufacturer: 'Susumu',
    sizes: everyday,
    tolerances: ['D'],
    number: (size, value) =>
      value < 10_000
        ? undefined
        : `RR${size === '0603' ? '0816' : size === '0805' ? '1220' : susumuSizes[size]}P-${isE24(value) ? figuresAndPower(value, 2) : figuresAndPower(value, 3)}-D`,
  }),
  shunt('Vishay', (size, code, tolerance) => `WSL${size}${code}0${tolerance}EA`),
  shunt('Vishay', (size, code, tolerance) => `WSLP${size}${code}0${tolerance}EA`),
  shunt(
    'Susumu',
    (size, code, tolerance) =>
      `RL${size === '0603' ? '0816' : size === '0805' ? '1220' : '1632'}T-${code}-${tolerance === 'D' ? 'F' : tolerance === 'F' ? 'G' : 'J'}`,
    ['0603', '0805', '1206'],
  ),
  shunt('Yageo', (size, code, tolerance) => `RL${size}${tolerance}${size >= '2010' ? 'K' : 'R'}-07${code}L`),
  shunt('Yageo', (size, code, tolerance) => `PE${size}${tolerance}${size >= '2010' ? 'KE' : 'RE'}070${code}L`),
  shunt('Yageo', (size, code, tolerance) => `PT${size}${tolerance}${size >= '2010' ? 'K' : 'R'}-070${code}L`),
  shunt('Stackpole', (size, code, tolerance) => `CSR${size}${tolerance}${size >= '2010' ? 'T' : 'T'}${code}`),
  shunt('Stackpole', (size, code, tolerance) => `CSNL${size}${tolerance}T${code}`),
  shunt('Bourns', (size, code, tolerance) => `CRE${size}-${tolerance}Z-${code}E-3`),
  shunt('Bourns', (size, code, tolerance) => `CRM${size}-${tolerance}X-${code}ELF`),
  shunt('Bourns', (size, code, tolerance) => `CRL${size}-${tolerance}W-${code}ELF`),
  shunt('Panasonic', (size, code, tolerance) =>
    `ERJ-L${size === '0603' ? '03' : size === '0805' ? '06' : size === '1206' ? '08' : size === '2010' ? '12' : '1W'}K${tolerance}${code.slice(0, 3)}${size > '1206' ? 'U' : 'V'}`.replace(
      'R',
      'R',
    ),
  ),
  shunt('UNI-ROYAL', (size, code, tolerance) => `${size}${uniroyalPowers[size]?.[0]}${tolerance}${code}T4E`),
];
