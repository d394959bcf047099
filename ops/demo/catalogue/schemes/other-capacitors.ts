import { type NumberScheme, numberScheme } from '../number-scheme.ts';
import { decades, farads, figuresAndPower, series } from '../preferred-values.ts';

/** Tantalum, electrolytic, film and wired ceramic capacitors of several makers. */

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

/** The same of microfarads: 4R7, 101. */
const microCode = (femtofarads: number): string => figuresAndPower(femtofarads / 1e6, 2);

const tantalumValues = decades(series.e6, 7, 4);
const largeValues = decades(series.e6, 7, 4);
const filmValues = decades(series.e6, 4, 4);

/** By the volts that they stand for (EIA). */
const letters: Readonly<Record<number, string>> = {
  6.3: '0J',
  10: '1A',
  16: '1C',
  25: '1E',
  35: '1V',
  50: '1H',
  63: '1J',
  100: '2A',
};
const tantalumVolts = [6.3, 10, 16, 20, 25, 35, 50];
const inThree = (volts: number): string => String(Math.floor(volts)).padStart(3, '0');

/** What fits into a tantalum case, in microfarads times volts. */
const cases = { A: 160, B: 470, C: 1_500, D: 4_000 } as const;

const avxTantalum = (letter: keyof typeof cases, tolerance: 10 | 20, end: string) =>
  capacitors({
    manufacturer: 'KYOCERA AVX',
    category: 'Tantalum capacitor',
    tolerance,
    values: tantalumValues,
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
    values: largeValues,
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
    values: tantalumValues,
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
    values: largeValues,
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
