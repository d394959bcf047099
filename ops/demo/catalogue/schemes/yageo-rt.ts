import { numberScheme } from '../number-scheme.ts';
import { decades, letterCode, series } from '../preferred-values.ts';
import { thinFilmResistor } from '../thin-film-resistor.ts';

const tolerances = { B: 0.1, C: 0.25, D: 0.5, F: 1 } as const;
const coefficients = { B: 10, C: 15, D: 25, E: 50 } as const;
const reels = { '07': { inches: 7, share: 1 }, '13': { inches: 13, share: 4 } } as const;

/**
 * Yageo RT thin-film chip resistors: `RT` size, tolerance, tape (R: paper), temperature
 * coefficient, reel, resistance with R, K or M for the point, `L`. Example: RT0603DRE0756RL.
 * Source: Yageo data sheet "RT series", section "Ordering information".
 */
export const yageoRt = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206', '1210'],
    milliohms: decades(series.e24AndE96, 2, 5),
    tolerance: ['B', 'C', 'D', 'F'],
    coefficient: ['B', 'C', 'D', 'E'],
    reel: ['07', '13'],
  },
  part: ({ size, milliohms, tolerance, coefficient, reel }) =>
    thinFilmResistor({
      manufacturer: 'Yageo',
      mpn: `RT${size}${tolerance}R${coefficient}${reel}${letterCode(milliohms)}L`,
      size,
      milliohms,
      tolerance: tolerances[tolerance],
      ppm: coefficients[coefficient],
      packaging: `Tape and reel ${reels[reel].inches} inch`,
      packQuantity: (size === '0402' ? 10_000 : 5_000) * reels[reel].share,
    }),
});
