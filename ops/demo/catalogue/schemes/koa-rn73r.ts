import { numberScheme } from '../number-scheme.ts';
import { decades, figuresAndPower, series } from '../preferred-values.ts';
import { thinFilmResistor } from '../thin-film-resistor.ts';

/**
 * Size and taping codes by EIA size. TP: paper, 2 mm pitch; TD: paper, 4 mm; TE: embossed, 4 mm.
 */
const types = {
  '0402': { code: '1E', taping: 'TP', pieces: 10_000 },
  '0603': { code: '1J', taping: 'TD', pieces: 5_000 },
  '0805': { code: '2A', taping: 'TD', pieces: 5_000 },
  '1206': { code: '2B', taping: 'TD', pieces: 5_000 },
  '1210': { code: '2E', taping: 'TE', pieces: 4_000 },
} as const;

const tolerances = { B: 0.1, C: 0.25, D: 0.5, F: 1 } as const;

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
    const { code, taping, pieces } = types[size];
    return thinFilmResistor({
      manufacturer: 'KOA Speer',
      mpn: `RN73R${code}T${taping}${figuresAndPower(milliohms, 3)}${tolerance}${ppm}`,
      size,
      milliohms,
      tolerance: tolerances[tolerance],
      ppm,
      packaging: 'Tape and reel 7 inch',
      packQuantity: pieces,
    });
  },
});
