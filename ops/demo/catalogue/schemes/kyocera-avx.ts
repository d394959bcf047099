import { ceramicAxes, ceramicCapacitor, isOnShelf, toleranceLetters } from '../ceramic-capacitor.ts';
import { numberScheme } from '../number-scheme.ts';
import { figuresAndPower } from '../preferred-values.ts';

const dielectricCodes = { C0G: 'A', X7R: 'C', X5R: 'D' } as const;
const voltCodes = { 6.3: '6', 10: 'Z', 16: 'Y', 25: '3', 50: '5', 100: '1' } as const;

/**
 * KYOCERA AVX ceramic capacitors: size, voltage, dielectric, capacitance, tolerance, A: no failure
 * rate, T: plated nickel and tin, 2: 7 inch reel, A: standard. Example:
 * 06035C104KAT2A. Source: KYOCERA AVX "Surface mount ceramic capacitor products", "How to order".
 */
export const kyoceraAvx = numberScheme({
  axes: ceramicAxes,
  exists: isOnShelf,
  part: (rating) => {
    const { size, dielectric, volts, femtofarads, tolerance } = rating;
    const value = `${figuresAndPower(femtofarads, 2)}${toleranceLetters[tolerance]}`;
    return ceramicCapacitor({
      ...rating,
      manufacturer: 'KYOCERA AVX',
      mpn: `${size}${voltCodes[volts]}${dielectricCodes[dielectric]}${value}AT2A`,
      packaging: 'Tape and reel 7 inch',
      packQuantity: 4_000,
    });
  },
});
