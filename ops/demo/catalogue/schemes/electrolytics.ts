import { type NumberScheme, numberScheme } from '../number-scheme.ts';
import { decades, farads, figuresAndPower, series } from '../preferred-values.ts';

/** Aluminium electrolytic capacitors, whose numbers have the same parts in another order. */

const voltCodes = { '0J': 6.3, '1A': 10, '1C': 16, '1E': 25, '1V': 35, '1H': 50, '1J': 63, '2A': 100 } as const;
type VoltCode = keyof typeof voltCodes;

/** 1 µF to 4700 µF, in femtofarads. */
const capacitances = decades(series.e6, 7, 4);

/** What fits into the bodies of these series, in microfarads times volts. */
const largest = 47_000;

/** A series of a maker, with the letters in front of and behind voltage and capacitance. */
interface Electrolytic {
  readonly manufacturer: string;
  readonly prefix: string;
  /** Letters between capacitance and the end, each as often as it is ordered so. */
  readonly ends: readonly string[];
  readonly form: 'surface mount' | 'radial';
}

const electrolytic = ({ manufacturer, prefix, ends, form }: Electrolytic): NumberScheme =>
  numberScheme({
    axes: { volts: Object.keys(voltCodes) as readonly VoltCode[], femtofarads: capacitances, end: ends },
    exists: ({ volts, femtofarads }) => (femtofarads / 1e9) * voltCodes[volts] <= largest,
    part: ({ volts, femtofarads, end }) => {
      const voltage = `${voltCodes[volts]} V`;
      const capacitance = farads(femtofarads);
      return {
        manufacturer,
        // The code counts picofarads, in thousands of which the rest of this catalogue counts.
        mpn: `${prefix}${volts}${microfaradCode(femtofarads)}${end}`,
        description: `Electrolytic capacitor ${capacitance} ±20 % ${voltage}, ${form}`,
        attributes: { category: 'Electrolytic capacitor', capacitance, tolerance: '±20 %', voltage_rating: voltage },
        packaging: form === 'radial' ? 'Bag' : 'Tape and reel',
        packQuantity: form === 'radial' ? 200 : 1_000,
        typicalPriceMicros: Math.round(90_000 + (femtofarads / 1e9) * voltCodes[volts] * 25),
      };
    },
  });

/** Two figures and a power of ten of microfarads, R for the point: 4R7, 101 for 100 µF. */
const microfaradCode = (femtofarads: number): string => figuresAndPower(femtofarads / 1e6, 2);

/** Sources: the "Ordering information" of each series by its maker. */
export const electrolytics = [
  electrolytic({ manufacturer: 'Panasonic', prefix: 'EEE-FK', ends: ['P', 'AP'], form: 'surface mount' }),
  electrolytic({ manufacturer: 'Panasonic', prefix: 'EEE-FP', ends: ['P', 'AP'], form: 'surface mount' }),
  electrolytic({ manufacturer: 'Panasonic', prefix: 'EEE-', ends: ['SP', 'WP'], form: 'surface mount' }),
  electrolytic({ manufacturer: 'Panasonic', prefix: 'EEU-FR', ends: ['', 'B'], form: 'radial' }),
  electrolytic({ manufacturer: 'Panasonic', prefix: 'EEU-FC', ends: ['', 'B'], form: 'radial' }),
  electrolytic({
    manufacturer: 'Nichicon',
    prefix: 'UWT',
    ends: ['MCL1GS', 'MNL1GS'],
    form: 'surface mount',
  }),
  electrolytic({
    manufacturer: 'Nichicon',
    prefix: 'UVR',
    ends: ['MDD', 'MED', 'MPD', 'MHD'],
    form: 'radial',
  }),
] as const;
