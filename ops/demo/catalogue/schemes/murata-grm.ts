import {
  ceramicAxes,
  ceramicCapacitor,
  ceramicExists,
  ceramicThickness,
  toleranceLetters,
  voltageCodes,
} from '../ceramic-capacitor.ts';
import { numberScheme } from '../number-scheme.ts';
import { figuresAndPower } from '../preferred-values.ts';

const sizeCodes = { '0402': '15', '0603': '18', '0805': '21', '1206': '31', '1210': '32' } as const;
const dielectricCodes = { C0G: '5C', X7R: 'R7', X5R: 'R6' } as const;
const thicknessCodes: Readonly<Record<number, string>> = { 50: '5', 80: '8', 85: '9', 125: 'B', 160: 'C', 250: 'E' };

const reels = {
  D: { packaging: 'Paper tape, 180 mm reel', pieces: 4_000 },
  J: { packaging: 'Paper tape, 330 mm reel', pieces: 10_000 },
} as const;

/**
 * Murata GRM: `GRM` size, thickness, temperature characteristic, voltage, capacitance, tolerance,
 * individual specification (assigned by Murata; A93 here throughout), packaging. Example:
 * GRM188R71H104KA93D. Source: Murata catalogue C02E "Chip monolithic ceramic capacitors", "Part
 * numbering".
 */
export const murataGrm = numberScheme({
  axes: { ...ceramicAxes, reel: ['D', 'J'] },
  exists: ceramicExists,
  part: ({ reel, ...rating }) => {
    const body = `${sizeCodes[rating.size]}${thicknessCodes[ceramicThickness(rating)] ?? 'X'}`;
    const electrical = `${dielectricCodes[rating.dielectric]}${voltageCodes[rating.volts]}`;
    const value = `${figuresAndPower(rating.femtofarads, 2)}${toleranceLetters[rating.tolerance]}`;
    return ceramicCapacitor({
      ...rating,
      manufacturer: 'Murata',
      mpn: `GRM${body}${electrical}${value}A93${reel}`,
      packaging: reels[reel].packaging,
      packQuantity: reels[reel].pieces,
    });
  },
});
