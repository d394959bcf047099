import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../domain/characteristics/read-description.ts';

const read = (text: string, separator?: '.' | ',') =>
  Object.fromEntries(readDescription(text, separator).map((each) => [each.name, each.text]));

describe('a description', () => {
  it.each([
    ['RES SMD 4K7 1% 1/10W 0603', { resistance: '4.7 kΩ', tolerance: '±1%', power_rating: '100 mW', package: '0603' }],
    [
      'CAP CER 0,1µF 50V X7R 0603',
      { capacitance: '100 nF', voltage_rating: '50 V', dielectric: 'X7R', package: '0603' },
    ],
    ['SMD-Widerstand 10 kOhm ±5 % 0,25 W', { resistance: '10 kΩ', tolerance: '±5%', power_rating: '250 mW' }],
    ['Elko 100µF/25V', { capacitance: '100 μF', voltage_rating: '25 V' }],
    [
      'Condensateur céramique 4n7 100 V C0G 0805',
      { capacitance: '4.7 nF', voltage_rating: '100 V', dielectric: 'C0G', package: '0805' },
    ],
    ['Résistance 4,7 kΩ 5 %', { resistance: '4.7 kΩ', tolerance: '±5%' }],
    ['Condensador electrolítico 47 uF 16 V 20%', { capacitance: '47 μF', voltage_rating: '16 V', tolerance: '±20%' }],
    ['резистор 4,7 кОм 1%', { resistance: '4.7 kΩ', tolerance: '±1%' }],
    [
      'Конденсатор 10 мкФ 16 В 20% 1206',
      { capacitance: '10 μF', voltage_rating: '16 V', tolerance: '±20%', package: '1206' },
    ],
    ['电容 100nF 50V', { capacitance: '100 nF', voltage_rating: '50 V' }],
    [
      '贴片电阻 10千欧 ±1% 1/4瓦 1206',
      { resistance: '10 kΩ', tolerance: '±1%', power_rating: '250 mW', package: '1206' },
    ],
    ['功率电感 4.7μH 3A', { inductance: '4.7 μH', current_rating: '3 A' }],
    ['Zenerdiode 5,1 V 500 mW SOD-123', { zener_voltage: '5.1 V', power_rating: '500 mW', package: 'SOD-123' }],
    ['MOSFET N-CH 30V 12A TSDSON-8', { voltage_rating: '30 V', current_rating: '12 A', package: 'TSDSON-8' }],
    ['IC REG LINEAR 3.3V 1A SOT223', { output_voltage: '3.3 V', package: 'SOT-223' }],
    ['CRYSTAL 12.0000MHZ 8PF SMD', { frequency: '12 MHz', load_capacitance: '8 pF' }],
    ['FERRITE BEAD 1 KOHM 0402 1LN', { impedance: '1 kΩ', package: '0402' }],
    ['Провод 600 В от -55 до 105 °C', { voltage_rating: '600 V', operating_temperature: '-55 °C to 105 °C' }],
    ['Hook-up wire 600 V -55 to 105 °C', { voltage_rating: '600 V', operating_temperature: '-55 °C to 105 °C' }],
  ])('says what it says in its language: %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['RES SMD 5 MOHM 1% 1W 2512', 'resistance'],
    ['FUSE BRD MNT 1A 32VAC 63VDC 1206', 'voltage_rating'],
    ['CAP CER 1UF 10V 16V 0603', 'voltage_rating'],
    ['CAP ALUM 100UF +80/-20% 25V', 'tolerance'],
    ['RES 1.000 OHM 1%', 'resistance'],
    ['THERMISTOR NTC 10KOHM 3900K 0402 0603', 'package'],
    ['IC MTR DRV 3-5.5V 24TSSOP', 'voltage_rating'],
    ['TVS DIODE 5.5V 14V 2X1SON', 'voltage_rating'],
    ['TRANS NPN SC-75A', 'current_rating'],
    ['IC EEPROM 64K SPI 8SOIC', 'resistance'],
    ['CAP ALUM 27UF 35V 10000H', 'inductance'],
    ['SENSOR HUMID 3V 2%', 'tolerance'],
    ['HYBRID SMD 25V22UF 125DEGC 4000H', 'inductance'],
    ['OPTOISOLATOR 5KV TRIAC 6DIP', 'voltage_rating'],
  ])('leaves open what could be two things, or is another: %s', (text, name) => {
    expect(read(text)).not.toHaveProperty(name);
  });

  it('gives each characteristic once, and says the same of what is said twice', () => {
    expect(read('RES 0.25W (1/4W) 10K OHM 1% 1206')).toMatchObject({ power_rating: '250 mW', resistance: '10 kΩ' });
    expect(read('CAP 0.1uF 100nF 50V')).toMatchObject({ capacitance: '100 nF' });
  });

  it('keeps a deviation in its unit, and a bound as one', () => {
    expect(read('CAP CER 1.6PF 50V +/-0.1 PF')).toMatchObject({ capacitance: '1.6 pF', tolerance: '±0.1 pF' });
    expect(read('SCHOTTKY Diode Vrrm>=40V')).toMatchObject({ voltage_rating: '≥ 40 V' });
    expect(read('10uF, Min. 10V X5R 10%')).toMatchObject({ voltage_rating: '≥ 10 V' });
  });

  it('reads numbers that could be thousands as the profile says', () => {
    expect(read('RES 1.000 OHM 1%', '.')).toMatchObject({ resistance: '1 Ω' });
    expect(read('Widerstand 1.000 Ohm 1%', ',')).toMatchObject({ resistance: '1 kΩ' });
  });

  it('of any text is read without a fault, and in time', () => {
    const pieces = fc.constantFrom(
      'RES ',
      '4',
      'K',
      '7',
      '1%',
      '/',
      '1/10W',
      ' ',
      '-',
      '.',
      ',',
      'µF',
      '电容',
      'SOT',
      '±',
      '0603',
      'Ом',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 400 }), (parts) => Array.isArray(readDescription(parts.join('')))),
    );
    for (const piece of ['1', '1.', '-1', 'A-1', '1/', '1 V ', '±', 'SOT-'])
      expect(readDescription(piece.repeat(1_000))).toBeInstanceOf(Array);
  });
});
