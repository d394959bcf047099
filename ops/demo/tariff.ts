import type { DemoProduct } from './catalogue/part.ts';
import { hashOf } from './seeded.ts';

/**
 * What suppliers state of a part for the customs: its number in the Harmonized Tariff Schedule of
 * the United States, by what kind of part it is, and where it was made. Of one part in twelve
 * nobody knows the number, of one in eight the origin, and of kinds that are of several headings
 * no number is stated at all.
 */

/** What is stated of a part; left out: nobody knows. */
export interface DemoTariff {
  /** Ten digits with points, or eight where the kind has several of those. */
  readonly hts?: string;
  /** ISO 3166-1 alpha-2. */
  readonly origin?: string;
}

const diodes = '8541.10.00';
const circuits = '8542.39.0001';
const inductors = '8504.50.80';

/** Numbers by the catalogue's categories. */
const numbers: ReadonlyMap<string, string> = new Map([
  ['Chip resistor', '8533.21.0030'],
  ['Resistor array', '8533.21.00'],
  ['Wired resistor', '8533.21.00'],
  ['Potentiometer', '8533.40.80'],
  ['Ceramic capacitor', '8532.24.0020'],
  ['Ceramic capacitor X7R', '8532.24.0020'],
  ['Ceramic capacitor C0G', '8532.24.0020'],
  ['Electrolytic capacitor', '8532.22.00'],
  ['Tantalum capacitor', '8532.21.00'],
  ['Film capacitor', '8532.25.00'],
  ['Power inductor', inductors],
  ['Inductor', inductors],
  ['Ferrite bead', inductors],
  ['Diode', diodes],
  ['Zener diode', diodes],
  ['TVS diode', diodes],
  ['Transistor', '8541.21.00'],
  ['MOSFET', '8541.29.00'],
  ['LED', '8541.41.00'],
  ['Optocoupler', '8541.49.80'],
  ['Crystal', '8541.60.00'],
  ['Microcontroller', '8542.31.00'],
  ['Memory', '8542.32.00'],
  ['Amplifier', '8542.33.0001'],
  ['Logic', circuits],
  ['Circuit', circuits],
  ['Analogue circuit', circuits],
  ['Interface circuit', circuits],
  ['Wireless circuit', circuits],
  ['Motor driver', circuits],
  ['Regulator', circuits],
  ['Switching regulator', circuits],
  ['Connector', '8536.69.40'],
  ['Pin header', '8536.69.40'],
  ['Wire-to-board connector', '8536.69.40'],
  ['Switch', '8536.50.90'],
  ['Fuse', '8536.10.00'],
  ['Relay', '8536.41.00'],
  ['Power supply', '8504.40.95'],
  ['Converter module', '8504.40.95'],
]);

const origins = ['CN', 'CN', 'CN', 'TW', 'MY', 'PH', 'JP', 'TH'] as const;

/** What is stated of a part, always the same. */
export const tariffOf = ({ manufacturer, mpn, attributes }: DemoProduct): DemoTariff => {
  const chance = hashOf(`customs|${manufacturer}|${mpn}`);
  const hts = chance % 12 === 0 ? undefined : numbers.get(attributes.category ?? '');
  const origin = (chance >>> 8) % 8 === 0 ? undefined : origins[(chance >>> 16) % origins.length];
  return { ...(hts !== undefined && { hts }), ...(origin !== undefined && { origin }) };
};

/** The digits of a number, as some suppliers write them. */
export const digitsOf = (hts: string | undefined): string | undefined => hts?.replaceAll('.', '');
