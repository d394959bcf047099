import { type NumberScheme, numberScheme } from '../number-scheme.ts';
import { decades, henries, series } from '../preferred-values.ts';

/** Power inductors of several makers, whose numbers hold a body and an inductance. */

/** 0.47 µH to 6.8 mH, in nanohenries. */
const inductances = decades(series.e6, 0, 5).filter((nanohenries) => nanohenries >= 470);

/** Microhenries of two figures with R for the point, or a power of ten: R47, 1R0, 100, 101. */
const microhenryCode = (nanohenries: number): string => {
  const micro = nanohenries / 1_000;
  if (micro < 1) return `R${Math.round(micro * 100)}`;
  if (micro < 10) return micro.toFixed(1).replace('.', 'R');
  const power = Math.floor(Math.log10(micro)) - 1;
  return `${Math.round(micro / 10 ** power)}${power}`;
};

/** Nanohenries of two figures and a power of ten: 102 is 1 µH. */
const nanohenryCode = (nanohenries: number): string => {
  const power = Math.floor(Math.log10(nanohenries)) - 1;
  return `${Math.round(nanohenries / 10 ** power)}${power}`;
};

interface Inductors {
  readonly manufacturer: string;
  readonly bodies: readonly string[];
  readonly number: (body: string, nanohenries: number) => string;
}

const inductors = ({ manufacturer, bodies, number }: Inductors): NumberScheme =>
  numberScheme({
    axes: { body: bodies, nanohenries: inductances },
    part: ({ body, nanohenries }) => ({
      manufacturer,
      mpn: number(body, nanohenries),
      description: `Power inductor ${henries(nanohenries)} ±20 %`,
      attributes: { category: 'Power inductor', inductance: henries(nanohenries), tolerance: '±20 %' },
      packaging: 'Tape and reel',
      packQuantity: 1_000,
      typicalPriceMicros: 480_000,
    }),
  });

/** Sources: the "Ordering information" of each series by its maker. */
export const powerInductors = [
  inductors({
    manufacturer: 'Bourns',
    bodies: [
      'SRN3015',
      'SRN3015TA',
      'SRN4018',
      'SRN4018TA',
      'SRN5020TA',
      'SRN6028',
      'SRN6045',
      'SRN6045TA',
      'SRN8040',
      'SRN8040TA',
      'SRP4020TA',
      'SRP5030T',
      'SRP6540',
      'SRP7028A',
      'SRP1038A',
    ],
    number: (body, value) => `${body}-${microhenryCode(value)}${value < 10_000 ? 'Y' : 'M'}`,
  }),
  inductors({
    manufacturer: 'Bourns',
    bodies: [
      'SRR0604',
      'SRR0735A',
      'SRR1208',
      'SRR1210',
      'SRR1240',
      'SRR1260',
      'SRR1260A',
      'SRR6028',
      'SDR0604',
      'SDR1006',
      'SRU1038',
      'SRU5028',
      'SRU8043',
    ],
    number: (body, value) => `${body}-${microhenryCode(value)}${value < 10_000 ? 'Y' : 'M'}`,
  }),
  inductors({
    manufacturer: 'Coilcraft',
    bodies: [
      'XFL3012',
      'XFL4012',
      'XFL4015',
      'XFL4020',
      'XAL4020',
      'XAL4030',
      'XAL5030',
      'XAL6030',
      'XAL6060',
      'XAL7030',
      'LPS3015',
      'LPS3314',
      'LPS4012',
      'LPS4018',
      'LPS5030',
      'LPS6235',
      'MSS1048',
      'MSS1260',
      'MSS5131',
      'MSS6132',
      'MSS7341',
    ],
    number: (body, value) => `${body}-${nanohenryCode(value)}M${/^X/u.test(body) ? 'EB' : 'LB'}`,
  }),
  inductors({
    manufacturer: 'Sunlord',
    bodies: [
      'SWPA3010S',
      'SWPA3012S',
      'SWPA3015S',
      'SWPA4018S',
      'SWPA4020S',
      'SWPA4030S',
      'SWPA5020S',
      'SWPA5040S',
      'SWPA6028S',
      'SWPA6040S',
      'SWPA6045S',
      'SWPA8040S',
      'SWRB1204S',
      'MWSA0402S',
      'MWSA0503S',
      'MWSA0603S',
    ],
    number: (body, value) => `${body}${microhenryCode(value)}MT`,
  }),
  inductors({
    manufacturer: 'Taiyo Yuden',
    bodies: [
      'NR3010T',
      'NR3012T',
      'NR3015T',
      'NR4010T',
      'NR4012T',
      'NR4018T',
      'NR5040T',
      'NR6020T',
      'NR6028T',
      'NR6045T',
      'NR8040T',
      'NRS3010T',
      'NRS4012T',
      'NRS4018T',
      'NRS5020T',
      'NRS5030T',
      'NRS6045T',
      'NRS8030T',
      'NS10165T',
    ],
    number: (body, value) =>
      `${body}${microhenryCode(value)}${/^NRS|^NS/u.test(body) ? (value < 2_000 ? 'NMGJ' : 'MMGJ') : value < 2_000 ? 'N' : 'M'}`,
  }),
  inductors({
    manufacturer: 'TDK',
    bodies: [
      'VLS201610HBX-',
      'VLS252012HBX-',
      'VLS3012HBX-',
      'VLS3015CX-',
      'VLS4012HBX-',
      'VLS5045EX-',
      'VLS6045EX-',
      'VLS252010CX-',
      'SLF7045T-',
      'SLF6028T-',
      'VLCF4020T-',
      'VLCF5020T-',
      'LTF5022T-',
    ],
    number: (body, value) => `${body}${microhenryCode(value)}M`,
  }),
  inductors({
    manufacturer: 'Murata',
    bodies: [
      'LQH32CN',
      'LQH3NPN',
      'LQH43CN',
      'LQH43PN',
      'LQH44PN',
      'LQH5BPN',
      'LQM18FN',
      'LQM21FN',
      'LQM2MPN',
      'LQM2HPN',
    ],
    number: (body, value) =>
      `${body}${microhenryCode(value)}${body.startsWith('LQH3') ? 'M53L' : body.startsWith('LQM') ? 'MG0L' : 'M03L'}`,
  }),
  inductors({
    manufacturer: 'Vishay',
    bodies: [
      'IHLP1212BZ',
      'IHLP1616AB',
      'IHLP1616BZ',
      'IHLP2020BZ',
      'IHLP2020CZ',
      'IHLP3232DZ',
      'IHLP4040DZ',
      'IHLP5050FD',
    ],
    number: (body, value) => `${body}ER${microhenryCode(value)}M11`,
  }),
] as const;
