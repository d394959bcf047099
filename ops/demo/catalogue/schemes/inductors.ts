import { codes, type NumberScheme, numberScheme } from '../number-scheme.ts';
import { decades, figuresAndPower, henries, series } from '../preferred-values.ts';

/** Inductors and ferrite beads of several makers, whose numbers hold a body and a value. */

/**
 * Body size and height code: height in millimetres, price in millionths of a euro, pieces per reel.
 */
const ihlpBodies = {
  '1616BZ': { height: 2, priceMicros: 980_000, pieces: 4_000 },
  '2020BZ': { height: 2, priceMicros: 1_050_000, pieces: 2_000 },
  '2525CZ': { height: 3, priceMicros: 1_180_000, pieces: 3_000 },
  '4040DZ': { height: 4, priceMicros: 1_620_000, pieces: 1_000 },
  '5050FD': { height: 6.4, priceMicros: 2_100_000, pieces: 500 },
  '6767GZ': { height: 7, priceMicros: 2_900_000, pieces: 500 },
} as const;

/**
 * Vishay Dale IHLP power inductors: `IHLP` body and height, packaging (ER: reel, EB: bulk),
 * inductance in microhenries with R for the point, tolerance (M: 20 %), core series 01. Example:
 * IHLP2525CZER4R7M01. Source: Vishay document 34104 "IHLP-2525CZ-01", "Global part number".
 */
export const vishayIhlp = numberScheme({
  axes: {
    body: ['1616BZ', '2020BZ', '2525CZ', '4040DZ', '5050FD', '6767GZ'],
    nanohenries: decades(series.e6, 0, 3),
    packing: ['ER', 'EB'],
  },
  part: ({ body, nanohenries, packing }) => {
    const { height, priceMicros, pieces } = ihlpBodies[body];
    // Below a microhenry there is no digit before the point: 0.47 is `R47`.
    const code = nanohenries < 1000 ? `R${String(nanohenries).slice(0, 2)}` : figuresAndPower(nanohenries, 2);
    return {
      manufacturer: 'Vishay',
      mpn: `IHLP${body}${packing}${code}M01`,
      description: `Power inductor ${henries(nanohenries)} ±20 % shielded, ${height} mm high`,
      attributes: {
        category: 'Power inductor',
        inductance: henries(nanohenries),
        tolerance: '±20 %',
        package: body.slice(0, 4),
        height: `${height} mm`,
      },
      packaging: packing === 'ER' ? 'Tape and reel' : 'Bulk',
      packQuantity: packing === 'ER' ? pieces : 100,
      typicalPriceMicros: priceMicros,
    };
  },
});

/** Microhenries of two figures with R for the point, or a power of ten: R47, 1R0, 100, 101. */
const microhenryCode = (nanohenries: number): string => {
  const micro = nanohenries / 1_000;
  if (micro < 1) return `R${String(Math.round(micro * 100)).padStart(2, '0')}`;
  if (micro < 10) return micro.toFixed(1).replace('.', 'R');
  const power = Math.floor(Math.log10(micro)) - 1;
  return `${Math.round(micro / 10 ** power)}${power}`;
};

/** Nanohenries of two figures and a power of ten: 102 is 1 µH. */
const nanohenryCode = (nanohenries: number): string => {
  const power = Math.floor(Math.log10(nanohenries)) - 1;
  return `${Math.round(nanohenries / 10 ** power)}${power}`;
};

/** 0.47 µH to 6.8 mH, in nanohenries. */
const powerValues = decades(series.e6, 0, 5).filter((nanohenries) => nanohenries >= 470);

interface PowerInductors {
  readonly manufacturer: string;
  /** Separated by spaces. */
  readonly bodies: string;
  readonly number: (body: string, nanohenries: number) => string;
}

const powerSeries = ({ manufacturer, bodies, number }: PowerInductors): NumberScheme =>
  numberScheme({
    axes: { body: codes(bodies), nanohenries: powerValues },
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

const bournsNumber = (body: string, value: number): string =>
  `${body}-${microhenryCode(value)}${value < 10_000 ? 'Y' : 'M'}`;

/** Sources: the "Ordering information" of each series by its maker. */
export const powerInductors = [
  powerSeries({
    manufacturer: 'Bourns',
    bodies:
      'SRN3015 SRN3015TA SRN4018 SRN4018TA SRN5020TA SRN6028 SRN6045 SRN6045TA SRN8040 SRN8040TA SRP4020TA SRP5030T SRP6540 SRP7028A SRP1038A',
    number: bournsNumber,
  }),
  powerSeries({
    manufacturer: 'Bourns',
    bodies: 'SRR0604 SRR0735A SRR1208 SRR1210 SRR1240 SRR1260 SRR1260A SRR6028 SDR0604 SDR1006 SRU1038 SRU5028 SRU8043',
    number: bournsNumber,
  }),
  powerSeries({
    manufacturer: 'Coilcraft',
    bodies:
      'XFL3012 XFL4012 XFL4015 XFL4020 XAL4020 XAL4030 XAL5030 XAL6030 XAL6060 XAL7030 LPS3015 LPS3314 LPS4012 LPS4018 LPS5030 LPS6235 MSS1048 MSS1260 MSS5131 MSS6132 MSS7341',
    number: (body, value) => `${body}-${nanohenryCode(value)}M${/^X/u.test(body) ? 'EB' : 'LB'}`,
  }),
  powerSeries({
    manufacturer: 'Sunlord',
    bodies:
      'SWPA3010S SWPA3012S SWPA3015S SWPA4018S SWPA4020S SWPA4030S SWPA5020S SWPA5040S SWPA6028S SWPA6040S SWPA6045S SWPA8040S SWRB1204S MWSA0402S MWSA0503S MWSA0603S',
    number: (body, value) => `${body}${microhenryCode(value)}MT`,
  }),
  powerSeries({
    manufacturer: 'Taiyo Yuden',
    bodies:
      'NR3010T NR3012T NR3015T NR4010T NR4012T NR4018T NR5040T NR6020T NR6028T NR6045T NR8040T NRS3010T NRS4012T NRS4018T NRS5020T NRS5030T NRS6045T NRS8030T NS10165T',
    number: (body, value) =>
      `${body}${microhenryCode(value)}${/^NRS|^NS/u.test(body) ? (value < 2_000 ? 'NMGJ' : 'MMGJ') : value < 2_000 ? 'N' : 'M'}`,
  }),
  powerSeries({
    manufacturer: 'TDK',
    bodies:
      'VLS201610HBX- VLS252012HBX- VLS3012HBX- VLS3015CX- VLS4012HBX- VLS5045EX- VLS6045EX- VLS252010CX- SLF7045T- SLF6028T- VLCF4020T- VLCF5020T- LTF5022T-',
    number: (body, value) => `${body}${microhenryCode(value)}M`,
  }),
  powerSeries({
    manufacturer: 'Murata',
    bodies: 'LQH32CN LQH3NPN LQH43CN LQH43PN LQH44PN LQH5BPN LQM18FN LQM21FN LQM2MPN LQM2HPN',
    number: (body, value) =>
      `${body}${microhenryCode(value)}${body.startsWith('LQH3') ? 'M53L' : body.startsWith('LQM') ? 'MG0L' : 'M03L'}`,
  }),
  powerSeries({
    manufacturer: 'Vishay',
    bodies: 'IHLP1212BZ IHLP1616AB IHLP1616BZ IHLP2020BZ IHLP2020CZ IHLP3232DZ IHLP4040DZ IHLP5050FD',
    number: (body, value) => `${body}ER${microhenryCode(value)}M11`,
  }),
] as const;

/** Nanohenries of two figures with N for the point, then microhenries: 2N2, 47N, R10, 1R0, 100. */
const smallCode = (nanohenries: number): string => {
  if (nanohenries < 10) return nanohenries.toFixed(1).replace('.', 'N');
  return nanohenries < 100 ? `${Math.round(nanohenries)}N` : microhenryCode(nanohenries);
};

interface Inductors {
  readonly manufacturer: string;
  /** In nanohenries. */
  readonly values: readonly number[];
  readonly tolerance: 5 | 10 | 20;
  readonly body: string;
  readonly number: (code: string) => string;
}

const inductors = ({ manufacturer, values, tolerance, body, number }: Inductors): NumberScheme =>
  numberScheme({
    axes: { nanohenries: values },
    part: ({ nanohenries }) => ({
      manufacturer,
      mpn: number(smallCode(nanohenries)),
      description: `Inductor ${henries(nanohenries)} ±${tolerance} %, ${body}`,
      attributes: {
        category: 'Inductor',
        inductance: henries(nanohenries),
        tolerance: `±${tolerance} %`,
        package: body,
      },
      packaging: 'Tape and reel',
      packQuantity: 4_000,
      typicalPriceMicros: 70_000,
    }),
  });

const radio = decades(series.e12, -2, 3);
const power = decades(series.e6, 1, 3);

interface Beads {
  readonly manufacturer: string;
  readonly sizes: Readonly<Record<string, string>>;
  readonly number: (size: string, ohms: string) => string;
}

/** Impedance in ohms of two figures and a power of ten. */
const ohmsOf = (code: string): number => Number(code.slice(0, 2)) * 10 ** Number(code.slice(2));

const impedances = ['300', '600', '800', '101', '121', '151', '181', '221', '331', '471', '601', '102', '152', '182'];

const beads = ({ manufacturer, sizes, number }: Beads): NumberScheme =>
  numberScheme({
    axes: { size: Object.keys(sizes), impedance: impedances },
    part: ({ size, impedance }) => {
      const ohms = ohmsOf(impedance);
      return {
        manufacturer,
        mpn: number(size, impedance),
        description: `Ferrite bead ${ohms} Ω at 100 MHz ${sizes[size]}`,
        attributes: { category: 'Ferrite bead', impedance: `${ohms} Ω`, package: sizes[size] ?? '' },
        packaging: 'Tape and reel',
        packQuantity: 4_000,
        typicalPriceMicros: 45_000,
      };
    },
  });

const chips = { 1005: '0402', 1608: '0603', 2012: '0805', 3216: '1206' } as const;

/** Sources: "Part numbering" of each series by its maker. */
export const chipInductors = [
  inductors({ manufacturer: 'Murata', values: radio, tolerance: 5, body: '0402', number: (l) => `LQG15HS${l}J02D` }),
  inductors({ manufacturer: 'Murata', values: radio, tolerance: 5, body: '0402', number: (l) => `LQW15AN${l}J00D` }),
  inductors({ manufacturer: 'Murata', values: radio, tolerance: 5, body: '0603', number: (l) => `LQW18AN${l}J00D` }),
  inductors({ manufacturer: 'TDK', values: radio, tolerance: 5, body: '0402', number: (l) => `MLK1005S${l}JT000` }),
  inductors({ manufacturer: 'TDK', values: radio, tolerance: 5, body: '0603', number: (l) => `MLG1608B${l}JT000` }),
  ...(['1005', '1608', '2012'] as const).map((size) =>
    inductors({
      manufacturer: 'TDK',
      values: power,
      tolerance: 20,
      body: chips[size],
      number: (l) => `MLZ${size}M${l}${size === '1005' ? 'W' : ''}T000`,
    }),
  ),
  ...(['0402', '0603', '0805'] as const).map((size) =>
    inductors({
      manufacturer: 'Taiyo Yuden',
      values: power,
      tolerance: 20,
      body: size,
      number: (l) => `LB${size}T${l}M`,
    }),
  ),
  inductors({ manufacturer: 'Bourns', values: power, tolerance: 10, body: '1812', number: (l) => `CM453232-${l}KL` }),
  inductors({ manufacturer: 'Sunlord', values: radio, tolerance: 5, body: '0402', number: (l) => `SDCL1005C${l}JTDF` }),
  beads({ manufacturer: 'TDK', sizes: chips, number: (size, ohms) => `MPZ${size}S${ohms}ATA00` }),
  beads({ manufacturer: 'TDK', sizes: chips, number: (size, ohms) => `MMZ${size}R${ohms}ATA00` }),
  beads({ manufacturer: 'Taiyo Yuden', sizes: chips, number: (size, ohms) => `BK${size}HS${ohms}-T` }),
  beads({ manufacturer: 'Sunlord', sizes: chips, number: (size, ohms) => `GZ${size}D${ohms}TF` }),
  beads({
    manufacturer: 'Laird',
    sizes: { '0402': '0402', '0603': '0603', '0805': '0805', 1206: '1206' },
    number: (size, ohms) => `HZ${size}${size === '0402' ? 'A' : size === '0603' ? 'C' : 'E'}${ohms}R-10`,
  }),
  beads({
    manufacturer: 'Vishay',
    sizes: { '0402': '0402', '0603': '0603', '0805': '0805', 1206: '1206' },
    number: (size, ohms) => `ILBB${size}ER${ohms}V`,
  }),
  beads({
    manufacturer: 'Bourns',
    sizes: { 1608: '0603', 2012: '0805' },
    number: (size, ohms) => `MH${size}-${ohms}Y`,
  }),
] as const;

const blmImpedances = codes(
  '100 150 180 220 260 300 310 330 470 600 700 750 101 121 151 181 221 241 331 391 421 471 601 751 102 152 182 222 252',
);

const blmSizes = { '15': '0402', '18': '0603', '21': '0805', '31': '1206' } as const;

/**
 * Murata BLM ferrite beads: `BLM` size, material and use, impedance at 100 MHz, S: nickel and tin,
 * N: standard, 1: one circuit, D: 180 mm reel. Example: BLM18AG601SN1D. Source: Murata "Chip
 * ferrite beads", "Part numbering".
 */
export const murataBlm = numberScheme({
  axes: {
    size: ['15', '18', '21', '31'],
    use: ['AG', 'BB', 'BD', 'EG', 'KG', 'PG', 'SG'],
    impedance: blmImpedances,
    reel: ['SN1D', 'TN1D'],
  },
  part: ({ size, use, impedance, reel }) => ({
    manufacturer: 'Murata',
    mpn: `BLM${size}${use}${impedance}${reel}`,
    description: `Ferrite bead ${ohmsOf(impedance)} Ω at 100 MHz ${blmSizes[size]}`,
    attributes: { category: 'Ferrite bead', impedance: `${ohmsOf(impedance)} Ω`, package: blmSizes[size] },
    packaging: 'Tape and reel',
    packQuantity: 4_000,
    typicalPriceMicros: 60_000,
  }),
});
