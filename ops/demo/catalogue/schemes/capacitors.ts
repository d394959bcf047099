import { type NumberScheme, numberScheme } from '../number-scheme.ts';
import { decades, farads, figuresAndPower, series } from '../preferred-values.ts';

/** Capacitors that are no ceramic chips: tantalum, electrolytic, film and wired ceramic ones. */

/** 1 µF to 6800 µF, in femtofarads. */
const microfarads = decades(series.e6, 7, 4);

/** Two figures and a power of ten of microfarads, R for the point: 4R7, 101 for 100 µF. */
const microCode = (femtofarads: number): string => figuresAndPower(femtofarads / 1e6, 2);

/**
 * Case by its letter: EIA metric name, what fits in microfarad-volts, price in millionths of a
 * euro, pieces per 7 inch reel.
 */
const kemetCases = {
  A: { eia: '3216-18', capacity: 160, priceMicros: 150_000, pieces: 2_000 },
  B: { eia: '3528-21', capacity: 470, priceMicros: 210_000, pieces: 2_000 },
  C: { eia: '6032-28', capacity: 1_500, priceMicros: 380_000, pieces: 500 },
  D: { eia: '7343-31', capacity: 3_300, priceMicros: 620_000, pieces: 500 },
  X: { eia: '7343-43', capacity: 5_500, priceMicros: 910_000, pieces: 500 },
} as const;

/**
 * KEMET T491 industrial-grade tantalum capacitors: `T491` case, capacitance in picofarads,
 * tolerance, voltage, failure rate (A: none), termination (T: tin). Example: T491A106K016AT.
 * Source: KEMET data sheet T2005 "T491 industrial grade MnO2 series", "Ordering information".
 */
export const kemetT491 = numberScheme({
  axes: {
    letter: ['A', 'B', 'C', 'D', 'X'],
    femtofarads: decades(series.e6, 6, 4),
    volts: [6, 10, 16, 20, 25, 35, 50],
    tolerance: ['K', 'M'],
    packing: ['reel'],
  },
  exists: ({ letter, femtofarads, volts }) => {
    const use = ((femtofarads / 1e9) * volts) / kemetCases[letter].capacity;
    return use <= 1 && use > 0.03;
  },
  part: ({ letter, femtofarads, volts, tolerance }) => {
    const { eia, priceMicros, pieces } = kemetCases[letter];
    const capacitance = farads(femtofarads);
    const spread = tolerance === 'K' ? '±10 %' : '±20 %';
    const rated = volts === 6 ? '6.3 V' : `${volts} V`;
    return {
      manufacturer: 'KEMET',
      mpn: `T491${letter}${figuresAndPower(femtofarads, 2)}${tolerance}${String(volts).padStart(3, '0')}AT`,
      description: `Tantalum capacitor ${capacitance} ${spread} ${rated} case ${letter} (${eia})`,
      attributes: {
        category: 'Tantalum capacitor',
        capacitance,
        tolerance: spread,
        voltage_rating: rated,
        package: eia,
      },
      packaging: 'Tape, 7 inch reel',
      packQuantity: pieces,
      typicalPriceMicros: priceMicros,
    };
  },
});

const voltCodes = { '0J': 6.3, '1A': 10, '1C': 16, '1E': 25, '1V': 35, '1H': 50, '1J': 63, '2A': 100 } as const;
type VoltCode = keyof typeof voltCodes;

/** What fits into the bodies of these series, in microfarads times volts. */
const largest = 47_000;

/** A series of a maker, with the letters in front of and behind voltage and capacitance. */
interface Electrolytic {
  readonly manufacturer: string;
  readonly prefix: string;
  /** Letters between capacitance and the end, each as often as it is ordered so. */
  readonly ends: readonly string[];
  readonly form: 'surface mount' | 'radial';
}

const electrolytic = ({ manufacturer, prefix, ends, form }: Electrolytic): NumberScheme =>
  numberScheme({
    axes: { volts: Object.keys(voltCodes) as readonly VoltCode[], femtofarads: microfarads, end: ends },
    exists: ({ volts, femtofarads }) => (femtofarads / 1e9) * voltCodes[volts] <= largest,
    part: ({ volts, femtofarads, end }) => {
      const voltage = `${voltCodes[volts]} V`;
      const capacitance = farads(femtofarads);
      return {
        manufacturer,
        // The code counts picofarads, in thousands of which the rest of this catalogue counts.
        mpn: `${prefix}${volts}${microCode(femtofarads)}${end}`,
        description: `Electrolytic capacitor ${capacitance} ±20 % ${voltage}, ${form}`,
        attributes: { category: 'Electrolytic capacitor', capacitance, tolerance: '±20 %', voltage_rating: voltage },
        packaging: form === 'radial' ? 'Bag' : 'Tape and reel',
        packQuantity: form === 'radial' ? 200 : 1_000,
        typicalPriceMicros: Math.round(90_000 + (femtofarads / 1e9) * voltCodes[volts] * 25),
      };
    },
  });

/** Sources: the "Ordering information" of each series by its maker. */
export const electrolytics = [
  electrolytic({ manufacturer: 'Panasonic', prefix: 'EEE-FK', ends: ['P', 'AP'], form: 'surface mount' }),
  electrolytic({ manufacturer: 'Panasonic', prefix: 'EEE-FP', ends: ['P', 'AP'], form: 'surface mount' }),
  electrolytic({ manufacturer: 'Panasonic', prefix: 'EEE-', ends: ['SP', 'WP'], form: 'surface mount' }),
  electrolytic({ manufacturer: 'Panasonic', prefix: 'EEU-FR', ends: ['', 'B'], form: 'radial' }),
  electrolytic({ manufacturer: 'Panasonic', prefix: 'EEU-FC', ends: ['', 'B'], form: 'radial' }),
  electrolytic({ manufacturer: 'Nichicon', prefix: 'UWT', ends: ['MCL1GS', 'MNL1GS'], form: 'surface mount' }),
  electrolytic({ manufacturer: 'Nichicon', prefix: 'UVR', ends: ['MDD', 'MED', 'MPD', 'MHD'], form: 'radial' }),
] as const;

interface Capacitors {
  readonly manufacturer: string;
  readonly category: string;
  readonly tolerance: 5 | 10 | 20;
  /** In femtofarads. */
  readonly values: readonly number[];
  readonly volts: readonly number[];
  /** The most that fits, in microfarads times volts. */
  readonly largest: number;
  readonly form: string;
  readonly number: (femtofarads: number, volts: number) => string | undefined;
  readonly priceMicros: number;
}

const capacitors = (made: Capacitors): NumberScheme =>
  numberScheme({
    axes: { volts: made.volts, femtofarads: made.values },
    exists: ({ volts, femtofarads }) =>
      (femtofarads / 1e9) * volts <= made.largest && made.number(femtofarads, volts) !== undefined,
    part: ({ volts, femtofarads }) => {
      const capacitance = farads(femtofarads);
      return {
        manufacturer: made.manufacturer,
        mpn: made.number(femtofarads, volts) ?? '',
        description: `${made.category} ${capacitance} ±${made.tolerance} % ${volts} V, ${made.form}`,
        attributes: {
          category: made.category,
          capacitance,
          tolerance: `±${made.tolerance} %`,
          voltage_rating: `${volts} V`,
          mounting: made.form === 'surface mount' ? 'surface mount' : 'through hole',
        },
        packaging: made.form === 'surface mount' ? 'Tape and reel' : 'Bag',
        packQuantity: made.form === 'surface mount' ? 2_000 : 200,
        typicalPriceMicros: made.priceMicros,
      };
    },
  });

/** Two figures and a power of picofarads; the catalogue counts thousandths of them. */
const code = (femtofarads: number): string => figuresAndPower(femtofarads, 2);

const filmValues = decades(series.e6, 4, 4);

/** By the volts that they stand for (EIA). */
const letters: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(voltCodes).map(([letter, volts]) => [volts, letter]),
);
const tantalumVolts = [6.3, 10, 16, 20, 25, 35, 50];
const inThree = (volts: number): string => String(Math.floor(volts)).padStart(3, '0');

/** What fits into a tantalum case, in microfarads times volts. */
const cases = { A: 160, B: 470, C: 1_500, D: 4_000 } as const;

const avxTantalum = (letter: keyof typeof cases, tolerance: 10 | 20, end: string) =>
  capacitors({
    manufacturer: 'KYOCERA AVX',
    category: 'Tantalum capacitor',
    tolerance,
    values: microfarads,
    volts: tantalumVolts,
    largest: cases[letter],
    form: 'surface mount',
    number: (value, volts) => `TAJ${letter}${code(value)}${tolerance === 10 ? 'K' : 'M'}${inThree(volts)}${end}`,
    priceMicros: 310_000,
  });

const radial = (manufacturer: string, number: (value: number, volts: string) => string) =>
  capacitors({
    manufacturer,
    category: 'Electrolytic capacitor',
    tolerance: 20,
    values: microfarads,
    volts: [6.3, 10, 16, 25, 35, 50, 63, 100],
    largest: 50_000,
    form: 'radial',
    number: (value, volts) => number(value, letters[volts] ?? ''),
    priceMicros: 180_000,
  });

const film = (manufacturer: string, number: (value: number, volts: number) => string | undefined) =>
  capacitors({
    manufacturer,
    category: 'Film capacitor',
    tolerance: 10,
    values: filmValues,
    volts: [50, 63, 100, 250, 400, 630],
    largest: 400,
    form: 'radial',
    number,
    priceMicros: 260_000,
  });

const wired = (manufacturer: string, dielectric: 'X7R' | 'C0G', number: (value: number) => string) =>
  capacitors({
    manufacturer,
    category: `Ceramic capacitor ${dielectric}`,
    tolerance: dielectric === 'C0G' ? 5 : 10,
    values: dielectric === 'C0G' ? decades(series.e12, 2, 3) : decades(series.e6, 3, 5),
    volts: [50],
    largest: 250,
    form: 'radial',
    number,
    priceMicros: 90_000,
  });

/** Sources: "How to order" of each series by its maker. */
export const otherCapacitors = [
  ...(['A', 'B', 'C', 'D'] as const).flatMap((letter) => [
    avxTantalum(letter, 10, 'RNJ'),
    avxTantalum(letter, 20, 'RNJ'),
  ]),
  capacitors({
    manufacturer: 'Vishay',
    category: 'Tantalum capacitor',
    tolerance: 10,
    values: microfarads,
    volts: tantalumVolts,
    largest: cases.D,
    form: 'surface mount',
    number: (value, volts) => {
      const use = (value / 1e9) * volts;
      const letter = use <= cases.A ? 'A' : use <= cases.B ? 'B' : use <= cases.C ? 'C' : 'D';
      const rated = String(volts).replace('.', '').padStart(3, '0');
      return `293D${code(value)}X9${volts === 6.3 ? '6R3' : rated}${letter}2TE3`;
    },
    priceMicros: 290_000,
  }),
  radial('Panasonic', (value, volts) => `EEU-FM${volts}${microCode(value)}`),
  radial('Panasonic', (value, volts) => `ECA-${volts}M${microCode(value)}`),
  radial('Nichicon', (value, volts) => `UPW${volts}${microCode(value)}MDD`),
  radial('Nichicon', (value, volts) => `UVZ${volts}${microCode(value)}MDD`),
  radial('Nichicon', (value, volts) => `UHE${volts}${microCode(value)}MED`),
  capacitors({
    manufacturer: 'Panasonic',
    category: 'Electrolytic capacitor',
    tolerance: 20,
    values: microfarads,
    volts: [6.3, 10, 16, 25, 35, 50],
    largest: 25_000,
    form: 'surface mount',
    number: (value, volts) => `EEVFK${letters[volts]}${microCode(value)}${value < 1e11 ? 'R' : 'P'}`,
    priceMicros: 290_000,
  }),
  film('WIMA', (value, volts) => {
    const codes: Readonly<Record<number, string>> = { 63: 'C', 100: 'D', 250: 'F', 400: 'G', 630: 'J' };
    const picofarads = value / 1_000;
    const digits = picofarads < 10_000 ? '1' : picofarads < 100_000 ? '2' : picofarads < 1_000_000 ? '3' : '4';
    return codes[volts] === undefined
      ? undefined
      : `MKS2${codes[volts]}0${digits}${String(picofarads).slice(0, 2)}01A00KSSD`;
  }),
  film('Panasonic', (value, volts) => (volts === 50 ? `ECQ-V1H${code(value)}JL` : undefined)),
  film('Panasonic', (value, volts) => (volts === 250 ? `ECQ-E2${code(value)}KF` : undefined)),
  film('EPCOS', (value, volts) => {
    const codes: Readonly<Record<number, string>> = { 63: '0', 100: '1', 250: '3', 400: '6' };
    return codes[volts] === undefined ? undefined : `B32529C${codes[volts]}${code(value)}K`;
  }),
  wired('Vishay', 'X7R', (value) => `K${code(value)}K15X7RF5TH5`),
  wired('Vishay', 'C0G', (value) => `K${code(value)}J15C0GF5TH5`),
  wired('KEMET', 'X7R', (value) => `C315C${code(value)}K5R5TA`),
  wired('KEMET', 'X7R', (value) => `C320C${code(value)}K5R5TA`),
  wired('KEMET', 'C0G', (value) => `C315C${code(value)}J5G5TA`),
  wired('TDK', 'X7R', (value) => `FG18X7R1H${code(value)}KNT06`),
  wired('TDK', 'C0G', (value) => `FG18C0G1H${code(value)}JNT06`),
] as const;
