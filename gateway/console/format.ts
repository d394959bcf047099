import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Text that is HTML: everything put into it was escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** How figures, money and instants are written for a reader. */
export interface Formats {
  number(value: number): string;
  /** With four decimals at least, so that rates stand below each other; none of them is lost. */
  rate(value: number): string;
  /** Decimal text and an ISO 4217 code; every digit of small prices is kept. */
  money(amount: string, currency: string): string;
  percent(share: number): string;
  /** In whole hundredths, for shares that change while one looks. */
  share(share: number): string;
  /** A span of time in the largest unit that fits. */
  span(seconds: number): string;
  /** A day such as `2026-03-01`, as a reader writes it; what is none stays as it is. */
  day(text: string): string;
  /** What a currency is called. */
  currency(code: string): string;
  /** How long ago, with the instant behind it; a dash for none. */
  age(instant: Date | undefined): Html;
}

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const;

/** `3 min. ago`, `in 2 hr.`, by the largest unit that fits. */
const relative = (locale: string, fromNowMs: number): string => {
  const { unit, ms } = steps.find((step) => Math.abs(fromNowMs) >= step.ms) ?? { unit: 'second', ms: 1_000 };
  return new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' }).format(
    Math.trunc(fromNowMs / ms),
    unit,
  );
};

/** `3 hr`, by the largest unit that fits; below a second in tenths of one. */
const spanOf = (locale: string, seconds: number): string => {
  const { unit, ms } = steps.find((step) => seconds * 1_000 >= step.ms) ?? { unit: 'second', ms: 1_000 };
  const length = (seconds * 1_000) / ms;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: seconds < 1 ? 1 : 0,
  }).format(length < 1 ? length : Math.trunc(length));
};

const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code);

/** The formats of a locale at an instant. */
export const createFormats = (locale: string, now: Date): Formats => {
  const plain = new Intl.NumberFormat(locale);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const currencies = new Intl.DisplayNames(locale, { type: 'currency' });
  const rates = new Intl.NumberFormat(locale, { minimumFractionDigits: 4, maximumFractionDigits: 10 });
  const shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const wholeShares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return {
    number: (value) => plain.format(value),
    rate: (value) => rates.format(value),
    money: (amount, currency) =>
      isCurrency(currency)
        ? new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 6 }).format(
            amount as Intl.StringNumericLiteral,
          )
        : amount,
    percent: (share) => shares.format(share),
    share: (share) => wholeShares.format(share),
    span: (seconds) => spanOf(locale, seconds),
    day: (text) => {
      const at = new Date(text);
      return Number.isNaN(at.getTime()) ? text : days.format(at);
    },
    currency: (code) => (isCurrency(code) ? (currencies.of(code) ?? code) : code),
    age: (instant) => {
      if (instant === undefined) return html`<span class="faint">–</span>`;
      const text = relative(locale, instant.getTime() - now.getTime());
      return html`<time datetime="${instant.toISOString()}" title="${instant.toISOString()}">${text}</time>`;
    },
  };
};

/** The reader's locale: the first of `Accept-Language` that is one; else English. */
export const localeOf = (acceptLanguage: string | undefined): string => {
  for (const each of (acceptLanguage ?? '').slice(0, 200).split(',')) {
    const tag = each.split(';')[0]?.trim() ?? '';
    if (/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag) && Intl.NumberFormat.supportedLocalesOf(tag).length > 0)
      return tag;
  }
  return 'en';
};

/** An instant, where there is one. */
export const instantOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);
