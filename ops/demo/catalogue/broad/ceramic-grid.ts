import type { Part } from '../part.ts';
import { decades, farads, figuresAndPower, series } from '../preferred-values.ts';

/**
 * Multilayer ceramic capacitors as makers' whole programmes have them: sizes, voltages and values
 * beyond what sellers have on the shelf.
 */

/** EIA sizes, smallest first. */
type Size = '0201' | '0402' | '0603' | '0805' | '1206' | '1210' | '1812' | '2220';
/** Temperature characteristics. */
type Dielectric = 'C0G' | 'X7R' | 'X5R' | 'X7S' | 'X6S' | 'Y5V';
/** Plus or minus: in picofarads below ten of them, else in percent; Z: +80 % and -20 %. */
type Tolerance = 'B' | 'C' | 'D' | 'F' | 'G' | 'J' | 'K' | 'M' | 'Z';

/** The electrical half of a number. */
export interface GridRating {
  readonly size: Size;
  readonly dielectric: Dielectric;
  readonly volts: number;
  readonly femtofarads: number;
  readonly tolerance: Tolerance;
}

/** What fits: microfarads times volts of class 2, picofarads times volts of class 1. */
const capacity: Readonly<Record<Size, { readonly classTwo: number; readonly classOne: number }>> = {
  '0201': { classTwo: 15, classOne: 11e3 },
  '0402': { classTwo: 64, classOne: 50e3 },
  '0603': { classTwo: 350, classOne: 500e3 },
  '0805': { classTwo: 640, classOne: 1.7e6 },
  '1206': { classTwo: 1_650, classOne: 5e6 },
  '1210': { classTwo: 2_400, classOne: 11e6 },
  '1812': { classTwo: 4_800, classOne: 20e6 },
  '2220': { classTwo: 9_000, classOne: 40e6 },
};

const sizes = Object.keys(capacity) as readonly Size[];
const below = [500, 1_000, 1_200, 1_500, 1_800, 2_000, 2_200, 2_700, 3_000, 3_300, 3_900, 4_000, 4_700, 5_000];
/** Femtofarads below 10 pF, which are made in whole picofarads and in E12. */
const smallest = [...below, 5_600, 6_000, 6_800, 7_000, 8_000, 8_200, 9_000];
const classOneValues = [...smallest, ...decades(series.e24, 2, 5)];
const classTwoValues = decades(series.e12, 3, 7);
const isE6 = new Set(decades(series.e6, 3, 7));
const microfarad = 1e9;

const classOneTolerances = (femtofarads: number): readonly Tolerance[] => {
  if (femtofarads < 10_000) return ['B', 'C', 'D'];
  if (femtofarads === 10_000) return ['C', 'D', 'F', 'G', 'J'];
  return femtofarads <= 1e6 ? ['F', 'G', 'J'] : ['J'];
};

const classOne: readonly GridRating[] = sizes.flatMap((size) =>
  [25, 50, 100, 250, 1_000].flatMap((volts) =>
    classOneValues
      .filter((value) => (value / 1_000) * volts <= capacity[size].classOne && (size <= '0603' || value >= 10_000))
      .filter(() => volts <= 100 || size >= '0805')
      .flatMap((femtofarads) =>
        classOneTolerances(femtofarads).map((tolerance) => ({
          size,
          dielectric: 'C0G' as const,
          volts,
          femtofarads,
          tolerance,
        })),
      ),
  ),
);

/** Voltages of class 2 and how much less fits at the higher ones. */
const classTwoVolts = [4, 6.3, 10, 16, 25, 35, 50, 100, 200, 250, 500, 630, 1_000, 2_000] as const;

const tolerancesOf = (dielectric: Dielectric, femtofarads: number): readonly Tolerance[] => {
  if (dielectric === 'Y5V') return ['Z'];
  if (dielectric === 'X7R' && femtofarads < 1e8) return ['J', 'K'];
  return femtofarads >= 1e8 ? ['K', 'M'] : ['K'];
};

const isMade = (size: Size, dielectric: Dielectric, volts: number, femtofarads: number): boolean => {
  const used = ((femtofarads / microfarad) * volts * (volts > 100 ? 5 : 1)) / capacity[size].classTwo;
  if (used > (dielectric === 'X7R' ? 0.55 : 1)) return false;
  switch (dielectric) {
    case 'X7R':
      return volts >= 6.3 && (isE6.has(femtofarads) || (volts === 50 && size <= '1206'));
    case 'X5R':
      return volts <= 50 && isE6.has(femtofarads) && (used > 0.005 || size <= '0402');
    case 'Y5V':
      return volts >= 10 && volts <= 50 && isE6.has(femtofarads) && femtofarads >= 1e7 && used > 0.002;
    default:
      return volts <= 100 && isE6.has(femtofarads) && used > 0.05;
  }
};

const classTwo: readonly GridRating[] = (['X7R', 'X5R', 'X7S', 'X6S', 'Y5V'] as const).flatMap((dielectric) =>
  sizes.flatMap((size) =>
    classTwoVolts.flatMap((volts) =>
      classTwoValues
        .filter((value) => isMade(size, dielectric, volts, value))
        .flatMap((femtofarads) =>
          tolerancesOf(dielectric, femtofarads).map((tolerance) => ({
            size,
            dielectric,
            volts,
            femtofarads,
            tolerance,
          })),
        ),
    ),
  ),
);

/** Every rating that is made. */
export const ceramicGrid: readonly GridRating[] = [...classOne, ...classTwo];

const percent: Readonly<Record<Tolerance, string>> = {
  B: '±0.1 pF',
  C: '±0.25 pF',
  D: '±0.5 pF',
  F: '±1 %',
  G: '±2 %',
  J: '±5 %',
  K: '±10 %',
  M: '±20 %',
  Z: '+80 % -20 %',
};

const priceMicros: Readonly<Record<Size, number>> = {
  '0201': 12_000,
  '0402': 12_000,
  '0603': 16_000,
  '0805': 28_000,
  '1206': 55_000,
  '1210': 140_000,
  '1812': 260_000,
  '2220': 520_000,
};

/** How much of its body a capacitor uses, 0 to 1. */
export const usedBody = ({ size, dielectric, volts, femtofarads }: GridRating): number =>
  dielectric === 'C0G'
    ? ((femtofarads / 1_000) * volts) / capacity[size].classOne
    : Math.min(1, ((femtofarads / microfarad) * volts) / capacity[size].classTwo);

/** Capacitance in two figures and a power, then the tolerance: 104K, 4R7C. */
export const gridValue = ({ femtofarads, tolerance }: GridRating): string =>
  `${figuresAndPower(femtofarads, 2)}${tolerance}`;

/** Describes one of the grid. */
export const gridCapacitor = (manufacturer: string, mpn: string, rating: GridRating): Part => {
  const { size, dielectric, volts, femtofarads } = rating;
  const capacitance = femtofarads < 1_000 ? `${femtofarads / 1_000} pF` : farads(femtofarads);
  const tolerance = percent[rating.tolerance];
  return {
    manufacturer,
    mpn,
    description: `Ceramic capacitor ${capacitance} ${tolerance} ${volts} V ${dielectric} ${size}`,
    attributes: {
      category: 'Ceramic capacitor',
      capacitance,
      tolerance,
      voltage_rating: `${volts} V`,
      dielectric,
      package: size,
    },
    packaging: 'Tape and reel',
    packQuantity: size <= '0402' ? 10_000 : size <= '0805' ? 4_000 : 1_000,
    typicalPriceMicros: Math.round(priceMicros[size] * (1 + 3 * usedBody(rating))),
  };
};
