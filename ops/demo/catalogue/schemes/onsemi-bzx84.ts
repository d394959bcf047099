import { numberScheme } from '../number-scheme.ts';

const voltages =
  '2V4 2V7 3V0 3V3 3V6 3V9 4V3 4V7 5V1 5V6 6V2 6V8 7V5 8V2 9V1 10 11 12 13 15 16 18 20 22 24 27 30 33 36 39 43 47 51 56 62 68 75';

const reels = { LT1G: 3_000, LT3G: 10_000 } as const;

/**
 * onsemi BZX84 Zener diodes in SOT-23: `BZX84` tolerance (B: 2 %, C: 5 %), voltage with V for the
 * point, package and reel (LT1: 3,000, LT3: 10,000), G: lead-free. Example: BZX84C5V1LT1G. Source:
 * onsemi data sheet BZX84C2V4LT1/D, "Ordering information".
 */
export const onsemiBzx84 = numberScheme({
  axes: { tolerance: ['B', 'C'], volts: voltages.split(' '), reel: ['LT1G', 'LT3G'] },
  part: ({ tolerance, volts, reel }) => {
    const voltage = `${volts.replace('V', '.')} V`;
    return {
      manufacturer: 'onsemi',
      mpn: `BZX84${tolerance}${volts}${reel}`,
      description: `Zener diode ${voltage} ±${tolerance === 'B' ? 2 : 5} % 250 mW SOT-23`,
      attributes: {
        category: 'Zener diode',
        zener_voltage: voltage,
        tolerance: `±${tolerance === 'B' ? 2 : 5} %`,
        power: '250 mW',
        package: 'SOT-23',
      },
      packaging: 'Tape and reel',
      packQuantity: reels[reel],
      typicalPriceMicros: 95_000,
    };
  },
});
