import { deviceFamily, packed } from '../device-family.ts';
import { codes } from '../number-scheme.ts';

/** Diodes and what protects from surges, by the ordering information of their makers. */

const zeners = codes(
  '2V4 2V7 3V0 3V3 3V6 3V9 4V3 4V7 5V1 5V6 6V2 6V8 7V5 8V2 9V1 10 11 12 13 15 16 18 20 22 24 27 30 33',
);

const volts = (code: string): string => `${code.replace('V', '.')} V`;

const described = (codes: readonly string[], number: (code: string) => string, text: (code: string) => string) =>
  Object.fromEntries(codes.map((code) => [number(code), text(code)]));

/** Rectifiers with leads, of several makers. */
export const rectifiers = {
  '1N4001': 'Rectifier 50 V 1 A',
  '1N4002': 'Rectifier 100 V 1 A',
  '1N4003': 'Rectifier 200 V 1 A',
  '1N4004': 'Rectifier 400 V 1 A',
  '1N4005': 'Rectifier 600 V 1 A',
  '1N4006': 'Rectifier 800 V 1 A',
  '1N4007': 'Rectifier 1000 V 1 A',
  '1N5400': 'Rectifier 50 V 3 A',
  '1N5401': 'Rectifier 100 V 3 A',
  '1N5404': 'Rectifier 400 V 3 A',
  '1N5406': 'Rectifier 600 V 3 A',
  '1N5408': 'Rectifier 1000 V 3 A',
  '1N5817': 'Schottky rectifier 20 V 1 A',
  '1N5818': 'Schottky rectifier 30 V 1 A',
  '1N5819': 'Schottky rectifier 40 V 1 A',
  '1N5820': 'Schottky rectifier 20 V 3 A',
  '1N5821': 'Schottky rectifier 30 V 3 A',
  '1N5822': 'Schottky rectifier 40 V 3 A',
  UF4001: 'Fast rectifier 50 V 1 A',
  UF4004: 'Fast rectifier 400 V 1 A',
  UF4007: 'Fast rectifier 1000 V 1 A',
  BY299: 'Fast rectifier 800 V 2 A',
};

/** Rectifiers for surface mounting, of several makers. */
export const surfaceRectifiers = {
  M1: 'Rectifier 50 V 1 A',
  M4: 'Rectifier 400 V 1 A',
  M7: 'Rectifier 1000 V 1 A',
  S1A: 'Rectifier 50 V 1 A',
  S1B: 'Rectifier 100 V 1 A',
  S1D: 'Rectifier 200 V 1 A',
  S1G: 'Rectifier 400 V 1 A',
  S1J: 'Rectifier 600 V 1 A',
  S1M: 'Rectifier 1000 V 1 A',
  S2M: 'Rectifier 1000 V 2 A',
  S3M: 'Rectifier 1000 V 3 A',
  ES1D: 'Fast rectifier 200 V 1 A',
  ES1J: 'Fast rectifier 600 V 1 A',
  US1M: 'Fast rectifier 1000 V 1 A',
  SS12: 'Schottky rectifier 20 V 1 A',
  SS13: 'Schottky rectifier 30 V 1 A',
  SS14: 'Schottky rectifier 40 V 1 A',
  SS16: 'Schottky rectifier 60 V 1 A',
  SS110: 'Schottky rectifier 100 V 1 A',
  SS24: 'Schottky rectifier 40 V 2 A',
  SS26: 'Schottky rectifier 60 V 2 A',
  SS210: 'Schottky rectifier 100 V 2 A',
  SS34: 'Schottky rectifier 40 V 3 A',
  SS36: 'Schottky rectifier 60 V 3 A',
  SS310: 'Schottky rectifier 100 V 3 A',
  SS54: 'Schottky rectifier 40 V 5 A',
  SS56: 'Schottky rectifier 60 V 5 A',
  MB6S: 'Bridge rectifier 600 V 0.5 A',
  MB10S: 'Bridge rectifier 1000 V 0.5 A',
  DB107S: 'Bridge rectifier 1000 V 1 A',
};

/** Diodes for signals, of several makers. */
export const signalDiodes = {
  '1N914': 'Switching diode 100 V 200 mA',
  '1N4148': 'Switching diode 100 V 200 mA',
  '1N4448': 'Switching diode 100 V 200 mA',
  BAT41: 'Schottky diode 100 V 100 mA',
  BAT42: 'Schottky diode 30 V 200 mA',
  BAT43: 'Schottky diode 30 V 200 mA',
  BAT85: 'Schottky diode 30 V 200 mA',
};

/** Diodes in small packages, of several makers. */
export const smallOutline = {
  BAS16: 'Switching diode 100 V 215 mA',
  BAS21: 'Switching diode 250 V 200 mA',
  BAS40: 'Schottky diode 40 V 120 mA',
  'BAS40-04': 'Schottky diode pair 40 V, in series',
  'BAS40-05': 'Schottky diode pair 40 V, common cathode',
  'BAS40-06': 'Schottky diode pair 40 V, common anode',
  BAS70: 'Schottky diode 70 V 70 mA',
  'BAS70-04': 'Schottky diode pair 70 V, in series',
  BAT54: 'Schottky diode 30 V 200 mA',
  BAT54A: 'Schottky diode pair 30 V, common anode',
  BAT54C: 'Schottky diode pair 30 V, common cathode',
  BAT54S: 'Schottky diode pair 30 V, in series',
  BAV70: 'Switching diode pair 100 V, common cathode',
  BAV99: 'Switching diode pair 100 V, in series',
  BAW56: 'Switching diode pair 100 V, common anode',
};

const surge = codes('A CA').flatMap((direction) =>
  codes('5.0 6.0 6.5 7.0 8.0 9.0 10 12 13 14 15 16 18 20 22 24 26 28 30 33 36 40 43 48 51 58 60 64 75').map(
    (stand) => [stand, direction] as const,
  ),
);

const surgeDevices = (prefix: string, watts: number) =>
  Object.fromEntries(
    surge.map(([stand, direction]) => [
      `${prefix}${stand}${direction}`,
      `TVS diode ${stand} V ${watts} W ${direction === 'CA' ? 'bidirectional' : 'unidirectional'}`,
    ]),
  );

/** Every family of diodes. */
export const diodeFamilies = [
  deviceFamily('Diotec', 'Diode', 35_000, {
    devices: { ...rectifiers, ...signalDiodes },
    codes: { '*': packed.reel(5_000, 'axial') },
  }),
  deviceFamily('onsemi', 'Diode', 90_000, {
    devices: { ...rectifiers, ...signalDiodes },
    codes: { '*': packed.bag(1_000, 'axial'), '*G': packed.bag(1_000, 'axial'), '*RLG': packed.reel(5_000, 'axial') },
  }),
  deviceFamily('Vishay', 'Diode', 80_000, {
    devices: { ...rectifiers, ...signalDiodes },
    codes: {
      '*-E3/54': packed.reel(5_500, 'DO-41'),
      '*-E3/73': packed.reel(3_000, 'DO-41'),
      '*-TR': packed.reel(10_000, 'DO-35'),
      '*-TAP': packed.reel(10_000, 'DO-35'),
    },
  }),
  deviceFamily('Diodes Incorporated', 'Diode', 130_000, {
    devices: {
      ...smallOutline,
      '1N4148W': 'Switching diode 100 V 300 mA',
      '1N4148WS': 'Switching diode 100 V 300 mA',
      '1N5819HW': 'Schottky rectifier 40 V 1 A',
      B0520LW: 'Schottky rectifier 20 V 0.5 A',
      B0530W: 'Schottky rectifier 30 V 0.5 A',
      B340A: 'Schottky rectifier 40 V 3 A',
      B140: 'Schottky rectifier 40 V 1 A',
      B360A: 'Schottky rectifier 60 V 3 A',
      SMAJ33A: 'TVS diode 33 V 400 W',
      S1M: 'Rectifier 1000 V 1 A',
      ...described(
        zeners,
        (code) => `BZT52C${code}`,
        (code) => `Zener diode ${volts(code)} 500 mW`,
      ),
      ...described(
        zeners,
        (code) => `MMSZ52${30 + zeners.indexOf(code)}B`,
        (code) => `Zener diode ${volts(code)} 500 mW`,
      ),
    },
    codes: { '*-7-F': packed.reel(3_000), '*-13-F': packed.reel(10_000) },
  }),
  deviceFamily('Nexperia', 'Diode', 110_000, {
    devices: {
      ...smallOutline,
      PMEG2005EH: 'Schottky rectifier 20 V 0.5 A',
      PMEG3020EH: 'Schottky rectifier 30 V 2 A',
      PMEG4010CEH: 'Schottky rectifier 40 V 1 A',
      PMEG6010CEH: 'Schottky rectifier 60 V 1 A',
      PESD5V0S1BL: 'ESD protection 5 V',
      PESD5V0S1UB: 'ESD protection 5 V',
      PRTR5V0U2X: 'ESD protection of two lines 5.5 V',
      IP4220CZ6: 'ESD protection of four lines',
      PESD1CAN: 'ESD protection of a CAN bus',
      ...described(
        zeners,
        (code) => `BZX384-C${code}`,
        (code) => `Zener diode ${volts(code)} 300 mW`,
      ),
      ...described(
        zeners,
        (code) => `BZX84-C${code}`,
        (code) => `Zener diode ${volts(code)} 250 mW`,
      ),
    },
    codes: { '*,215': packed.reel(3_000), '*,115': packed.reel(3_000), '*': packed.reel(3_000) },
  }),
  deviceFamily('onsemi', 'Diode', 120_000, {
    devices: {
      ...smallOutline,
      MBR0520: 'Schottky rectifier 20 V 0.5 A',
      MBR0530: 'Schottky rectifier 30 V 0.5 A',
      MMSZ4V7: 'Zener diode 4.7 V 500 mW',
      MMSZ5V1: 'Zener diode 5.1 V 500 mW',
      MMBD914: 'Switching diode 100 V 200 mA',
      MMBD4148: 'Switching diode 100 V 200 mA',
    },
    codes: {
      '*LT1G': packed.reel(3_000, 'SOT-23'),
      '*LT3G': packed.reel(10_000, 'SOT-23'),
      '*T1G': packed.reel(3_000),
      '*WT1G': packed.reel(3_000, 'SC-70'),
    },
  }),
  deviceFamily('onsemi', 'Diode', 240_000, {
    devices: {
      MBRS130: 'Schottky rectifier 30 V 1 A',
      MBRS140: 'Schottky rectifier 40 V 1 A',
      MBRS340: 'Schottky rectifier 40 V 3 A',
      MBRS360: 'Schottky rectifier 60 V 3 A',
      MBRA140: 'Schottky rectifier 40 V 1 A',
      MBRA340: 'Schottky rectifier 40 V 3 A',
      MRA4003: 'Rectifier 300 V 1 A',
      MRA4007: 'Rectifier 1000 V 1 A',
      MURS120: 'Fast rectifier 200 V 1 A',
      MURS160: 'Fast rectifier 600 V 1 A',
      SS14: 'Schottky rectifier 40 V 1 A',
      SS24: 'Schottky rectifier 40 V 2 A',
    },
    codes: { '*T3G': packed.reel(2_500), '*': packed.reel(7_500) },
  }),
  ...(['MDD', 'Slkor', 'Jiangsu Changjing'] as const).map((manufacturer) =>
    deviceFamily(manufacturer, 'Diode', 18_000, {
      devices: {
        ...surfaceRectifiers,
        ...smallOutline,
        '1N4148W': 'Switching diode 100 V 150 mA',
        '1N4148WS': 'Switching diode 100 V 150 mA',
        '1N5819W': 'Schottky rectifier 40 V 1 A',
        '1N5819WS': 'Schottky rectifier 40 V 350 mA',
        B5819W: 'Schottky rectifier 40 V 1 A',
        LL4148: 'Switching diode 100 V 200 mA',
        ...described(
          zeners,
          (code) => `BZT52C${code}`,
          (code) => `Zener diode ${volts(code)} 500 mW`,
        ),
      },
      codes: { '*': packed.reel(3_000) },
    }),
  ),
  deviceFamily('Vishay', 'Diode', 190_000, {
    devices: surfaceRectifiers,
    codes: {
      '*-E3/61T': packed.reel(1_800, 'DO-214AC'),
      '*-E3/5AT': packed.reel(7_500, 'DO-214AC'),
      '*-E3/52T': packed.reel(750, 'DO-214AA'),
    },
  }),
  deviceFamily('Vishay', 'Zener diode', 95_000, {
    devices: {
      ...described(
        zeners,
        (code) => `BZX55C${code}`,
        (code) => `Zener diode ${volts(code)} 500 mW`,
      ),
      ...described(
        zeners,
        (code) => `BZX85C${code}`,
        (code) => `Zener diode ${volts(code)} 1.3 W`,
      ),
      ...described(
        zeners,
        (code) => `BZV55C${code}`,
        (code) => `Zener diode ${volts(code)} 500 mW`,
      ),
    },
    codes: { '*': packed.bag(1_000), '*-TAP': packed.reel(10_000), '*-TR': packed.reel(10_000) },
  }),
  ...(['Bourns', 'STMicroelectronics'] as const).map((manufacturer) =>
    deviceFamily(manufacturer, 'TVS diode', 260_000, {
      devices: {
        ...surgeDevices('SMAJ', 400),
        ...surgeDevices('SMBJ', 600),
        ...surgeDevices('SMCJ', 1_500),
        ...surgeDevices('P6KE', 600),
      },
      codes: {
        '*': packed.reel(3_000),
        ...(manufacturer === 'STMicroelectronics' ? { '*-TR': packed.reel(2_500) } : {}),
      },
    }),
  ),
  deviceFamily('STMicroelectronics', 'Diode', 230_000, {
    devices: {
      'USBLC6-2SC6': 'ESD protection of USB, two lines',
      'USBLC6-4SC6': 'ESD protection of USB, four lines',
      ESDA6V1L: 'ESD protection of two lines',
      STPS1L40A: 'Schottky rectifier 40 V 1 A',
      STPS2L40U: 'Schottky rectifier 40 V 2 A',
      STPS340U: 'Schottky rectifier 40 V 3 A',
      STTH1R06A: 'Fast rectifier 600 V 1 A',
      BAT60JFILM: 'Schottky diode 10 V 3 A',
    },
    codes: { '*': packed.reel(3_000) },
  }),
] as const;
