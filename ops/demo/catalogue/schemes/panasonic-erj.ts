import { chipResistor } from '../chip-resistor.ts';
import { numberScheme } from '../number-scheme.ts';
import { decades, figuresAndPower, isE24, series } from '../preferred-values.ts';

/** Type code (size and feature) for 1 % and 5 %, and the packaging code, by EIA size. */
const types = {
  '0402': { fine: '2RK', coarse: '2GE', packing: 'X', pieces: 10_000 },
  '0603': { fine: '3EK', coarse: '3GEY', packing: 'V', pieces: 5_000 },
  '0805': { fine: '6EN', coarse: '6GEY', packing: 'V', pieces: 5_000 },
  '1206': { fine: '8EN', coarse: '8GEY', packing: 'V', pieces: 5_000 },
  '1210': { fine: '14N', coarse: '14Y', packing: 'U', pieces: 5_000 },
} as const;

/**
 * Panasonic ERJ thick-film chip resistors: `ERJ` type, tolerance, resistance (1 %: three figures
 * and a power of ten, 5 %: two and a power), packaging. Examples: ERJ3EKF1002V, ERJ3GEYJ103V.
 * Source: Panasonic data sheets "Precision thick film chip resistors" and "Thick film chip
 * resistors", "Explanation of part numbers".
 */
export const panasonicErj = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206', '1210'],
    milliohms: [0, ...decades(series.e24, 1, 1), ...decades(series.e24AndE96, 2, 5)],
    tolerance: [1, 5],
    packing: ['reel'],
  },
  exists: ({ tolerance, milliohms }) => (tolerance === 1 ? milliohms >= 10_000 : isE24(milliohms)),
  part: ({ size, milliohms, tolerance }) => {
    const { fine, coarse, packing, pieces } = types[size];
    const jumper = `${coarse}0R00`;
    const exact = `${fine}F${figuresAndPower(milliohms, 3)}`;
    const common = milliohms === 0 ? jumper : `${coarse}J${figuresAndPower(milliohms, 2)}`;
    const code = tolerance === 1 ? exact : common;
    return chipResistor({
      manufacturer: 'Panasonic',
      mpn: `ERJ${code}${packing}`,
      size,
      milliohms,
      tolerance,
      packaging: 'Tape and reel',
      packQuantity: pieces,
    });
  },
});
