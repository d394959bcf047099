import type { Part } from './part.ts';
import { decades, farads, series } from './preferred-values.ts';

/** Multilayer ceramic capacitors: what is common to the makers' schemes. */

/** EIA sizes, smallest first. */
const ceramicSizes = ['0402', '0603', '0805', '1206', '1210'] as const;
/** The temperature characteristics that the schemes code. */
const dielectrics = ['C0G', 'X7R', 'X5R'] as const;
/** Rated voltages in volts. */
const ceramicVolts = [6.3, 10, 16, 25, 50, 100] as const;
/** Tolerances, plus or minus, in percent. */
const ceramicTolerances = [5, 10, 20] as const;
/** Capacitances in femtofarads: 1 pF to 82 µF in E12. */
const ceramicFemtofarads = decades(series.e12, 1, 8);

/** An EIA size of ceramic capacitor. */
type CeramicSize = (typeof ceramicSizes)[number];
/** A temperature characteristic. */
type Dielectric = (typeof dielectrics)[number];
/** A rated voltage in volts. */
type CeramicVolts = (typeof ceramicVolts)[number];
/** A tolerance in percent. */
type CeramicTolerance = (typeof ceramicTolerances)[number];

/** The electrical half of a ceramic capacitor's number. */
export interface CeramicRating {
  readonly size: CeramicSize;
  readonly dielectric: Dielectric;
  readonly volts: CeramicVolts;
  readonly femtofarads: number;
  readonly tolerance: CeramicTolerance;
}

/** What fits into a body at 16 V, in femtofarads, for class 2 (X7R) and class 1 (C0G). */
const capacity: Readonly<Record<CeramicSize, { readonly x7r: number; readonly c0g: number }>> = {
  '0402': { x7r: 220e6, c0g: 1e6 },
  '0603': { x7r: 2.2e9, c0g: 10e6 },
  '0805': { x7r: 10e9, c0g: 33e6 },
  '1206': { x7r: 22e9, c0g: 100e6 },
  '1210': { x7r: 47e9, c0g: 220e6 },
};

const e6Figures = new Set(series.e6.map((figures) => figures / 10));

/**
 * Whether makers make it: class 1 in all of E12 at 5 %, class 2 from 100 pF in E6 at 10 % or 20 %,
 * and no more than fits.
 */
export const ceramicExists = ({ size, dielectric, volts, femtofarads, tolerance }: CeramicRating): boolean => {
  if (dielectric === 'C0G') return volts >= 25 && tolerance === 5 && femtofarads <= capacity[size].c0g;
  if (tolerance === 5 || femtofarads < 100_000) return false;
  if (!e6Figures.has(Number(String(femtofarads).slice(0, 2)))) return false;
  const fits = (capacity[size].x7r * (dielectric === 'X5R' ? 2.2 : 1) * 16) / volts;
  // X5R exists for the values that X7R cannot reach, and for a few below them.
  return femtofarads <= fits && (dielectric === 'X7R' || femtofarads > fits / 100);
};

/** One microfarad, in femtofarads. */
const microfarad = 1e9;

/**
 * Whether sellers usually have it on the shelf: class 1 at 50 V, class 2 at 10 %, and large values
 * at 20 % too.
 */
export const isOnShelf = (rating: CeramicRating): boolean =>
  ceramicExists(rating) &&
  rating.size !== '1210' &&
  (rating.dielectric === 'C0G'
    ? rating.volts === 50
    : rating.tolerance === 10 || (rating.tolerance === 20 && rating.femtofarads >= microfarad));

/** What a ceramic capacitor's number says. */
export interface CeramicCapacitor extends CeramicRating {
  readonly manufacturer: string;
  readonly mpn: string;
  readonly packaging: string;
  readonly packQuantity: number;
}

const sizePriceMicros: Readonly<Record<CeramicSize, number>> = {
  '0402': 12_000,
  '0603': 16_000,
  '0805': 28_000,
  '1206': 55_000,
  '1210': 140_000,
};

/** Describes a ceramic capacitor. Its price rises with how much of its body is used. */
export const ceramicCapacitor = (capacitor: CeramicCapacitor): Part => {
  const { size, dielectric, volts, femtofarads } = capacitor;
  const capacitance = farads(femtofarads);
  const tolerance = `±${capacitor.tolerance} %`;
  const used = Math.min(1, (femtofarads * volts) / (capacity[size].x7r * 16));
  return {
    manufacturer: capacitor.manufacturer,
    mpn: capacitor.mpn,
    description: `Ceramic capacitor ${capacitance} ${tolerance} ${volts} V ${dielectric} ${size}`,
    attributes: {
      category: 'Ceramic capacitor',
      capacitance,
      tolerance,
      voltage_rating: `${volts} V`,
      dielectric,
      package: size,
    },
    packaging: capacitor.packaging,
    packQuantity: capacitor.packQuantity,
    typicalPriceMicros: Math.round(sizePriceMicros[size] * (1 + 3 * used)),
  };
};

/** Tolerances as letters (IEC 60062), in which all makers agree. */
export const toleranceLetters = { 5: 'J', 10: 'K', 20: 'M' } as const;

/** Rated voltages as EIA-198 codes them, a power of ten and a letter; Murata and TDK use them. */
export const voltageCodes = { 6.3: '0J', 10: '1A', 16: '1C', 25: '1E', 50: '1H', 100: '2A' } as const;

/** The axes that all makers' ceramic schemes share; each adds its packing. */
export const ceramicAxes = {
  size: ceramicSizes,
  dielectric: dielectrics,
  volts: ceramicVolts,
  femtofarads: ceramicFemtofarads,
  tolerance: ceramicTolerances,
} as const;

/** Body thickness in hundredths of a millimetre: larger values need more layers. */
export const ceramicThickness = ({ size, dielectric, volts, femtofarads }: CeramicRating): number => {
  const used = (femtofarads * volts) / ((dielectric === 'C0G' ? capacity[size].c0g : capacity[size].x7r) * 16);
  switch (size) {
    case '0402':
      return 50;
    case '0603':
      return 80;
    case '0805':
      return used < 0.1 ? 85 : 125;
    case '1206':
      return used < 0.1 ? 85 : 160;
    case '1210':
      return used < 0.1 ? 125 : 250;
  }
};
