import {
  ceramicAxes,
  ceramicCapacitor,
  ceramicExists,
  ceramicThickness,
  toleranceLetters,
} from '../ceramic-capacitor.ts';
import { numberScheme } from '../number-scheme.ts';
import { figuresAndPower } from '../preferred-values.ts';

const sizeCodes = { '0402': '05', '0603': '10', '0805': '21', '1206': '31', '1210': '32' } as const;
const dielectricCodes = { C0G: 'C', X7R: 'B', X5R: 'A' } as const;
const voltCodes = { 6.3: 'Q', 10: 'P', 16: 'O', 25: 'A', 50: 'B', 100: 'C' } as const;
const thicknessCodes: Readonly<Record<number, string>> = { 50: '5', 80: '8', 85: 'C', 125: 'F', 160: 'H', 250: 'J' };

const reels = {
  C: { packaging: 'Cardboard tape, 7 inch reel', pieces: 4_000 },
  D: { packaging: 'Cardboard tape, 13 inch reel', pieces: 10_000 },
} as const;

/**
 * Samsung Electro-Mechanics CL: `CL` size, dielectric, capacitance, tolerance, voltage, thickness,
 * plating and product codes (NNN: nickel barrier, normal), packaging. Example: CL10B104KB8NNNC.
 * Source: Samsung Electro-Mechanics "MLCC" catalogue, "Part numbering".
 */
export const samsungCl = numberScheme({
  axes: { ...ceramicAxes, reel: ['C', 'D'] },
  exists: ceramicExists,
  part: ({ reel, ...rating }) => {
    const value = `${figuresAndPower(rating.femtofarads, 2)}${toleranceLetters[rating.tolerance]}`;
    const body = `${voltCodes[rating.volts]}${thicknessCodes[ceramicThickness(rating)] ?? 'X'}`;
    return ceramicCapacitor({
      ...rating,
      manufacturer: 'Samsung Electro-Mechanics',
      mpn: `CL${sizeCodes[rating.size]}${dielectricCodes[rating.dielectric]}${value}${body}NNN${reel}`,
      packaging: reels[reel].packaging,
      packQuantity: reels[reel].pieces,
    });
  },
});
