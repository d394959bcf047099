import { deviceFamily, named, packed } from '../device-family.ts';
import { codes } from '../number-scheme.ts';

/** LEDs, crystals and oscillators, by the ordering information of their makers. */

const megahertz = codes(
  '4.000 6.000 7.3728 8.000 10.000 11.0592 12.000 12.288 13.560 14.7456 16.000 18.432 19.200 20.000 22.1184 24.000 24.576 25.000 26.000 27.000 27.120 30.000 32.000 38.400 40.000 48.000 50.000',
);

/**
 * A series in all frequencies, with the load that its data sheet has where the number says none.
 */
const crystals = (number: (frequency: string) => string, load?: string) =>
  Object.fromEntries(
    megahertz.map((frequency) => [
      number(frequency),
      [`Crystal ${Number(frequency)} MHz`, load].filter((each) => each !== undefined).join(' '),
    ]),
  );

/** ECS writes the load in picofarads behind the frequency; S stands for series resonance. */
const ecsLoad = (code: string): string => (/^\d+(?=-)/u.test(code) ? ` ${Number.parseInt(code, 10)} pF` : '');

const colours = {
  KG: 'green',
  KR: 'red',
  KS: 'yellow',
  KF: 'orange',
  KA: 'amber',
  TB: 'blue',
  TG: 'green',
  KY: 'yellow',
} as const;

const liteOn = Object.fromEntries(
  ['C150', 'C155', 'C170', 'C171', 'C190', 'C191', 'C193', 'C194', 'C230', 'C281', 'S220', 'S270', 'G353C'].flatMap(
    (body) => Object.entries(colours).map(([code, colour]) => [`LTST-${body}${code}`, `LED, ${colour}`]),
  ),
);

const kingbright = Object.fromEntries(
  codes(
    'AP1608 APT1608 APT2012 APHHS1005 APTD1608 APTR3216 KP-1608 KP-2012 KP-3216 KPT-1608 KPT-2012 KPTD-1608 KPHHS-1005 WP710A10 WP7113 WP154A4 WP3A8 WP934 L-53 L-934 L-7113 L-7104',
  ).flatMap((body) =>
    codes(
      'SGC CGCK SURCK SRCPRV SECK SYCK QBC/D QBC/G ZGC ZGCK LZGCK VBC/D EC YC SRC PBC/A MGC GD ID YD HD SRD SGD SURDK SYDK QBD/D PBD ZGD SUREQBFZGW GT IT YT',
    ).map((code) => [`${body}${code}`, 'LED']),
  ),
);

/** Every family of LEDs, crystals and oscillators. */
export const lightAndCrystalFamilies = [
  deviceFamily('Lite-On', 'LED', 110_000, {
    devices: liteOn,
    codes: {
      '*KT': packed.reel(4_000),
      '*T': packed.reel(4_000),
      '*KT-5A': packed.reel(4_000),
      '*KT-1A': packed.reel(4_000),
    },
  }),
  deviceFamily('Kingbright', 'LED', 140_000, {
    devices: kingbright,
    codes: { '*': packed.reel(2_000) },
  }),
  deviceFamily('Everlight', 'LED', 80_000, {
    devices: {
      ...Object.fromEntries(
        ['15-21', '16-213', '16-219A', '17-21', '19-213', '19-217', '19-21', '19-223', '12-21', '67-21'].flatMap(
          (body) =>
            codes(
              'SURC SYGC SUYC UYC GHC-YR1S2M BHC-AN1P2 BHC-ZL1M2RY R6C-AL1M2VY GHC-XS1T1N Y5C-AM1N1VY W1D-ANPHY SURC-S530-A2 SDRC SYGC-S530-E2 G6C-FP1Q1B R6C-FP1Q1L Y2C-CQ2R2L',
            ).map((code) => [`${body}/${code}`, 'LED']),
        ),
      ),
      ...named(
        'IR17-21C IR19-21C IR26-21C IR204-A IR333-A IR333C-A IR12-21C PT17-21C PT19-21B PT19-21C PT12-21C PT204-6B PT334-6B ALS-PT19-315C 204-10UYD/S530-A3 204-10SURD/S530-A3 204-10SYGD/S530-E2 333-2SURD/S530-A3 333-2SYGD/S530-E2 334-15/T1C1-4WYA',
        'LED or light sensor',
      ),
    },
    codes: {
      '*': packed.bag(500),
      '*/TR8': packed.reel(3_000),
      '*/3T': packed.reel(3_000),
      '*/2T': packed.reel(2_000),
      '*/4T': packed.reel(4_000),
      '*/L41/TR8': packed.reel(3_000),
      '*/L177/TR8': packed.reel(1_500),
    },
  }),
  deviceFamily('Hubei KENTO', 'LED', 12_000, {
    devices: Object.fromEntries(
      ['KT-0402', 'KT-0603', 'KT-0805', 'KT-1206', 'C-C0603', 'XL-1608'].flatMap((body) =>
        codes('R G B Y W O YG SURC-06 SURC-04 UGC-04 UGC-06 UBC-04 UBC-06 SYGC-06 UYC-06 UWC-04').map((code) => [
          `${body}${code}`,
          'LED',
        ]),
      ),
    ),
    codes: { '*': packed.reel(4_000) },
  }),
  deviceFamily('ams OSRAM', 'LED', 190_000, {
    devices: Object.fromEntries(
      ['L29K', 'M67K', 'Q971', 'Q976', 'R976', 'T67K', 'T676', 'L296', 'M47K', 'A67K', 'T66K', 'Q396', 'L28K'].flatMap(
        (body) => ['LS', 'LG', 'LY', 'LB', 'LO', 'LP', 'LA', 'LW', 'LH'].map((colour) => [`${colour} ${body}`, 'LED']),
      ),
    ),
    codes: {
      '*': packed.reel(3_000),
      '*-G1J2-1-Z': packed.reel(3_000),
      '*-J1K2-26-Z': packed.reel(3_000),
      '*-H1J2-1': packed.reel(3_000),
      '*-Z': packed.reel(3_000),
    },
  }),
  deviceFamily('Vishay', 'LED', 170_000, {
    devices: {
      ...Object.fromEntries(
        ['VLMS', 'VLMG', 'VLMY', 'VLMB', 'VLMO', 'VLMW', 'VLMK', 'VLMP'].flatMap((colour) =>
          ['1300', '1500', '3100', '3101', '233', '31', '51', '21', '20'].map((body) => [`${colour}${body}`, 'LED']),
        ),
      ),
      ...named(
        'TLHR5400 TLHG5400 TLHY5400 TLHR4400 TLHG4400 TLHY4400 TLUR6400 TLUG2400 TLLR4400 TLLG4400 TLLY4400',
        'LED, wired',
      ),
    },
    codes: { '*': packed.each(), '*-GS08': packed.reel(4_000), '*-GS18': packed.reel(8_000) },
  }),
  deviceFamily('Abracon', 'Crystal', 510_000, {
    devices: {
      ...crystals((frequency) => `ABM8-${frequency}MHZ-B2`, '18 pF'),
      ...crystals((frequency) => `ABM8G-${frequency}MHZ-4Y-T3`),
      ...crystals((frequency) => `ABM3-${frequency}MHZ-D2Y`, '18 pF'),
      ...crystals((frequency) => `ABM3B-${frequency}MHZ-B2`, '18 pF'),
      ...crystals((frequency) => `ABM3B-${frequency}MHZ-10-1-U`, '10 pF'),
      ...crystals((frequency) => `ABM7-${frequency}MHZ-D2Y`, '18 pF'),
      ...crystals((frequency) => `ABMM2-${frequency}MHZ-E2`, '18 pF'),
      ...crystals((frequency) => `ABM8W-${frequency}MHZ-4-D1X`),
      ...crystals((frequency) => `ABM10-${frequency}MHZ-E20`),
      ...crystals((frequency) => `ABM11-${frequency}MHZ-B7G`),
      ...crystals((frequency) => `ABMM-${frequency}MHZ-B2`, '18 pF'),
      ...crystals((frequency) => `ABL-${frequency}MHZ-B2`, '18 pF'),
      ...crystals((frequency) => `ABLS2-${frequency}MHZ-D4Y`, '18 pF'),
      ...crystals((frequency) => `ASE-${frequency}MHZ-LC`),
      ...crystals((frequency) => `ASFL1-${frequency}MHZ-EK`),
      ...crystals((frequency) => `ASTX-H11-${frequency}MHZ`),
      ...named(
        'ABS07-32.768KHZ ABS07-32.768KHZ-1 ABS07-32.768KHZ-7 ABS07-32.768KHZ-9 ABS06-32.768KHZ ABS06-32.768KHZ-9 ABS05-32.768KHZ ABS25-32.768KHZ ABS25-32.768KHZ-6 ABS25-32.768KHZ-4 ABS13-32.768KHZ AB26TRB-32.768KHZ AB26T-32.768KHZ AB38T-32.768KHZ ABS10-32.768KHZ-7',
        'Crystal 32.768 kHz',
      ),
    },
    codes: { '*': packed.each(), '*-T': packed.reel(1_000), '*-T3': packed.reel(3_000) },
  }),
  deviceFamily('ECS', 'Crystal', 480_000, {
    devices: {
      ...Object.fromEntries(
        megahertz.flatMap((frequency) =>
          codes('18-5PX 18-30B 20-30B 18-33 20-33 10-36Q 8-36CKM 18-4X 20-4X S-4X 20-5PX 18-5G3XDS 12-33-JGN').map(
            (code) => [
              `ECS-${String(Math.round(Number(frequency) * 10))}-${code}`,
              `Crystal ${Number(frequency)} MHz${ecsLoad(code)}`,
            ],
          ),
        ),
      ),
      ...named(
        'ECS-.327-12.5-13X ECS-.327-12.5-8X ECS-.327-12.5-34B ECS-.327-6-17X ECS-.327-12.5-17X ECS-.327-12.5-39 ECS-.327-9-34R ECS-.327-12.5-12R',
        'Crystal 32.768 kHz',
      ),
    },
    codes: { '*': packed.each(), '*-TR': packed.reel(1_000) },
  }),
  deviceFamily('YXC', 'Crystal', 90_000, {
    devices: {
      ...Object.fromEntries(
        megahertz.flatMap((frequency) =>
          ['X3225', 'X5032', 'X2520', 'X2016', 'X49SM'].flatMap((body) =>
            ['MLB4SI', 'MSB4SI', 'MOB4SI', 'MMB4SI', 'MSD2SC', 'MSB2GI', 'MSB2SI'].map((code) => [
              `${body}${frequency.split('.')[0]?.replace(/^(\d)$/u, '$1')}${code}`,
              `Crystal ${Number(frequency)} MHz`,
            ]),
          ),
        ),
      ),
      ...named('X321532768KGB2SC X308032768KGB2SI X206032768KGB2SI', 'Crystal 32.768 kHz'),
    },
    codes: { '*': packed.reel(3_000) },
  }),
  deviceFamily('Epson', 'Crystal', 420_000, {
    devices: {
      ...crystals((frequency) => `FA-238 ${frequency}MB-W3`),
      ...crystals((frequency) => `FA-238V ${frequency}MB-W3`),
      ...crystals((frequency) => `FA-20H ${frequency}MF12Y-W3`),
      ...crystals((frequency) => `TSX-3225 ${frequency}MF15X-AC3`),
      ...named('FC-135', 'Crystal 32.768 kHz'),
      ...named('FA-238 FA-238V FA-20H TSX-3225', 'Crystal'),
      'FC-135 32.7680KA-A': 'Crystal 32.768 kHz',
      'FC-135 32.7680KA-AC': 'Crystal 32.768 kHz',
      'FC-135R 32.7680KA-AC': 'Crystal 32.768 kHz',
      'MC-306 32.7680K-A0': 'Crystal 32.768 kHz',
      'MC-146 32.7680KA-AC0': 'Crystal 32.768 kHz',
      Q13FC13500004: 'Crystal 32.768 kHz',
      Q13MC1461000200: 'Crystal 32.768 kHz',
    },
    codes: { '*': packed.reel(3_000) },
  }),
  deviceFamily('TXC', 'Crystal', 400_000, {
    devices: {
      ...crystals((frequency) => `7M-${frequency}MAAJ-T`),
      ...crystals((frequency) => `7M-${frequency}MEEQ-T`),
      ...crystals((frequency) => `7A-${frequency}MAAJ-T`),
      ...crystals((frequency) => `7B-${frequency}MAAJ-T`),
      ...crystals((frequency) => `8Y-${frequency}MAAJ-T`),
      ...crystals((frequency) => `9C-${frequency}MAAJ-T`),
      ...crystals((frequency) => `9B-${frequency}MAAJ-B`),
      '9HT10-32.768KBZF-T': 'Crystal 32.768 kHz',
      '9H03200031': 'Crystal 32.768 kHz',
    },
    codes: { '*': packed.reel(1_000) },
  }),
] as const;
