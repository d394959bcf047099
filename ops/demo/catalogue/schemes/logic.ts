import { deviceFamily, packed } from '../device-family.ts';
import { logicFunctionNumbers, logicFunctions } from '../logic-functions.ts';
import { numberScheme } from '../number-scheme.ts';

/** Logic of the series 74 and 4000. */

/** Families with the letter that ends the device name, if any. */
const texasFamilies = { HC: '', HCT: '', AHC: '', AHCT: '', LV: 'A', LVC: 'A' } as const;

const texasPackages = { D: 'SOIC', DB: 'SSOP', N: 'PDIP', NS: 'SOP', PW: 'TSSOP' } as const;

/**
 * Texas Instruments logic: `SN74` family, function, revision, package, packing (R: reel; nothing:
 * tube). Examples: SN74HC00N, SN74HC595DR, SN74LVC245APWR. Source: Texas Instruments "Logic guide",
 * "Device nomenclature".
 */
export const tiLogic = numberScheme({
  axes: {
    family: ['HC', 'HCT', 'AHC', 'AHCT', 'LV', 'LVC'],
    device: logicFunctionNumbers,
    body: ['D', 'DB', 'N', 'NS', 'PW'],
    packing: ['', 'R'],
  },
  // Dual in-line packages come in tubes only, and small-outline NS on reels only.
  exists: ({ body, packing }) => !(body === 'N' && packing === 'R') && !(body === 'NS' && packing === ''),
  part: ({ family, device, body, packing }) => {
    const { text, pins } = logicFunctions[device];
    return {
      manufacturer: 'Texas Instruments',
      mpn: `SN74${family}${device}${texasFamilies[family]}${body}${packing}`,
      description: `74${family} ${text}, ${texasPackages[body]}-${pins}`,
      attributes: { category: 'Logic', family, function: text, package: `${texasPackages[body]}-${pins}` },
      packaging: packing === 'R' ? 'Tape and reel' : 'Tube',
      packQuantity: packing === 'R' ? 2_000 : 50,
      typicalPriceMicros: 220_000 + pins * 9_000 + (body === 'N' ? 150_000 : 0),
    };
  },
});

const nexperiaPackages = { D: 'SO', PW: 'TSSOP', BQ: 'DHVQFN' } as const;

/**
 * Nexperia's packing codes after the comma: 118 and 115 are reels, 112 and 653 are the older tube
 * and large reel.
 */
const nexperiaPackings = {
  '118': { packaging: 'Tape, 13 inch reel', pieces: 2_500 },
  '112': { packaging: 'Tube', pieces: 50 },
} as const;

/**
 * Nexperia logic as ordered: `74` family, function, package, and after a comma the packing of the
 * 12NC. Example: 74HC595D,118. Source: Nexperia "Logic application handbook", "Type number and
 * ordering information".
 */
export const nexperiaLogic = numberScheme({
  axes: {
    family: ['HC', 'HCT', 'AHC', 'LVC'],
    device: logicFunctionNumbers,
    body: ['D', 'PW', 'BQ'],
    packing: ['118', '112'],
  },
  exists: ({ body, packing }) => !(body === 'BQ' && packing === '112'),
  part: ({ family, device, body, packing }) => {
    const { text, pins } = logicFunctions[device];
    return {
      manufacturer: 'Nexperia',
      mpn: `74${family}${device}${family === 'LVC' ? 'A' : ''}${body},${packing}`,
      description: `74${family} ${text}, ${nexperiaPackages[body]}${pins}`,
      attributes: { category: 'Logic', family, function: text, package: `${nexperiaPackages[body]}${pins}` },
      packaging: nexperiaPackings[packing].packaging,
      packQuantity: nexperiaPackings[packing].pieces,
      typicalPriceMicros: 200_000 + pins * 8_000,
    };
  },
});

/** Families that `tiLogic` has, and older ones. */
const cmos = ['HC', 'HCT', 'AHC', 'AHCT', 'LVC'] as const;
const bipolar = ['LS', 'AC', 'ACT', 'F', 'ALS'] as const;

const devicesOf = (families: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    families.flatMap((family) =>
      logicFunctionNumbers.map((number) => [`74${family}${number}`, `74${family} ${logicFunctions[number].text}`]),
    ),
  );

const older = devicesOf(bipolar);
const devices = { ...devicesOf(cmos), ...older };

const metal = Object.fromEntries(
  (
    '4001 NOR gate,4002 NOR gate,4007 Inverters and pair,4011 NAND gate,4012 NAND gate,4013 Flip-flop,4014 Shift register,' +
    '4015 Shift register,4016 Analogue switch,4017 Decade counter,4018 Counter,4020 Counter,4021 Shift register,4022 Counter,' +
    '4023 NAND gate,4024 Counter,4025 NOR gate,4026 Counter with display driver,4027 Flip-flop,4028 Decoder,4029 Counter,' +
    '4030 XOR gate,4040 Counter,4042 Latch,4043 Latch,4044 Latch,4046 Phase-locked loop,4047 Multivibrator,4049 Inverter,' +
    '4050 Buffer,4051 Analogue multiplexer,4052 Analogue multiplexer,4053 Analogue multiplexer,4060 Counter with oscillator,' +
    '4066 Analogue switch,4068 NAND gate,4069 Inverter,4070 XOR gate,4071 OR gate,4072 OR gate,4073 AND gate,4075 OR gate,' +
    '4077 XNOR gate,4081 AND gate,4082 AND gate,4093 Schmitt-trigger NAND gate,4094 Shift register,4098 Multivibrator,' +
    '40106 Schmitt-trigger inverter,40109 Level shifter,4510 Counter,4511 Decoder with display driver,4514 Decoder,' +
    '4516 Counter,4518 Counter,4520 Counter,4521 Divider,4528 Multivibrator,4532 Encoder,4538 Multivibrator,4541 Timer,4543 Decoder'
  )
    .split(',')
    .map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]),
);

const prefixed = (prefix: string, numbers: Readonly<Record<string, string>>, end = '') =>
  Object.fromEntries(Object.entries(numbers).map(([number, text]) => [`${prefix}${number}${end}`, text]));

/**
 * Logic as lists name it: by its function, with a maker's package or without. Source: the makers'
 * "Ordering information" of each family.
 */
export const logicByNumber = [
  deviceFamily('Nexperia', 'Logic', 260_000, {
    devices,
    codes: {
      '*': packed.each(),
      '*D': packed.tube(50, 'SOIC'),
      '*N': packed.tube(25, 'PDIP'),
      '*PW': packed.tube(90, 'TSSOP'),
    },
  }),
  deviceFamily('Texas Instruments', 'Logic', 420_000, {
    devices: {
      ...prefixed('CD', metal, 'B'),
      ...prefixed('CD', { 4049: 'Inverter', 4050: 'Buffer', 4069: 'Inverter' }, 'UB'),
    },
    codes: {
      '*': packed.each(),
      '*E': packed.tube(25, 'PDIP'),
      '*M': packed.tube(50, 'SOIC'),
      '*M96': packed.reel(2_500, 'SOIC'),
      '*PW': packed.tube(90, 'TSSOP'),
      '*PWR': packed.reel(2_000, 'TSSOP'),
      '*NSR': packed.reel(2_000, 'SOP'),
      '*M96G4': packed.reel(2_500, 'SOIC'),
      '*EE4': packed.tube(25, 'PDIP'),
    },
  }),
  deviceFamily('Nexperia', 'Logic', 390_000, {
    devices: prefixed('HEF', metal, 'B'),
    codes: {
      '*P,652': packed.tube(25, 'PDIP'),
      '*T,652': packed.tube(50, 'SOIC'),
      '*T,653': packed.reel(2_500, 'SOIC'),
      '*T': packed.tube(50, 'SOIC'),
      '*P': packed.tube(25, 'PDIP'),
    },
  }),
  deviceFamily('onsemi', 'Logic', 380_000, {
    devices: { ...prefixed('MC1', metal, 'B'), ...prefixed('MC', devices, 'A') },
    codes: {
      '*DG': packed.tube(48, 'SOIC'),
      '*DR2G': packed.reel(2_500, 'SOIC'),
      '*DTR2G': packed.reel(2_500, 'TSSOP'),
      '*CPG': packed.tube(25, 'PDIP'),
    },
  }),
  deviceFamily('HGSEMI', 'Logic', 110_000, {
    devices: {
      ...metal,
      ...prefixed('CD', metal),
      ...prefixed('CD', metal, 'BE'),
    },
    codes: { '*': packed.tube(25) },
  }),
  deviceFamily('Texas Instruments', 'Logic', 470_000, {
    devices: prefixed('SN', older),
    codes: {
      '*': packed.each(),
      '*N': packed.tube(25, 'PDIP'),
      '*AN': packed.tube(25, 'PDIP'),
      '*D': packed.tube(50, 'SOIC'),
      '*DR': packed.reel(2_500, 'SOIC'),
      '*NSR': packed.reel(2_000, 'SOP'),
      '*DW': packed.tube(25, 'SOIC'),
      '*DWR': packed.reel(2_000, 'SOIC'),
      '*PWR': packed.reel(2_000, 'TSSOP'),
    },
  }),
] as const;
