import { type NumberScheme, numberScheme } from '../number-scheme.ts';
import { decades, letterCode, letterCodeOfFour, ohms, series } from '../preferred-values.ts';

/** Resistors with leads, and arrays of chip resistors. */

interface WiredResistors {
  readonly manufacturer: string;
  readonly what: string;
  readonly power: string;
  readonly tolerance: 1 | 5;
  readonly number: (milliohms: number) => string;
}

/** 1 Ω to 9.1 MΩ in E24. */
const values = decades(series.e24, 1, 7);

const wired = ({ manufacturer, what, power, tolerance, number }: WiredResistors): NumberScheme =>
  numberScheme({
    axes: { milliohms: values },
    part: ({ milliohms }) => ({
      manufacturer,
      mpn: number(milliohms),
      description: `${what} resistor ${ohms(milliohms)} ±${tolerance} % ${power}, axial`,
      attributes: {
        category: 'Wired resistor',
        resistance: ohms(milliohms),
        tolerance: `±${tolerance} %`,
        power,
        mounting: 'through hole',
      },
      packaging: 'Ammo pack',
      packQuantity: 1_000,
      typicalPriceMicros: tolerance === 1 ? 55_000 : 30_000,
    }),
  });

/** Sources: "Ordering information" of each series by its maker. */
export const wiredResistors = [
  wired({
    manufacturer: 'Yageo',
    what: 'Carbon film',
    power: '1/4 W',
    tolerance: 5,
    number: (value) => `CFR-25JB-52-${letterCode(value)}`,
  }),
  wired({
    manufacturer: 'Yageo',
    what: 'Metal film',
    power: '1/4 W',
    tolerance: 1,
    number: (value) => `MFR-25FBF52-${letterCode(value)}`,
  }),
  wired({
    manufacturer: 'Yageo',
    what: 'Metal film',
    power: '1/4 W',
    tolerance: 1,
    number: (value) => `MFR-25FRF52-${letterCode(value)}`,
  }),
  wired({
    manufacturer: 'Stackpole',
    what: 'Carbon film',
    power: '1/4 W',
    tolerance: 5,
    number: (value) => `CF14JT${letterCodeOfFour(value)}`,
  }),
  wired({
    manufacturer: 'Stackpole',
    what: 'Metal film',
    power: '1/4 W',
    tolerance: 1,
    number: (value) => `RNMF14FTC${letterCodeOfFour(value)}`,
  }),
  wired({
    manufacturer: 'Multicomp',
    what: 'Metal film',
    power: '1/4 W',
    tolerance: 1,
    number: (value) => `MF25 ${letterCode(value)}`,
  }),
] as const;

interface ResistorArrays {
  readonly manufacturer: string;
  readonly number: (milliohms: number) => string;
  readonly size: string;
  readonly tolerance: 1 | 5;
}

const arrays = ({ manufacturer, number, size, tolerance }: ResistorArrays): NumberScheme =>
  numberScheme({
    axes: { milliohms: decades(series.e12, 2, 5) },
    part: ({ milliohms }) => ({
      manufacturer,
      mpn: number(milliohms),
      description: `Resistor array, four times ${ohms(milliohms)} ±${tolerance} % 1/16 W, ${size}`,
      attributes: {
        category: 'Resistor array',
        resistance: ohms(milliohms),
        tolerance: `±${tolerance} %`,
        elements: '4',
      },
      packaging: 'Tape and reel',
      packQuantity: 5_000,
      typicalPriceMicros: 35_000,
    }),
  });

const twoFigures = (milliohms: number): string => {
  const value = milliohms / 1_000;
  const power = Math.max(0, Math.floor(Math.log10(value)) - 1);
  return `${Math.round(value / 10 ** power)}${power}`;
};

const threeFigures = (milliohms: number): string => {
  const value = milliohms / 1_000;
  if (value < 100) return letterCodeOfFour(milliohms);
  const power = Math.floor(Math.log10(value)) - 2;
  return `${Math.round(value / 10 ** power)}${power}`;
};

/** Sources: "Ordering information" of each series by its maker. */
export const resistorArrays = [
  arrays({ manufacturer: 'Yageo', size: '0603', tolerance: 5, number: (value) => `YC164-JR-07${letterCode(value)}L` }),
  arrays({ manufacturer: 'Yageo', size: '0603', tolerance: 1, number: (value) => `YC164-FR-07${letterCode(value)}L` }),
  arrays({ manufacturer: 'Yageo', size: '0402', tolerance: 5, number: (value) => `YC124-JR-07${letterCode(value)}L` }),
  arrays({ manufacturer: 'Bourns', size: '0603', tolerance: 5, number: (value) => `CAY16-${twoFigures(value)}J4LF` }),
  arrays({ manufacturer: 'Bourns', size: '0603', tolerance: 1, number: (value) => `CAY16-${threeFigures(value)}F4LF` }),
  arrays({ manufacturer: 'Bourns', size: '0603', tolerance: 5, number: (value) => `CAT16-${twoFigures(value)}J4LF` }),
  arrays({ manufacturer: 'Panasonic', size: '0603', tolerance: 5, number: (value) => `EXB-V8V${twoFigures(value)}JV` }),
  arrays({ manufacturer: 'Panasonic', size: '0603', tolerance: 5, number: (value) => `EXB-38V${twoFigures(value)}JV` }),
  arrays({
    manufacturer: 'UNI-ROYAL',
    size: '0603',
    tolerance: 5,
    number: (value) => `4D03WGJ0${twoFigures(value)}T5E`,
  }),
] as const;
