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

/** What a chip resistor's number says. */
export interface ChipResistor {
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
