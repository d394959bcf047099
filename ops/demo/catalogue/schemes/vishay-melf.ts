import { numberScheme } from '../number-scheme.ts';
import { decades, ohms, series } from '../preferred-values.ts';

/** Model and size: power, price in millionths of a euro, packaging code and pieces. */
const bodies = {
  MMU0102: { power: '1/5 W', priceMicros: 95_000, packing: 'B3', pieces: 3_000 },
  MMA0204: { power: '1/4 W', priceMicros: 70_000, packing: 'B3', pieces: 3_000 },
  MMB0207: { power: '2/5 W', priceMicros: 110_000, packing: 'B2', pieces: 2_000 },
} as const;

const coefficients = { C: 50, E: 25 } as const;
const tolerances = { D: 0.5, F: 1 } as const;

/**
 * Three figures and a power of ten in ohms, where 8 stands for the power -2 and 9 for -1: `1002` is
 * 10 kilohm, `1009` 10 ohm.
 */
const valueCode = (milliohms: number): string => {
  const power = String(milliohms).length - 6;
  return String(milliohms).slice(0, 3) + (power < 0 ? 10 + power : power);
};

/**
 * Vishay Beyschlag professional thin-film MELF resistors: model and size, special character (0:
 * neutral), temperature coefficient, resistance, tolerance, packaging, 00. Example:
 * MMA02040C1002FB300. Source: Vishay document 28713 "MMU 0102, MMA 0204, MMB 0207 - Professional",
 * section "Part number and product description".
 */
export const vishayMelf = numberScheme({
  axes: {
    body: ['MMU0102', 'MMA0204', 'MMB0207'],
    milliohms: decades(series.e24AndE96, 2, 5),
    coefficient: ['C', 'E'],
    tolerance: ['D', 'F'],
    packing: ['reel'],
  },
  part: ({ body, milliohms, coefficient, tolerance }) => {
    const { power, priceMicros, packing, pieces } = bodies[body];
    const resistance = ohms(milliohms);
    const spread = `±${tolerances[tolerance]} %`;
    const drift = `±${coefficients[coefficient]} ppm/K`;
    return {
      manufacturer: 'Vishay',
      mpn: `${body}0${coefficient}${valueCode(milliohms)}${tolerance}${packing}00`,
      description: `MELF resistor ${resistance} ${spread} ${power} ${body.slice(3)} ${drift}`,
      attributes: {
        category: 'MELF resistor',
        resistance,
        tolerance: spread,
        power,
        package: body.slice(3),
        'temperature coefficient': drift,
      },
      packaging: 'Blister tape and reel',
      packQuantity: pieces,
      typicalPriceMicros: tolerance === 'F' ? priceMicros : Math.round(priceMicros * 1.4),
    };
  },
});
