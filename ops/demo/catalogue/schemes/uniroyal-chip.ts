import { chipResistor } from '../chip-resistor.ts';
import { numberScheme } from '../number-scheme.ts';
import { decades, figuresAndPower, isE24, series } from '../preferred-values.ts';

/** The power code that goes with each size. */
const powers = { '0402': 'WG', '0603': 'WA', '0805': 'W8', '1206': 'W4' } as const;

const tolerances = { F: 1, J: 5 } as const;
const reels = { T5E: 5_000, TCE: 10_000 } as const;

/**
 * UNI-ROYAL thick film chip resistors: size, power, tolerance, resistance (three figures and a
 * power at 1 %, 0 with two figures at 5 %), reel. Examples: 0603WAF1002T5E, 0402WGJ0103TCE. Source:
 * UNI-ROYAL "Thick film chip resistors", "Ordering procedure".
 */
export const uniroyalChip = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206'],
    milliohms: [0, ...decades(series.e24, 1, 1), ...decades(series.e24AndE96, 2, 6)],
    tolerance: ['F', 'J'],
    reel: ['T5E', 'TCE'],
  },
  exists: ({ size, tolerance, milliohms, reel }) =>
    (reel === 'TCE') === (size === '0402') && (tolerance === 'F' || isE24(milliohms)),
  part: ({ size, tolerance, milliohms, reel }) => {
    const short = `0${figuresAndPower(milliohms, 2)}`;
    const coded = tolerance === 'F' ? figuresAndPower(milliohms, 3) : short;
    const value = milliohms === 0 ? '0000' : coded.replace(/^(\d)R(\d)(\d)$/u, '$1$2$3K');
    return chipResistor({
      manufacturer: 'UNI-ROYAL',
      mpn: `${size}${powers[size]}${tolerance}${value}${reel}`,
      size,
      milliohms,
      tolerance: tolerances[tolerance],
      packaging: 'Tape and reel',
      packQuantity: reels[reel],
    });
  },
});
