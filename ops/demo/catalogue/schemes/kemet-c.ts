import { ceramicAxes, ceramicCapacitor, ceramicExists, toleranceLetters } from '../ceramic-capacitor.ts';
import { numberScheme } from '../number-scheme.ts';
import { figuresAndPower } from '../preferred-values.ts';

const dielectricCodes = { C0G: 'G', X7R: 'R', X5R: 'P' } as const;
const voltCodes = { 6.3: '9', 10: '8', 16: '4', 25: '3', 50: '5', 100: '1' } as const;

const reels = {
  TU: { packaging: 'Tape, 7 inch reel', pieces: 4_000 },
  '7411': { packaging: 'Tape, 13 inch reel', pieces: 10_000 },
} as const;

/**
 * Two figures and a power of ten in picofarads, where 9 stands for the power -1: 4.7 pF is `479`.
 */
const capacitanceCode = (femtofarads: number): string => {
  const code = figuresAndPower(femtofarads, 2);
  return code.includes('R') ? `${code.replace('R', '')}9` : code;
};

/**
 * KEMET C series: `C` size, specification (C: standard), capacitance, tolerance, voltage,
 * dielectric, failure rate (A: none), termination (C: tin), packaging. Example: C0603C104K5RACTU.
 * Source: KEMET data sheets C1002 "X7R" and C1003 "C0G", "Ordering information".
 */
export const kemetC = numberScheme({
  axes: { ...ceramicAxes, reel: ['TU', '7411'] },
  exists: ceramicExists,
  part: ({ reel, ...rating }) => {
    const value = `${capacitanceCode(rating.femtofarads)}${toleranceLetters[rating.tolerance]}`;
    return ceramicCapacitor({
      ...rating,
      manufacturer: 'KEMET',
      mpn: `C${rating.size}C${value}${voltCodes[rating.volts]}${dielectricCodes[rating.dielectric]}AC${reel}`,
      packaging: reels[reel].packaging,
      packQuantity: reels[reel].pieces,
    });
  },
});
