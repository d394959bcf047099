import {
  ceramicAxes,
  ceramicCapacitor,
  ceramicExists,
  ceramicThickness,
  toleranceLetters,
  voltageCodes,
} from '../ceramic-capacitor.ts';
import { numberScheme } from '../number-scheme.ts';
import { figuresAndPower } from '../preferred-values.ts';

/** Metric body size, in tenths of a millimetre. */
const sizeCodes = { '0402': '1005', '0603': '1608', '0805': '2012', '1206': '3216', '1210': '3225' } as const;

/**
 * TDK C series: `C` metric size, temperature characteristic, voltage, capacitance, tolerance,
 * thickness in hundredths of a millimetre, tape pitch (B: 2 mm, A: 4 mm), special code. Example:
 * C1608X7R1H104K080AA. Source: TDK "Multilayer ceramic chip capacitors, C series", "Catalog number
 * construction".
 */
export const tdkC = numberScheme({
  axes: { ...ceramicAxes, packing: ['reel'] },
  exists: ceramicExists,
  part: ({ packing: _, ...rating }) => {
    const electrical = `${rating.dielectric}${voltageCodes[rating.volts]}`;
    const value = `${figuresAndPower(rating.femtofarads, 2)}${toleranceLetters[rating.tolerance]}`;
    const thickness = String(ceramicThickness(rating)).padStart(3, '0');
    const isSmall = rating.size === '0402';
    return ceramicCapacitor({
      ...rating,
      manufacturer: 'TDK',
      mpn: `C${sizeCodes[rating.size]}${electrical}${value}${thickness}${isSmall ? 'B' : 'A'}A`,
      packaging: 'Tape, 178 mm reel',
      packQuantity: isSmall ? 10_000 : 4_000,
    });
  },
});
