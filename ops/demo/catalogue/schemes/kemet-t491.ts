import { numberScheme } from '../number-scheme.ts';
import { decades, farads, figuresAndPower, series } from '../preferred-values.ts';

/**
 * Case by its letter: EIA metric name, what fits in microfarad-volts, price in millionths of a
 * euro, pieces per 7 inch reel.
 */
const cases = {
  A: { eia: '3216-18', capacity: 160, priceMicros: 150_000, pieces: 2_000 },
  B: { eia: '3528-21', capacity: 470, priceMicros: 210_000, pieces: 2_000 },
  C: { eia: '6032-28', capacity: 1_500, priceMicros: 380_000, pieces: 500 },
  D: { eia: '7343-31', capacity: 3_300, priceMicros: 620_000, pieces: 500 },
  X: { eia: '7343-43', capacity: 5_500, priceMicros: 910_000, pieces: 500 },
} as const;

const tolerances = { K: 10, M: 20 } as const;

/**
 * KEMET T491 industrial-grade tantalum capacitors: `T491` case, capacitance in picofarads,
 * tolerance, voltage, failure rate (A: none), termination (T: tin). Example: T491A106K016AT.
 * Source: KEMET data sheet T2005 "T491 industrial grade MnO2 series", "Ordering information".
 */
export const kemetT491 = numberScheme({
  axes: {
    letter: ['A', 'B', 'C', 'D', 'X'],
    femtofarads: decades(series.e6, 6, 4),
    volts: [6, 10, 16, 20, 25, 35, 50],
    tolerance: ['K', 'M'],
    packing: ['reel'],
  },
  exists: ({ letter, femtofarads, volts }) => {
    const use = ((femtofarads / 1e9) * volts) / cases[letter].capacity;
    return use <= 1 && use > 0.03;
  },
  part: ({ letter, femtofarads, volts, tolerance }) => {
    const { eia, priceMicros, pieces } = cases[letter];
    const capacitance = farads(femtofarads);
    const rated = volts === 6 ? '6.3 V' : `${volts} V`;
    return {
      manufacturer: 'KEMET',
      mpn: `T491${letter}${figuresAndPower(femtofarads, 2)}${tolerance}${String(volts).padStart(3, '0')}AT`,
      description: `Tantalum capacitor ${capacitance} ±${tolerances[tolerance]} % ${rated} case ${letter} (${eia})`,
      attributes: {
        category: 'Tantalum capacitor',
        capacitance,
        tolerance: `±${tolerances[tolerance]} %`,
        voltage_rating: rated,
        package: eia,
      },
      packaging: 'Tape, 7 inch reel',
      packQuantity: pieces,
      typicalPriceMicros: priceMicros,
    };
  },
});
