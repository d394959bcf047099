/**
 * Preferred values of IEC 60063 and the ways in which part numbers write them (IEC 60062, EIA-198).
 * Values are whole numbers of the smallest unit in use (milliohm, femtofarad, nanohenry), so that
 * no binary fraction gets into a part number.
 */

const e24 = [
  100, 110, 120, 130, 150, 160, 180, 200, 220, 240, 270, 300, 330, 360, 390, 430, 470, 510, 560, 620, 680, 750, 820,
  910,
];

const everyNth = (series: readonly number[], step: number): readonly number[] =>
  series.filter((_, at) => at % step === 0);

const e96 = Array.from({ length: 96 }, (_, at) => Math.round(100 * 10 ** (at / 96)));

/** IEC 60063 has 920 where the formula gives 919. */
const e192 = Array.from({ length: 192 }, (_, at) => (at === 185 ? 920 : Math.round(100 * 10 ** (at / 192))));

/** The series, each as the three leading digits of its values. */
export const series = {
  e3: everyNth(e24, 8),
  e6: everyNth(e24, 4),
  e12: everyNth(e24, 2),
  e24,
  /** Both, as makers of 1 % resistors offer them. */
  e24AndE96: [...new Set([...e24, ...e96])].sort((a, b) => a - b),
  /** The same for thin film. */
  e24AndE192: [...new Set([...e24, ...e192])].sort((a, b) => a - b),
} as const;

/**
 * The values of a series in consecutive decades, ascending; the first decade starts at 100 *
 * 10^`fromExponent`.
 */
export const decades = (digits: readonly number[], fromExponent: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, decade) => digits.map((each) => each * 10 ** (fromExponent + decade))).flat();

const e24Digits = new Set(e24.map((digits) => String(digits)));

/** Whether a value belongs to the series E24; a jumper, which has none, does. */
export const isE24 = (value: number): boolean =>
  value === 0 || (e24Digits.has(String(value).slice(0, 3)) && hasTwoFigures(value));

const hasTwoFigures = (value: number): boolean => /^\d\d0*$/.test(String(value));

/**
 * Leading figures and a power of ten, in units of 1000 of the smallest: with three figures 10
 * kilohm is `1002`, with two `103`. Values too small for a power have R for the decimal point:
 * `10R0`, `4R7`.
 */
export const figuresAndPower = (value: number, figures: 2 | 3): string => {
  const digits = String(value);
  const power = digits.length - 3 - figures;
  if (power >= 0) return digits.slice(0, figures) + power;
  return decimalMark(value, 'R', 1000).slice(0, figures + 1);
};

const decimalMark = (value: number, mark: string, unit: number): string =>
  Math.floor(value / unit) + mark + String(value % unit).padStart(String(unit).length - 1, '0');

/**
 * A resistance in milliohms with R, K or M for the decimal point and no idle zeros: `4K7`, `100R`,
 * `1M02`.
 */
export const letterCode = (milliohms: number): string => fullLetterCode(milliohms).replace(/0+$/, '');

/** The same in four characters: `4K70`, `100R`, `1M00`. */
export const letterCodeOfFour = (milliohms: number): string => fullLetterCode(milliohms).slice(0, 4);

const fullLetterCode = (milliohms: number): string => {
  if (milliohms < 1_000_000) return decimalMark(milliohms, 'R', 1000);
  if (milliohms < 1_000_000_000) return decimalMark(milliohms, 'K', 1_000_000);
  return decimalMark(milliohms, 'M', 1_000_000_000);
};

const inWords = (value: number, units: readonly string[]): string => {
  let step = 0;
  let rest = value;
  while (rest >= 1000 && step < units.length - 1) {
    rest /= 1000;
    step += 1;
  }
  // Four digits hold every preferred value and drop what dividing added.
  return `${Number(rest.toPrecision(4))} ${units[step]}`;
};

/** A resistance for people: `4.7 kΩ`. */
export const ohms = (milliohms: number): string =>
  milliohms === 0 ? '0 Ω' : inWords(milliohms, ['mΩ', 'Ω', 'kΩ', 'MΩ']);

/** A capacitance for people: `100 nF`. */
export const farads = (femtofarads: number): string => inWords(femtofarads, ['fF', 'pF', 'nF', 'µF']);

/** An inductance for people: `4.7 µH`. */
export const henries = (nanohenries: number): string => inWords(nanohenries, ['nH', 'µH', 'mH']);
