import { chipResistor } from '../chip-resistor.ts';
import { numberScheme } from '../number-scheme.ts';
import { decades, isE24, letterCode, series } from '../preferred-values.ts';

const tolerances = { F: 1, J: 5 } as const;
const reels = { '07': 7, '13': 13 } as const;

/** Sizes that come in embossed plastic tape (K); the others come in paper tape (R). */
const embossed = new Set(['2010', '2512']);

const piecesPerReel = (size: string, inches: number): number => {
  if (size === '0402' || size === '0201') return inches === 7 ? 10_000 : 50_000;
  return (embossed.has(size) ? 4_000 : 5_000) * (inches === 7 ? 1 : 4);
};

/**
 * Yageo RC_L general-purpose chip resistors: `RC` size, tolerance, tape, temperature coefficient by
 * specification (`-`), reel, resistance with R/K/M for the point, `L`. Example: RC0603FR-0710KL.
 * Source: Yageo data sheet "RC_L series", section "Ordering information".
 */
export const yageoRc = numberScheme({
  axes: {
    size: ['0201', '0402', '0603', '0805', '1206', '1210', '2010', '2512'],
    milliohms: [0, ...decades(series.e24, 1, 1), ...decades(series.e24AndE96, 2, 6)],
    tolerance: ['F', 'J'],
    reel: ['07', '13'],
  },
  exists: ({ tolerance, milliohms }) => tolerance === 'F' || isE24(milliohms),
  part: ({ size, tolerance, milliohms, reel }) =>
    chipResistor({
      manufacturer: 'Yageo',
      mpn: `RC${size}${tolerance}${embossed.has(size) ? 'K' : 'R'}-${reel}${letterCode(milliohms)}L`,
      size,
      milliohms,
      tolerance: tolerances[tolerance],
      packaging: `Tape and reel ${reels[reel]} inch`,
      packQuantity: piecesPerReel(size, reels[reel]),
    }),
});
