import { deviceFamily, named, packed } from '../device-family.ts';
import { codes } from '../number-scheme.ts';

/** Switches, potentiometers and fuses, by the ordering information of their makers. */

const trimmerModels = [
  ...['3296W-1', '3296X-1', '3296Y-1', '3362P-1', '3362W-1', '3386P-1', '3306P-1', '3314J-1', '3224W-1', '3266W-1'],
  ...['3006P-1', 'TC33X-2', 'PTV09A-4020U-B', 'PTV09A-4225F-B', '3310Y-001-'],
];

const trimmerValues = codes('100 200 500 101 201 501 102 202 502 103 203 253 503 104 204 254 504 105');

const bourns = Object.fromEntries(
  trimmerModels.flatMap((model) =>
    trimmerValues.map((value) => [
      `${model}${model.endsWith('B') || model.endsWith('-') ? '' : '-'}${value}`,
      'Potentiometer',
    ]),
  ),
);

const polyfuses = named(
  'MF-R010 MF-R020 MF-R025 MF-R030 MF-R040 MF-R050 MF-R065 MF-R075 MF-R090 MF-R110 MF-R135 MF-R160 MF-R185 MF-R250 MF-R300 MF-R400 MF-MSMF010 MF-MSMF014 MF-MSMF020 MF-MSMF030 MF-MSMF050 MF-MSMF075 MF-MSMF110 MF-MSMF125 MF-MSMF150 MF-MSMF160 MF-MSMF200 MF-MSMF250 MF-MSMF260 MF-NSMF012 MF-NSMF020 MF-NSMF035 MF-NSMF050 MF-NSMF075 MF-NSMF110 MF-NSMF150 MF-NSMF200 MF-PSMF010X MF-PSMF020X MF-PSMF035X MF-PSMF050X MF-PSMF075X MF-USMF005 MF-USMF010 MF-USMF020 MF-USMF035 MF-USMF050 MF-USMF075X',
  'Resettable fuse',
);

/** Every family of switches, of what is turned, and of fuses. */
export const switchAndFuseFamilies = [
  deviceFamily('Omron', 'Switch', 420_000, {
    devices: named(
      'B3F-1000 B3F-1002 B3F-1005 B3F-1020 B3F-1022 B3F-1025 B3F-1050 B3F-1060 B3F-3100 B3F-3150 B3F-4000 B3F-4050 B3F-4055 B3FS-1000 B3FS-1002P B3FS-1010P B3FS-1052 B3S-1000 B3S-1000P B3S-1002 B3U-1000P B3U-1000P-B B3U-1100P B3U-3000P B3U-3100P B3W-1000 A6S-4104-H A6H-4101 SS-5GL SS-5GL2 D2F-01L D2F-L D2HW-C201H EE-SX1041 XF2L-0535-1A XF2L-2035-1A XG8W-1641 XG8W-2041 XG4C-1031',
      'Switch or connector',
    ),
    codes: { '*': packed.each() },
  }),
  deviceFamily('C&K', 'Switch', 520_000, {
    devices: named(
      'PTS645SM43SMTR92 PTS645SK43SMTR92 PTS645SL43SMTR92 PTS645SM50SMTR92 PTS645SL50-2 PTS645SM43-2 PTS645TL50 PTS645VL39-2 PTS636SK43SMTRLFS PTS810SJG250SMTRLFS PTS810SJM250SMTRLFS PTS820J20MSMTRLFS PTS526SM15SMTR2LFS KMR211GLFS KMR221GLFS KMR231GLFS KMR421GLFS KSC621JLFS KSC623JLFG KSC421J70SHLFS KSC201JLFS KXT331LHS JS102011SAQN JS102011SCQN JS102011JAQN JS202011SCQN JS202011AQN OS102011MA1QN1 OS102011MS2QN1 PCM12SMTR AYZ0102AGRLC 7101SYZQE E101MD1AQE2 SDA04H1SBD SDA08H1SBD TDA04H0SB1R',
      'Switch',
    ),
    codes: { '*': packed.reel(1_000) },
  }),
  deviceFamily('Alps Alpine', 'Switch', 480_000, {
    devices: named(
      'SKHHAKA010 SKHHAJA010 SKHHALA010 SKHHAMA010 SKHHANA010 SKHHDJA010 SKHHDTA010 SKHHLQA010 SKHHLRA010 SKQGABE010 SKQGAFE010 SKQMASE010 SKRPABE010 SKRPACE010 SKRPADE010 SKRKAEE020 SKTDLDE010 SKQUCAA010 SPVM110100 SSSS810701 SSSS811101 SSSU022800 SSSU042100 EC11E15244G1 EC11E15244B2 EC11E18244A5 EC12E24204A9 RK09D1130C1B RK09K1130A5R RK09K1130AH1 RKJXV1224005',
      'Switch or control',
    ),
    codes: { '*': packed.each() },
  }),
  deviceFamily('E-Switch', 'Switch', 390_000, {
    devices: named(
      'TL3301AF160QG TL3301EF100QG TL3301NF160QG TL3305AF160QG TL3305AF260QG TL3315NF160Q TL3315NF250Q TL3342F160QG TL3342F260QG TL3340AF160QG TL1105SPF160Q TL1105SPF250Q TL59NF160Q EG1218 EG1224 EG1206A EG2211 EG4208 KAJ02LAGT KAE06LGGT',
      'Switch',
    ),
    codes: { '*': packed.reel(1_000) },
  }),
  deviceFamily('XKB Connection', 'Switch', 60_000, {
    devices: named(
      'TS-1187A-B-A-B TS-1187A-C-C-B TS-1187F-015E TS-1095S-A5B3-D2 TS-1101S-C-A TS-1002S-06026C TS-1002S-07026C TS-1102S-C-A TS-1101F-C-D SK-12D02-VG4 SK-12D07VG4 SK-3296S-01-L1 SS-12D00-G3 SS12D00G3 MSK12C02-HB U262-161N-4BVC11 U262-24XN-4BV60',
      'Switch or connector',
    ),
    codes: { '*': packed.reel(1_000) },
  }),
  deviceFamily('Bourns', 'Potentiometer', 1_100_000, {
    devices: bourns,
    codes: { '*': packed.tube(50), '*LF': packed.tube(50), '*E': packed.reel(1_000), '*G': packed.reel(1_000) },
  }),
  deviceFamily('Bourns', 'Rotary encoder', 1_450_000, {
    devices: Object.fromEntries(
      ['PEC11R', 'PEC11L', 'PEC12R', 'PEC16', 'PEC09'].flatMap((series) =>
        ['4015F', '4115F', '4215F', '4220F', '4225F', '4020F', '4025F', '4115K', '4215K', '4220K'].flatMap((shaft) =>
          ['S0012', 'S0018', 'S0024', 'N0024', 'N0018'].map((steps) => [
            `${series}-${shaft}-${steps}`,
            'Rotary encoder',
          ]),
        ),
      ),
    ),
    codes: { '*': packed.tray(120) },
  }),
  deviceFamily('Bourns', 'Resettable fuse', 360_000, {
    devices: polyfuses,
    codes: {
      '*': packed.each(),
      '*-2': packed.reel(1_500),
      '*-0': packed.bag(500),
      '*/16-2': packed.reel(1_500),
      '*/24X-2': packed.reel(1_500),
      '*/33X-2': packed.reel(1_500),
    },
  }),
  deviceFamily('Littelfuse', 'Fuse', 390_000, {
    devices: {
      ...named(
        '1206L012 1206L020 1206L025 1206L035 1206L050 1206L075 1206L110 1206L150 1206L200 0805L010 0805L020 0805L035 0805L050 0805L075 0805L100 0805L110 0603L010 0603L025 0603L035 0603L050 1812L014 1812L020 1812L035 1812L050 1812L075 1812L110 1812L125 1812L150 1812L160 1812L200 1812L260 1812L300 MINISMDC014F MINISMDC020F MINISMDC050F MINISMDC075F MINISMDC110F MINISMDC125F MINISMDC150F MINISMDC200F MINISMDC260F NANOSMDC050F NANOSMDC075F NANOSMDC110F NANOSMDC150F RXEF010 RXEF025 RXEF050 RXEF090 RXEF110 RXEF160',
        'Resettable fuse',
      ),
      ...named(
        '0451.125 0451.250 0451.500 0451.750 0451001. 0451002. 0451003. 0451005. 0451010. 0154.500 0154001. 0154002. 0154003. 0466.500 0466001. 0466002. 0466003. 0217.250 0217.500 0217001. 0217002. 0218.500 0218001. 0218002. 0297005. 0297010. 0297015. 01000056Z 01020072Z',
        'Fuse or holder',
      ),
      ...named('SP0503BAHT SP0504BAHT SP0505BAHT SP1003-01ETG SP3012-04UTG SP0502BAHT', 'ESD protection'),
    },
    codes: {
      '*': packed.each(),
      '*YR': packed.reel(4_000),
      '*PR': packed.reel(2_000),
      '*/13.3YR': packed.reel(4_000),
      '*/16YR': packed.reel(3_000),
      '*/24MR': packed.reel(1_500),
      '*/33MR': packed.reel(1_500),
      '*MRL': packed.reel(1_000),
      '*NRL': packed.reel(5_000),
      '*DR': packed.reel(1_500),
      '*-2': packed.reel(2_000),
      '*G': packed.reel(3_000),
      '*HXP': packed.bag(1_000),
      '*MXP': packed.bag(1_000),
    },
  }),
] as const;
