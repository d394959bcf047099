import { numberScheme } from '../number-scheme.ts';
import { decades, figuresAndPower, henries, series } from '../preferred-values.ts';

/**
 * Body size and height code: height in millimetres, price in millionths of a euro, pieces per reel.
 */
const bodies = {
  '1616BZ': { height: 2, priceMicros: 980_000, pieces: 4_000 },
  '2020BZ': { height: 2, priceMicros: 1_050_000, pieces: 2_000 },
  '2525CZ': { height: 3, priceMicros: 1_180_000, pieces: 3_000 },
  '4040DZ': { height: 4, priceMicros: 1_620_000, pieces: 1_000 },
  '5050FD': { height: 6.4, priceMicros: 2_100_000, pieces: 500 },
  '6767GZ': { height: 7, priceMicros: 2_900_000, pieces: 500 },
} as const;

/**
 * Vishay Dale IHLP power inductors: `IHLP` body and height, packaging (ER: reel, EB: bulk),
 * inductance in microhenries with R for the point, tolerance (M: 20 %), core series 01. Example:
 * IHLP2525CZER4R7M01. Source: Vishay document 34104 "IHLP-2525CZ-01", "Global part number".
 */
export const vishayIhlp = numberScheme({
  axes: {
    body: ['1616BZ', '2020BZ', '2525CZ', '4040DZ', '5050FD', '6767GZ'],
    nanohenries: decades(series.e6, 0, 3),
    packing: ['ER', 'EB'],
  },
  part: ({ body, nanohenries, packing }) => {
    const { height, priceMicros, pieces } = bodies[body];
    // Below a microhenry there is no digit before the point: 0.47 is `R47`.
    const code = nanohenries < 1000 ? `R${String(nanohenries).slice(0, 2)}` : figuresAndPower(nanohenries, 2);
    return {
      manufacturer: 'Vishay',
      mpn: `IHLP${body}${packing}${code}M01`,
      description: `Power inductor ${henries(nanohenries)} ±20 % shielded, ${height} mm high`,
      attributes: {
        category: 'Power inductor',
        inductance: henries(nanohenries),
        tolerance: '±20 %',
        package: body.slice(0, 4),
        height: `${height} mm`,
      },
      packaging: packing === 'ER' ? 'Tape and reel' : 'Bulk',
      packQuantity: packing === 'ER' ? pieces : 100,
      typicalPriceMicros: priceMicros,
    };
  },
});
