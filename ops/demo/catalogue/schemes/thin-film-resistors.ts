import { thinFilmResistor, toleranceOf } from '../chip-resistor.ts';
import { numberScheme } from '../number-scheme.ts';
import { decades, figuresAndPower, isE24, letterCode, letterCodeOfFour, series } from '../preferred-values.ts';
import { koaTypes, vishayReel } from './chip-resistors.ts';

/** Thin-film chip resistors by the numbers of their makers. */

const yageoCoefficients = { B: 10, C: 15, D: 25, E: 50 } as const;

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
      tolerance: toleranceOf[tolerance],
      ppm: yageoCoefficients[coefficient],
      packaging: `Tape and reel ${Number(reel)} inch`,
      packQuantity: (size === '0402' ? 10_000 : 5_000) * (reel === '07' ? 1 : 4),
    }),
});

/**
 * KOA Speer RN73R metal-film flat chip resistors: `RN73R` size, termination (T: tin), taping,
 * resistance in three figures and a power of ten, tolerance, temperature coefficient in ppm/K.
 * Example: RN73R2BTTD1002B25. Source: KOA Speer data sheet "RN73R", "Ordering information".
 */
export const koaRn73r = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206', '1210'],
    milliohms: decades(series.e24AndE96, 2, 4),
    tolerance: ['B', 'C', 'D', 'F'],
    ppm: [10, 25, 50, 100],
    packing: ['reel'],
  },
  part: ({ size, milliohms, tolerance, ppm }) => {
    const { code, taping, pieces } = koaTypes[size];
    return thinFilmResistor({
      manufacturer: 'KOA Speer',
      mpn: `RN73R${code}T${taping}${figuresAndPower(milliohms, 3)}${tolerance}${ppm}`,
      size,
      milliohms,
      tolerance: toleranceOf[tolerance],
      ppm,
      packaging: 'Tape and reel 7 inch',
      packQuantity: pieces,
    });
  },
});

/**
 * Vishay Dale TNPW e3 thin-film chip resistors: `TNPW` size, resistance in four characters,
 * tolerance, temperature coefficient, packaging. Example: TNPW060310K0BEEA. Source: Vishay document
 * 28758 "TNPW e3", section "Part number and product description".
 */
export const vishayTnpw = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206'],
    milliohms: decades(series.e24AndE192, 2, 5),
    tolerance: ['B', 'D', 'F'],
    coefficient: ['Y', 'E'],
    packing: ['reel'],
  },
  part: ({ size, milliohms, tolerance, coefficient }) =>
    thinFilmResistor({
      manufacturer: 'Vishay',
      mpn: `TNPW${size}${letterCodeOfFour(milliohms)}${tolerance}${coefficient}${vishayReel(size, 0)?.code}`,
      size,
      milliohms,
      tolerance: toleranceOf[tolerance],
      ppm: coefficient === 'Y' ? 10 : 25,
      packaging: 'Tape and reel',
      packQuantity: vishayReel(size, 0)?.pieces ?? 1,
    }),
});

/** Size and packaging codes by EIA size. */
const eraTypes = {
  '0402': { code: '2A', packing: 'X', pieces: 10_000 },
  '0603': { code: '3A', packing: 'V', pieces: 5_000 },
  '0805': { code: '6A', packing: 'V', pieces: 5_000 },
  '1206': { code: '8A', packing: 'V', pieces: 5_000 },
} as const;

const eraCoefficients = { R: 10, P: 15, E: 25 } as const;

/**
 * Panasonic ERA-A thin-film chip resistors: `ERA` size, temperature coefficient, tolerance,
 * resistance (E24: two figures and a power of ten, E96: three and a power), packaging. Examples:
 * ERA3AEB103V, ERA6AEB1022V. Source: Panasonic data sheet "Metal film (thin film) chip resistors,
 * high reliability type", "Explanation of part numbers".
 */
export const panasonicEra = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206'],
    milliohms: decades(series.e24AndE96, 2, 4),
    coefficient: ['R', 'P', 'E'],
    tolerance: ['B', 'C', 'D'],
    packing: ['reel'],
  },
  part: ({ size, milliohms, coefficient, tolerance }) => {
    const { code, packing, pieces } = eraTypes[size];
    const resistance = figuresAndPower(milliohms, isE24(milliohms) ? 2 : 3);
    return thinFilmResistor({
      manufacturer: 'Panasonic',
      mpn: `ERA${code}${coefficient}${tolerance}${resistance}${packing}`,
      size,
      milliohms,
      tolerance: toleranceOf[tolerance],
      ppm: eraCoefficients[coefficient],
      packaging: 'Tape and reel',
      packQuantity: pieces,
    });
  },
});
