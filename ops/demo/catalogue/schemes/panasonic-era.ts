import { numberScheme } from '../number-scheme.ts';
import { decades, figuresAndPower, isE24, series } from '../preferred-values.ts';
import { thinFilmResistor } from '../thin-film-resistor.ts';

/** Size and packaging codes by EIA size. */
const types = {
  '0402': { code: '2A', packing: 'X', pieces: 10_000 },
  '0603': { code: '3A', packing: 'V', pieces: 5_000 },
  '0805': { code: '6A', packing: 'V', pieces: 5_000 },
  '1206': { code: '8A', packing: 'V', pieces: 5_000 },
} as const;

const coefficients = { R: 10, P: 15, E: 25 } as const;
const tolerances = { B: 0.1, C: 0.25, D: 0.5 } as const;

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
    const { code, packing, pieces } = types[size];
    const resistance = figuresAndPower(milliohms, isE24(milliohms) ? 2 : 3);
    return thinFilmResistor({
      manufacturer: 'Panasonic',
      mpn: `ERA${code}${coefficient}${tolerance}${resistance}${packing}`,
      size,
      milliohms,
      tolerance: tolerances[tolerance],
      ppm: coefficients[coefficient],
      packaging: 'Tape and reel',
      packQuantity: pieces,
    });
  },
});
