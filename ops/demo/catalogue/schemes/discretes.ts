import { codes, numberScheme } from '../number-scheme.ts';

/** Diodes by the numbers of their makers. */

/** Peak pulse power (10/1000 µs), package and price in millionths of a euro by series. */
const tvsFamilies = {
  SMAJ: { watts: 400, body: 'DO-214AC', priceMicros: 310_000, pieces: 5_000 },
  SMBJ: { watts: 600, body: 'DO-214AA', priceMicros: 380_000, pieces: 3_000 },
  SMCJ: { watts: 1500, body: 'DO-214AB', priceMicros: 620_000, pieces: 3_000 },
  '1.5SMC': { watts: 1500, body: 'DO-214AB', priceMicros: 690_000, pieces: 3_000 },
} as const;

/**
 * Stand-off voltages of the J series, and breakdown voltages of 1.5SMC, as they stand in the
 * number.
 */
const standOff =
  '5.0 6.0 6.5 7.0 7.5 8.0 8.5 9.0 10 11 12 13 14 15 16 17 18 20 22 24 26 28 30 33 36 40 43 45 48 51 54 58 60 64 70 75 78 85 90 100 110 120 130 150 160 170';
const breakdown =
  '6.8 7.5 8.2 9.1 10 11 12 13 15 16 18 20 22 24 27 30 33 36 39 43 47 51 56 62 68 75 82 91 100 110 120 130 150 160 170 180 200 220 250 300 350 400';
const voltagesOf = { J: new Set(standOff.split(' ')), C: new Set(breakdown.split(' ')) };

/**
 * Littelfuse TVS diodes: series, voltage with its decimal point, direction and tolerance (A: one
 * direction, CA: both; 5 %). Examples: SMBJ5.0A, 1.5SMC6.8CA beside 1.5SMC68CA, which only the
 * point tells apart. Source: Littelfuse data sheets "SMAJ", "SMBJ", "SMCJ", "1.5SMC", "Part
 * numbering system".
 */
export const littelfuseTvs = numberScheme({
  axes: {
    family: ['SMAJ', 'SMBJ', 'SMCJ', '1.5SMC'],
    volts: [...new Set([...voltagesOf.J, ...voltagesOf.C])],
    direction: ['A', 'CA'],
    packing: ['reel'],
  },
  exists: ({ family, volts }) => (family === '1.5SMC' ? voltagesOf.C : voltagesOf.J).has(volts),
  part: ({ family, volts, direction }) => {
    const { watts, body, priceMicros, pieces } = tvsFamilies[family];
    const directions = direction === 'A' ? 'unidirectional' : 'bidirectional';
    return {
      manufacturer: 'Littelfuse',
      mpn: `${family}${volts}${direction}`,
      description: `TVS diode ${volts} V ${watts} W ${directions} ${body}`,
      attributes: {
        category: 'TVS diode',
        standoff_voltage: `${volts} V`,
        power: `${watts} W`,
        direction: directions,
        package: body,
      },
      packaging: 'Tape and reel',
      packQuantity: pieces,
      typicalPriceMicros: priceMicros,
    };
  },
});

const zenerVolts = codes(
  '2V4 2V7 3V0 3V3 3V6 3V9 4V3 4V7 5V1 5V6 6V2 6V8 7V5 8V2 9V1 10 11 12 13 15 16 18 20 22 24 27 30 33 36 39 43 47 51 56 62 68 75',
);

const zenerReels = { LT1G: 3_000, LT3G: 10_000 } as const;

/**
 * onsemi BZX84 Zener diodes in SOT-23: `BZX84` tolerance (B: 2 %, C: 5 %), voltage with V for the
 * point, package and reel (LT1: 3,000, LT3: 10,000), G: lead-free. Example: BZX84C5V1LT1G. Source:
 * onsemi data sheet BZX84C2V4LT1/D, "Ordering information".
 */
export const onsemiBzx84 = numberScheme({
  axes: { tolerance: ['B', 'C'], volts: zenerVolts, reel: ['LT1G', 'LT3G'] },
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
      packQuantity: zenerReels[reel],
      typicalPriceMicros: 95_000,
    };
  },
});
