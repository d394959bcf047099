import { describe, expect, it } from 'vitest';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import type { DemoProduct } from '../../../ops/demo/catalogue/part.ts';

const catalogue = demoCatalogue('seed-a', Number.POSITIVE_INFINITY);
const products = [...catalogue];
const byNumber = new Map(products.map((product) => [product.mpn, product]));
const byName = new Map(products.map((product) => [`${product.manufacturer}|${product.mpn}`, product]));

const numbered = (mpn: string): DemoProduct => {
  const product = byNumber.get(mpn);
  if (product === undefined) throw new Error(`${mpn} is not in the catalogue`);
  return product;
};

describe('the demo catalogue', () => {
  it('holds at least 230,000 products, no two of one maker and number', () => {
    expect(products.length).toBe(catalogue.size);
    expect(products.length).toBeGreaterThanOrEqual(230_000);
    expect(new Set(products.map(({ manufacturer, mpn }) => `${manufacturer}|${mpn}`)).size).toBe(products.length);
  });

  it('is the same for the same seed, and has the same parts in another life for another', () => {
    const again = demoCatalogue('seed-a', catalogue.size);
    const other = demoCatalogue('seed-b', catalogue.size);
    const sample = Array.from({ length: 500 }, (_, at) => at * 113);
    const lives = (from: typeof catalogue) => sample.map((position) => from.at(position).lifecycle);
    const numbers = (from: typeof catalogue) => sample.map((position) => from.at(position).mpn);
    expect(sample.map(again.at)).toEqual(sample.map((position) => products[position]));
    expect(numbers(other)).toEqual(numbers(catalogue));
    expect(lives(other)).not.toEqual(lives(catalogue));
  });

  it('gives the product of any position alone', () => {
    for (let position = 0; position < catalogue.size; position += 997) {
      expect(catalogue.at(position)).toEqual(products[position]);
    }
    expect(() => catalogue.at(catalogue.size)).toThrow(RangeError);
  });

  it('is as large as asked for, and a large one has all that a small one can have', () => {
    const key = ({ manufacturer, mpn }: DemoProduct) => `${manufacturer}|${mpn}`;
    for (const size of [1, 1_000, 20_000, 60_000, 200_000]) {
      const some = [...demoCatalogue('seed-a', size)];
      expect(new Set(some.map(key)).size).toBe(size);
      expect(some[size - 1]).toEqual(demoCatalogue('seed-a', size).at(size - 1));
    }
    const large = new Set(Array.from(demoCatalogue('seed-a', 40_000), key));
    expect([...demoCatalogue('seed-a', 1_000)].filter((product) => !large.has(key(product)))).toEqual([]);
  });

  it('replaces only what is going out of production, by a part of the same maker and values that is made', () => {
    const replaced = products.filter(({ replacedByMpn }) => replacedByMpn !== undefined);
    expect(replaced.length).toBeGreaterThan(1000);
    const wrong = replaced.filter((product) => {
      const successor = byName.get(`${product.manufacturer}|${product.replacedByMpn}`);
      return (
        successor === undefined ||
        product.lifecycle === 'active' ||
        product.lifecycle === 'new' ||
        (successor.lifecycle !== 'active' && successor.lifecycle !== 'new') ||
        successor.description !== product.description
      );
    });
    expect(wrong).toEqual([]);
  });

  // Decoded by hand from the makers' ordering information.
  it.each([
    ['RC0603FR-0710KL', 'Yageo', { package: '0603', resistance: '10 kΩ', tolerance: '±1 %' }],
    ['RC1206FR-0797R6L', 'Yageo', { package: '1206', resistance: '97.6 Ω', tolerance: '±1 %' }],
    ['CRCW08054K70JNEA', 'Vishay', { package: '0805', resistance: '4.7 kΩ', tolerance: '±5 %' }],
    ['ERJ3EKF1002V', 'Panasonic', { package: '0603', resistance: '10 kΩ', tolerance: '±1 %' }],
    ['ERJ2RKF10R2X', 'Panasonic', { package: '0402', resistance: '10.2 Ω', tolerance: '±1 %' }],
    ['ERJ6GEYJ103V', 'Panasonic', { package: '0805', resistance: '10 kΩ', tolerance: '±5 %' }],
    ['RK73H1ETTP4993F', 'KOA Speer', { package: '0402', resistance: '499 kΩ', tolerance: '±1 %' }],
    [
      'GRM188R71H104KA93D',
      'Murata',
      { package: '0603', capacitance: '100 nF', voltage_rating: '50 V', dielectric: 'X7R' },
    ],
    [
      'C0603C104K5RACTU',
      'KEMET',
      { package: '0603', capacitance: '100 nF', voltage_rating: '50 V', dielectric: 'X7R' },
    ],
    [
      'C0402C479J5GACTU',
      'KEMET',
      { package: '0402', capacitance: '4.7 pF', voltage_rating: '50 V', dielectric: 'C0G' },
    ],
    ['CL10B104KB8NNNC', 'Samsung Electro-Mechanics', { package: '0603', capacitance: '100 nF', tolerance: '±10 %' }],
    [
      'C1608X7R1H104K080AA',
      'TDK',
      { package: '0603', capacitance: '100 nF', voltage_rating: '50 V', dielectric: 'X7R' },
    ],
    [
      'T491A106K016AT',
      'KEMET',
      { capacitance: '10 µF', voltage_rating: '16 V', tolerance: '±10 %', package: '3216-18' },
    ],
    ['IHLP2525CZER4R7M01', 'Vishay', { inductance: '4.7 µH', tolerance: '±20 %' }],
    ['IHLP2525CZERR47M01', 'Vishay', { inductance: '470 nH' }],
    ['1.5SMC6.8CA', 'Littelfuse', { standoff_voltage: '6.8 V', power: '1500 W', direction: 'bidirectional' }],
    ['1.5SMC68CA', 'Littelfuse', { standoff_voltage: '68 V', power: '1500 W', direction: 'bidirectional' }],
    ['BZX84C5V1LT1G', 'onsemi', { zener_voltage: '5.1 V', tolerance: '±5 %', package: 'SOT-23' }],
    ['SN74LVC245APWR', 'Texas Instruments', { function: 'octal bus transceiver', package: 'TSSOP-20' }],
    ['74HC595D,118', 'Nexperia', { function: '8-bit shift register with output latch', package: 'SO16' }],
    ['TSW-110-07-G-D', 'Samtec', { contacts: '20', rows: '2', plating: 'gold' }],
    ['22-23-2041', 'Molex', { contacts: '4', pitch: '2.54 mm' }],
    ['RT0603DRE0756RL', 'Yageo', { resistance: '56 Ω', tolerance: '±0.5 %', 'temperature coefficient': '±50 ppm/K' }],
    ['RN73R2BTTD1002B25', 'KOA Speer', { package: '1206', resistance: '10 kΩ', tolerance: '±0.1 %' }],
    ['TNPW060310K0BEEA', 'Vishay', { package: '0603', resistance: '10 kΩ', 'temperature coefficient': '±25 ppm/K' }],
    ['ERA3AEB103V', 'Panasonic', { package: '0603', resistance: '10 kΩ', tolerance: '±0.1 %' }],
    ['ERA6AEB1022V', 'Panasonic', { package: '0805', resistance: '10.2 kΩ' }],
    ['MMA02040C1002FB300', 'Vishay', { package: '0204', resistance: '10 kΩ', tolerance: '±1 %' }],
    ['MMB02070C1009FB200', 'Vishay', { package: '0207', resistance: '10 Ω' }],
    ['ABLS-12.000MHZ-D2-T', 'Abracon', { frequency: '12 MHz', package: 'HC/49US' }],
    ['ERJ3GEY0R00V', 'Panasonic', { package: '0603', resistance: '0 Ω' }],
    ['ERJ6GEYJ4R7V', 'Panasonic', { package: '0805', resistance: '4.7 Ω', tolerance: '±5 %' }],
    ['CR0603-FX-3322ELF', 'Bourns', { package: '0603', resistance: '33.2 kΩ', tolerance: '±1 %' }],
    ['RMCF0603FT10K0', 'Stackpole', { package: '0603', resistance: '10 kΩ', tolerance: '±1 %' }],
    ['MFR-25FBF52-4K7', 'Yageo', { resistance: '4.7 kΩ', tolerance: '±1 %', power: '1/4 W' }],
    ['CAY16-102J4LF', 'Bourns', { resistance: '1 kΩ', elements: '4' }],
    ['0603B104K500NT', 'Fenghua', { package: '0603', capacitance: '100 nF', voltage_rating: '50 V' }],
    ['TAJA106K010RNJ', 'KYOCERA AVX', { capacitance: '10 µF', voltage_rating: '10 V' }],
    ['MPZ1608S601ATA00', 'TDK', { package: '0603', impedance: '600 Ω' }],
    ['LQG15HS10NJ02D', 'Murata', { package: '0402', inductance: '10 nH' }],
    ['SSW-110-01-G-D', 'Samtec', { contacts: '20', rows: '2', plating: 'gold' }],
  ])('reads %s as its maker documents it', (mpn, manufacturer, attributes) => {
    expect(numbered(mpn)).toMatchObject({ manufacturer, attributes });
  });
});

describe('what is known from the start', () => {
  const numbers = new Set(Array.from(demoCatalogue('seed-a', 20_000), ({ mpn }) => mpn));

  it.each(['NE555P', '1N4148', 'BC547B', 'STM32F103C8T6', 'ATMEGA328P-AU', 'AMS1117-3.3', 'RC0603FR-0710KL'])(
    'has %s, as it is whole',
    (mpn) => {
      expect(numbers).toContain(mpn);
    },
  );
});

describe('the catalogue that nobody has asked to be small', () => {
  const everyday = demoCatalogue('seed-a');
  const parts = new Map([...everyday].map((product) => [`${product.manufacturer}|${product.mpn}`, product]));

  it('has no two parts of one maker and number', () => {
    expect(parts.size).toBe(everyday.size);
  });

  // What alternates are compared by.
  it.each([
    ['Diotec', 'BC547B', { voltage_rating: '45 V', current_rating: '100 mA' }],
    ['Alpha & Omega', 'AO3400A', { voltage_rating: '30 V', current_rating: '5.7 A' }],
    ['Diotec', '1N5819', { voltage_rating: '40 V', current_rating: '1 A' }],
    ['Vishay', 'BZX55C5V1', { zener_voltage: '5.1 V', power_rating: '500 mW' }],
    ['Bourns', 'SMAJ33CA', { standoff_voltage: '33 V', power_rating: '400 W' }],
    ['Abracon', 'ABM8-12.000MHZ-B2', { frequency: '12 MHz', load_capacitance: '18 pF' }],
    ['ECS', 'ECS-160-20-4X', { frequency: '16 MHz', load_capacitance: '20 pF' }],
  ])('states the characteristics of %s %s', (manufacturer, mpn, attributes) => {
    expect(parts.get(`${manufacturer}|${mpn}`)?.attributes).toMatchObject(attributes);
  });

  // Numbers as the makers' ordering information composes them.
  it.each([
    ['Texas Instruments', 'NE555P', 'Precision timer, PDIP-8'],
    ['Texas Instruments', 'LM358DR', 'Operational amplifier, two channels, SOIC'],
    ['onsemi', '1N4148', 'Switching diode 100 V 200 mA, axial'],
    ['Diotec', 'BC547B', 'NPN transistor 45 V 100 mA'],
    ['STMicroelectronics', 'STM32F103C8T6', 'Microcontroller, 32 bit, Cortex-M3, LQFP'],
    ['Microchip', 'ATMEGA328P-AU', 'Microcontroller, 8 bit AVR, TQFP'],
    ['Advanced Monolithic Systems', 'AMS1117-3.3', 'Low-dropout regulator 3.3 V 1 A'],
    ['Espressif', 'ESP32-WROOM-32E-N4', 'Wi-Fi and Bluetooth module'],
    ['JST', 'B2B-PH-K-S(LF)(SN)', 'Header 2.0 mm, 2 positions'],
    ['UNI-ROYAL', '0603WAF1002T5E', 'Chip resistor 10 kΩ ±1 % 1/10 W 0603'],
    ['Yageo', 'CC0603KRX7R9BB104', 'Ceramic capacitor 100 nF ±10 % 50 V X7R 0603'],
    ['KYOCERA AVX', '06035C104KAT2A', 'Ceramic capacitor 100 nF ±10 % 50 V X7R 0603'],
    ['Panasonic', 'EEE-FK1V101P', 'Electrolytic capacitor 100 µF ±20 % 35 V, surface mount'],
    ['Murata', 'BLM18AG601SN1D', 'Ferrite bead 600 Ω at 100 MHz 0603'],
    ['Coilcraft', 'XFL4020-102MEB', 'Power inductor 1 µH ±20 %'],
  ])('has %s %s: %s', (manufacturer, mpn, description) => {
    expect(parts.get(`${manufacturer}|${mpn}`)?.description).toBe(description);
  });
});
