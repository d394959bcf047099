import { ceramicAxes, ceramicCapacitor, isOnShelf, toleranceLetters } from '../ceramic-capacitor.ts';
import { numberScheme } from '../number-scheme.ts';
import { figuresAndPower } from '../preferred-values.ts';

const dielectricCodes = { C0G: 'NPO', X7R: 'X7R', X5R: 'X5R' } as const;
const voltCodes = { 6.3: '5', 10: '6', 16: '7', 25: '8', 50: '9', 100: '0' } as const;

/** Large bodies come in embossed tape (K), the others in paper (R). */
const tapeOf = (size: string): string => (size > '0805' ? 'K' : 'R');

/**
 * Yageo CC: `CC` size, tolerance, tape, dielectric, voltage, process (BB: class 2, BN: class 1),
 * capacitance. Examples: CC0603KRX7R9BB104, CC0402JRNPO9BN180. Source: Yageo "Surface-mount ceramic
 * multilayer capacitors", "Ordering information".
 */
export const yageoCc = numberScheme({
  axes: ceramicAxes,
  exists: isOnShelf,
  part: (rating) => {
    const { size, dielectric, volts, femtofarads, tolerance } = rating;
    const kind = `${dielectricCodes[dielectric]}${voltCodes[volts]}${dielectric === 'C0G' ? 'BN' : 'BB'}`;
    return ceramicCapacitor({
      ...rating,
      manufacturer: 'Yageo',
      mpn: `CC${size}${toleranceLetters[tolerance]}${tapeOf(size)}${kind}${figuresAndPower(femtofarads, 2)}`,
      packaging: 'Tape and reel 7 inch',
      packQuantity: 4_000,
    });
  },
});
