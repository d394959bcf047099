import { chipResistor } from '../chip-resistor.ts';
import { numberScheme } from '../number-scheme.ts';
import { decades, figuresAndPower, isE24, series } from '../preferred-values.ts';

/**
 * Size and taping codes by EIA size. TP: paper, 2 mm pitch; TD: paper, 4 mm; TE: embossed, 4 mm.
 */
const types = {
  '0402': { code: '1E', taping: 'TP', pieces: 10_000 },
  '0603': { code: '1J', taping: 'TD', pieces: 5_000 },
  '0805': { code: '2A', taping: 'TD', pieces: 5_000 },
  '1206': { code: '2B', taping: 'TD', pieces: 5_000 },
  '1210': { code: '2E', taping: 'TE', pieces: 4_000 },
  '2512': { code: '3A', taping: 'TE', pieces: 4_000 },
} as const;

/**
 * KOA Speer RK73H (1 %) and RK73B (5 %) flat chip resistors: type, size, termination (T: tin),
 * taping, resistance, tolerance. Examples: RK73H1JTTD1002F, RK73B1JTTD103J. Source: KOA Speer data
 * sheets "RK73H" and "RK73B", "Ordering information".
 */
export const koaRk73 = numberScheme({
  axes: {
    size: ['0402', '0603', '0805', '1206', '1210', '2512'],
    milliohms: decades(series.e24AndE96, 2, 6),
    tolerance: [1, 5],
    packing: ['reel'],
  },
  exists: ({ tolerance, milliohms }) => tolerance === 1 || isE24(milliohms),
  part: ({ size, milliohms, tolerance }) => {
    const { code, taping, pieces } = types[size];
    const tail = tolerance === 1 ? `${figuresAndPower(milliohms, 3)}F` : `${figuresAndPower(milliohms, 2)}J`;
    return chipResistor({
      manufacturer: 'KOA Speer',
      mpn: `RK73${tolerance === 1 ? 'H' : 'B'}${code}T${taping}${tail}`,
      size,
      milliohms,
      tolerance,
      packaging: 'Tape and reel 7 inch',
      packQuantity: pieces,
    });
  },
});
