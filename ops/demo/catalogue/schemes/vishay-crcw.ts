import { chipResistor } from '../chip-resistor.ts';
import { numberScheme } from '../number-scheme.ts';
import { decades, isE24, letterCodeOfFour, series } from '../preferred-values.ts';

/**
 * Tolerance code with the temperature coefficient that goes with it: K is 100 ppm/K, N is 200
 * ppm/K.
 */
const grades = { FK: 1, JN: 5 } as const;

/** Packaging codes of each size: the small reel, and the large one where there is one. */
const reels: Readonly<Record<string, readonly { readonly code: string; readonly pieces: number }[]>> = {
  '0402': [
    { code: 'ED', pieces: 10_000 },
    { code: 'EE', pieces: 50_000 },
  ],
  '0603': [
    { code: 'EA', pieces: 5_000 },
    { code: 'EC', pieces: 20_000 },
  ],
  '0805': [
    { code: 'EA', pieces: 5_000 },
    { code: 'EC', pieces: 20_000 },
  ],
  '1206': [
    { code: 'EA', pieces: 5_000 },
    { code: 'EC', pieces: 20_000 },
  ],
  '2010': [{ code: 'EF', pieces: 4_000 }],
  '2512': [{ code: 'EG', pieces: 2_000 }],
};

const reelOf = (size: string, reel: number) => reels[size]?.[reel];

/**
 * Vishay Dale CRCW e3 standard thick-film chip resistors: `CRCW` size, resistance in four
 * characters, tolerance, temperature coefficient, packaging. Example: CRCW060310K0FKEA. Source:
 * Vishay document 20035 "D/CRCW e3", section "Part number and product description".
 */
export const vishayCrcw = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206', '2010', '2512'],
    milliohms: [...decades(series.e24, 1, 1), ...decades(series.e24AndE96, 2, 6)],
    grade: ['FK', 'JN'],
    reel: [0, 1],
  },
  exists: ({ size, grade, milliohms, reel }) =>
    (grade === 'FK' || isE24(milliohms)) && reelOf(size, reel) !== undefined,
  part: ({ size, milliohms, grade, reel }) => {
    const packing = reelOf(size, reel);
    return chipResistor({
      manufacturer: 'Vishay',
      mpn: `CRCW${size}${letterCodeOfFour(milliohms)}${grade}${packing?.code ?? ''}`,
      size,
      milliohms,
      tolerance: grades[grade],
      packaging: 'Tape and reel',
      packQuantity: packing?.pieces ?? 1,
    });
  },
});
