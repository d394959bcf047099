import { toleranceOf } from '../chip-resistor.ts';
import { type NumberScheme, numberScheme } from '../number-scheme.ts';
import { decades, letterCode, letterCodeOfFour, ohms, series } from '../preferred-values.ts';

/** Resistors with leads, arrays of chip resistors, and MELF resistors. */

/** 1 Ω to 9.1 MΩ in E24. */
const values = decades(series.e24, 1, 7);

/** Resistors of a quarter of a watt: carbon film holds 5 %, metal film 1 %. */
const wired = (
  manufacturer: string,
  what: 'Carbon film' | 'Metal film',
  number: (milliohms: number) => string,
): NumberScheme => {
  const tolerance = what === 'Metal film' ? 1 : 5;
  return numberScheme({
    axes: { milliohms: values },
    part: ({ milliohms }) => ({
      manufacturer,
      mpn: number(milliohms),
      description: `${what} resistor ${ohms(milliohms)} ±${tolerance} % 1/4 W, axial`,
      attributes: {
        category: 'Wired resistor',
        resistance: ohms(milliohms),
        tolerance: `±${tolerance} %`,
        power: '1/4 W',
        mounting: 'through hole',
      },
      packaging: 'Ammo pack',
      packQuantity: 1_000,
      typicalPriceMicros: tolerance === 1 ? 55_000 : 30_000,
    }),
  });
};

/** Sources: "Ordering information" of each series by its maker. */
export const wiredResistors = [
  wired('Yageo', 'Carbon film', (value) => `CFR-25JB-52-${letterCode(value)}`),
  wired('Yageo', 'Metal film', (value) => `MFR-25FBF52-${letterCode(value)}`),
  wired('Yageo', 'Metal film', (value) => `MFR-25FRF52-${letterCode(value)}`),
  wired('Stackpole', 'Carbon film', (value) => `CF14JT${letterCodeOfFour(value)}`),
  wired('Stackpole', 'Metal film', (value) => `RNMF14FTC${letterCodeOfFour(value)}`),
  wired('Multicomp', 'Metal film', (value) => `MF25 ${letterCode(value)}`),
] as const;

/** Arrays of four. */
const arrays = (
  manufacturer: string,
  size: '0402' | '0603',
  tolerance: 1 | 5,
  number: (milliohms: number) => string,
): NumberScheme =>
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
  arrays('Yageo', '0603', 5, (value) => `YC164-JR-07${letterCode(value)}L`),
  arrays('Yageo', '0603', 1, (value) => `YC164-FR-07${letterCode(value)}L`),
  arrays('Yageo', '0402', 5, (value) => `YC124-JR-07${letterCode(value)}L`),
  arrays('Bourns', '0603', 5, (value) => `CAY16-${twoFigures(value)}J4LF`),
  arrays('Bourns', '0603', 1, (value) => `CAY16-${threeFigures(value)}F4LF`),
  arrays('Bourns', '0603', 5, (value) => `CAT16-${twoFigures(value)}J4LF`),
  arrays('Panasonic', '0603', 5, (value) => `EXB-V8V${twoFigures(value)}JV`),
  arrays('Panasonic', '0603', 5, (value) => `EXB-38V${twoFigures(value)}JV`),
  arrays('UNI-ROYAL', '0603', 5, (value) => `4D03WGJ0${twoFigures(value)}T5E`),
] as const;

/** Model and size: power, price in millionths of a euro, packaging code and pieces. */
const melfBodies = {
  MMU0102: { power: '1/5 W', priceMicros: 95_000, packing: 'B3', pieces: 3_000 },
  MMA0204: { power: '1/4 W', priceMicros: 70_000, packing: 'B3', pieces: 3_000 },
  MMB0207: { power: '2/5 W', priceMicros: 110_000, packing: 'B2', pieces: 2_000 },
} as const;

const melfCoefficients = { C: 50, E: 25 } as const;

/**
 * Three figures and a power of ten in ohms, where 8 stands for the power -2 and 9 for -1: `1002` is
 * 10 kilohm, `1009` 10 ohm.
 */
const melfCode = (milliohms: number): string => {
  const power = String(milliohms).length - 6;
  return String(milliohms).slice(0, 3) + (power < 0 ? 10 + power : power);
};

/**
 * Vishay Beyschlag professional thin-film MELF resistors: model and size, special character (0:
 * neutral), temperature coefficient, resistance, tolerance, packaging, 00. Example:
 * MMA02040C1002FB300. Source: Vishay document 28713 "MMU 0102, MMA 0204, MMB 0207 - Professional",
 * section "Part number and product description".
 */
export const vishayMelf = numberScheme({
  axes: {
    body: ['MMU0102', 'MMA0204', 'MMB0207'],
    milliohms: decades(series.e24AndE96, 2, 5),
    coefficient: ['C', 'E'],
    tolerance: ['D', 'F'],
    packing: ['reel'],
  },
  part: ({ body, milliohms, coefficient, tolerance }) => {
    const { power, priceMicros, packing, pieces } = melfBodies[body];
    const resistance = ohms(milliohms);
    const spread = `±${toleranceOf[tolerance]} %`;
    const drift = `±${melfCoefficients[coefficient]} ppm/K`;
    return {
      manufacturer: 'Vishay',
      mpn: `${body}0${coefficient}${melfCode(milliohms)}${tolerance}${packing}00`,
      description: `MELF resistor ${resistance} ${spread} ${power} ${body.slice(3)} ${drift}`,
      attributes: {
        category: 'MELF resistor',
        resistance,
        tolerance: spread,
        power,
        package: body.slice(3),
        'temperature coefficient': drift,
      },
      packaging: 'Blister tape and reel',
      packQuantity: pieces,
      typicalPriceMicros: tolerance === 'F' ? priceMicros : Math.round(priceMicros * 1.4),
    };
  },
});
