import { chipResistor } from '../chip-resistor.ts';
import { type NumberScheme, numberScheme } from '../number-scheme.ts';
import { decades, figuresAndPower, letterCode, letterCodeOfFour, series } from '../preferred-values.ts';

/** Thick-film chip resistors of makers who compose their numbers of the same things. */

type Size = '0402' | '0603' | '0805' | '1206' | '1210' | '2010' | '2512';

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
export const chipResistorsByMaker = [
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
