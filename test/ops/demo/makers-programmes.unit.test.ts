import { describe, expect, it } from 'vitest';
import { mpnKey } from '../../../domain/catalog/identity.ts';
import { deviceProgrammes } from '../../../ops/demo/catalogue/broad/schemes.ts';
import { demoCatalogue, manufacturersProgrammes } from '../../../ops/demo/catalogue/catalogue.ts';
import { joined } from '../../../ops/demo/catalogue/combine.ts';
import { positionsByNumber } from '../../../ops/demo/number-index.ts';

const everything = joined(demoCatalogue('seed-a', Number.MAX_SAFE_INTEGER), manufacturersProgrammes('seed-a'));
const found = (number: string) => positionsByNumber(everything, number).map(everything.at);

describe("the makers' programmes", () => {
  // Taken apart by hand with the makers' ordering information.
  it.each([
    ['GRM188R61A106ME69D', 'Murata', 'Ceramic capacitor 10 µF ±20 % 10 V X5R 0603'],
    ['CL10C5R6CB8NNNC', 'Samsung Electro-Mechanics', 'Ceramic capacitor 5.6 pF ±0.25 pF 50 V C0G 0603'],
    ['C1005C0G1H080D', 'TDK', 'Ceramic capacitor 8 pF ±0.5 pF 50 V C0G 0402'],
    ['CC0805ZRY5V9BB104', 'Yageo', 'Ceramic capacitor 100 nF +80 % -20 % 50 V Y5V 0805'],
    ['0603WAF100JT5E', 'UNI-ROYAL', 'Chip resistor 10 Ω ±1 % 1/10 W 0603'],
    ['RMCF0805FT1M00', 'Stackpole', 'Chip resistor 1 MΩ ±1 % 1/8 W 0805'],
    ['WSL2512R0100FEA', 'Vishay', 'Chip resistor 10 mΩ ±1 % 1 W 2512'],
    ['OPA2134UA', 'Texas Instruments', 'Audio operational amplifier, two channels'],
    ['STM32G071KBT6', 'STMicroelectronics', 'Microcontroller, 32 bit'],
    ['SM04B-SRSS-TB(LF)(SN)', 'JST', 'Header'],
    ['1757242', 'Phoenix Contact', 'Terminal block'],
    ['61300411021', 'Würth Elektronik', 'Pin or socket header'],
    ['GRM31CR61E226KE15K', 'Murata', 'Ceramic capacitor, SMD 22 µF'],
    ['CGA5L1X7R1E475K160AE', 'TDK', 'Ceramic capacitor, SMD 4.7 µF'],
    ['C1206X104K5RACTU', 'KEMET', 'Ceramic capacitor, SMD 100 nF'],
    ['08053U4R2BAT2A', 'KYOCERA AVX', 'Ceramic capacitor, SMD 4.2 pF'],
    ['LQW18AN22NG00D', 'Murata', 'Inductor, SMD 22 nH'],
    ['SRP1038A-6R8M', 'Bourns', 'Power inductor, SMD 6.8 µH'],
    ['CRCW060327K4FKEAHP', 'Vishay', 'Chip resistor'],
    ['25ZLH330MEFC8X16', 'Rubycon', 'Electrolytic capacitor'],
    ['TPS61178RNWR', 'Texas Instruments', 'Integrated circuit'],
    ['LTC2959CDD#PBF', 'Analog Devices', 'Integrated circuit'],
    ['24LC256T-E/SN', 'Microchip', 'EEPROM'],
    ['BSC016N06NSATMA1', 'Infineon', 'MOSFET'],
  ])('have %s of %s: %s', (number, manufacturer, description) => {
    const parts = found(number).filter((part) => part.manufacturer === manufacturer);
    expect(parts.map(({ description: text }) => text.slice(0, description.length))).toContain(description);
  });

  it('find a number with whatever capitals and separators, each part of a maker once', () => {
    const parts = found('grm188 r61a106-me69d');
    expect(parts.map(({ manufacturer, mpn }) => `${manufacturer} ${mpn}`)).toEqual(['Murata GRM188R61A106ME69D']);
    const names = found('NE555P').map(({ manufacturer, mpn }) => `${manufacturer} ${mpn}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('do not have what is no number, or one with a wrong check figure', () => {
    for (const number of [
      '',
      'GRM31CR61E226KE15',
      '08053A333F',
      '220uf',
      '3.3v',
      'NO-SUCH-PART',
      'GRM188R61A106ME69',
      '1757243',
      '0603WAF1005T5X',
    ]) {
      expect([number, found(number)]).toEqual([number, []]);
    }
  });

  it('take apart every number that they compose', () => {
    for (const scheme of deviceProgrammes) {
      for (const share of [0, 0.31, 0.67, 0.999]) {
        const position = Math.floor(share * scheme.size);
        const { mpn, manufacturer } = scheme.nameAt(position);
        const key = mpnKey(mpn);
        const names = scheme.positionsOf?.(key).map((at) => mpnKey(scheme.nameAt(at).mpn));
        expect([manufacturer, mpn, names?.includes(key)]).toEqual([manufacturer, mpn, true]);
      }
      expect(() => scheme.at(scheme.size)).toThrow(RangeError);
    }
  });
});
