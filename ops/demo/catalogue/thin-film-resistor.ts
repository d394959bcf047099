import { type ChipResistor, chipResistor } from './chip-resistor.ts';
import type { Part } from './part.ts';

/** What a thin-film chip resistor's number says. */
export interface ThinFilmResistor extends ChipResistor {
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
