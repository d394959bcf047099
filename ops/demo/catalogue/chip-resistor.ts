import type { Part } from './part.ts';
import { ohms } from './preferred-values.ts';

/**
 * A chip resistor's ratings by its EIA size: power at 70 °C in watts and the price of a 1 % part in
 * millionths of a euro.
 */
const bySize: Readonly<Record<string, { readonly power: string; readonly priceMicros: number }>> = {
  '0201': { power: '1/20 W', priceMicros: 9_000 },
  '0402': { power: '1/16 W', priceMicros: 8_000 },
  '0603': { power: '1/10 W', priceMicros: 9_000 },
  '0805': { power: '1/8 W', priceMicros: 11_000 },
  '1206': { power: '1/4 W', priceMicros: 14_000 },
  '1210': { power: '1/2 W', priceMicros: 32_000 },
  '2010': { power: '3/4 W', priceMicros: 48_000 },
  '2512': { power: '1 W', priceMicros: 62_000 },
};

/** Tolerances in percent by their letter (IEC 60062), in which all makers agree. */
export const toleranceOf = { B: 0.1, C: 0.25, D: 0.5, F: 1, J: 5 } as const;

/** What a chip resistor's number says. */
interface ChipResistor {
  readonly manufacturer: string;
  readonly mpn: string;
  /** EIA size code, such as `0603`. */
  readonly size: string;
  readonly milliohms: number;
  /** Plus or minus, in percent. */
  readonly tolerance: number;
  readonly packaging: string;
  readonly packQuantity: number;
}

/** Describes a chip resistor. */
export const chipResistor = (resistor: ChipResistor): Part => {
  const rating = bySize[resistor.size];
  if (rating === undefined) throw new RangeError(`no ratings for size ${resistor.size}`);
  const resistance = ohms(resistor.milliohms);
  const tolerance = `±${resistor.tolerance} %`;
  return {
    manufacturer: resistor.manufacturer,
    mpn: resistor.mpn,
    description: `Chip resistor ${resistance} ${tolerance} ${rating.power} ${resistor.size}`,
    attributes: {
      category: 'Chip resistor',
      resistance,
      tolerance,
      power: rating.power,
      package: resistor.size,
    },
    packaging: resistor.packaging,
    packQuantity: resistor.packQuantity,
    typicalPriceMicros: resistor.tolerance < 5 ? rating.priceMicros : Math.round(rating.priceMicros * 0.8),
  };
};

/** What a thin-film chip resistor's number says. */
interface ThinFilmResistor extends ChipResistor {
  /** Temperature coefficient, plus or minus, in millionths per kelvin. */
  readonly ppm: number;
}

/**
 * Describes a thin-film chip resistor. Its price rises with how exact it is and stays over
 * temperature.
 */
export const thinFilmResistor = (resistor: ThinFilmResistor): Part => {
  const thickFilm = chipResistor(resistor);
  const drift = `±${resistor.ppm} ppm/K`;
  return {
    ...thickFilm,
    description: thickFilm.description.replace('Chip resistor', 'Thin-film chip resistor').concat(` ${drift}`),
    attributes: { ...thickFilm.attributes, category: 'Thin-film chip resistor', 'temperature coefficient': drift },
    typicalPriceMicros: Math.round(thickFilm.typicalPriceMicros * (2 + 0.6 / resistor.tolerance + 60 / resistor.ppm)),
  };
};
