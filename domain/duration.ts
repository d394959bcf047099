/**
 * Durations as people write them: `90s`, `15m`, `1h30m`, `500ms`, `1.5d`, or ISO 8601 without years
 * and months, whose length is not fixed: `PT15M`, `P1DT12H`, `P2W`. Both come out as whole
 * milliseconds.
 */

/** A minute in milliseconds. */
export const minuteMs = 60_000;

/** An hour in milliseconds. */
export const hourMs = 60 * minuteMs;

/** A day of 24 hours in milliseconds. */
export const dayMs = 24 * hourMs;

const unitMs = { w: 7 * dayMs, d: dayMs, h: hourMs, m: minuteMs, s: 1_000, ms: 1 } as const;

type Unit = keyof typeof unitMs;

/** Nobody writes a duration longer than that, and no part of one needs more digits. */
const maxLength = 40;

const number = String.raw`\d{1,12}(?:\.\d{1,6})?`;

/** Each unit at most once, from the longest to the shortest. */
const short = new RegExp(
  `^(?:(?<d>${number})d)?(?:(?<h>${number})h)?(?:(?<m>${number})m(?!s))?(?:(?<s>${number})s)?(?:(?<ms>${number})ms)?$`,
);
const iso = new RegExp(
  `^P(?:(?<w>${number})W|(?:(?<d>${number})D)?(?:T(?=\\d)(?:(?<h>${number})H)?(?:(?<m>${number})M)?(?:(?<s>${number})S)?)?)$`,
);

const isUnit = (name: string): name is Unit => Object.hasOwn(unitMs, name);

/**
 * The duration in milliseconds; undefined when the text is none, or not a whole number of
 * milliseconds that can be counted.
 */
export const parseDuration = (text: string): number | undefined => {
  if (text.length > maxLength) return undefined;
  const parts = Object.entries((short.exec(text) ?? iso.exec(text))?.groups ?? {}).filter(([, value]) => value);
  if (parts.length === 0) return undefined;
  const ms = parts.reduce((sum, [unit, value]) => sum + (isUnit(unit) ? Number(value) * unitMs[unit] : Number.NaN), 0);
  // A fraction such as 0.1 is not exact in binary; what is off by less than a millionth of a
  // millisecond was meant.
  const whole = Math.round(ms);
  return Number.isSafeInteger(whole) && Math.abs(ms - whole) < 1e-6 * Math.max(1, ms / 1e9) ? whole : undefined;
};

const shownUnits = ['d', 'h', 'm', 's', 'ms'] as const;

/** A whole number of milliseconds in the longest unit that has no remainder: `90s`, `2h`. */
export const durationText = (ms: number): string => {
  const unit = shownUnits.find((each) => ms % unitMs[each] === 0 && ms >= unitMs[each]) ?? 'ms';
  return `${ms / unitMs[unit]}${unit}`;
};
