import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { invalidArgument } from '../../domain/errors.ts';
import { isCurrencyCode } from '../../domain/money.ts';
import { type DailyRate, rateBase, readRate } from '../../domain/pricing/exchange-rates.ts';

/**
 * Reads the euro reference rates as the European Central Bank publishes them, of one day or of all
 * since 1999: as CSV, a row a day and a column a currency, where `N/A` stands for a rate that there
 * was not; or as XML, with `Cube` elements for days and in them for currencies. What a currency was
 * not rated at is left out; anything else that is not as it should be is an error.
 */

/** The forms of the file. */
export const rateFormats = ['csv', 'xml'] as const;

/** A form of the file. */
export type RateFormat = (typeof rateFormats)[number];

/** The form of a file, by its first character. */
export const rateFormatOf = (content: string): RateFormat => (content.trimStart().startsWith('<') ? 'xml' : 'csv');

const unreadable = (description: string) => invalidArgument({ field: 'content', description });

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** `2026-03-01`, or as the file of one day has it: `1 March 2026`. */
const dayOf = (text: string, where: string): string => {
  const at = isoDay.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(`${text} UTC`);
  const day = Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10);
  // A year of more than four digits has a sign in front.
  if (!isoDay.test(day)) throw unreadable(`has no day in ${where}, such as 2026-03-01`);
  return day;
};

const rateOf = (given: { currency: string; day: string; text: string }, where: string): DailyRate => {
  const { currency, day, text } = given;
  if (!isCurrencyCode(currency) || currency === rateBase)
    throw unreadable(`names a currency in ${where} that is not an ISO 4217 code other than ${rateBase}`);
  const rate = readRate(text);
  if (rate === undefined) throw unreadable(`has a rate of ${currency} in ${where} that is not a positive decimal`);
  return { currency, day, rate };
};

/** More than there are currencies; every row is asked for each. */
const maxCurrencies = 300;

const isUnrated = (text: string): boolean => text === '' || text === 'N/A';

const rowsOf = (content: string): readonly string[][] => {
  try {
    return parse(content, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch {
    throw unreadable('is not CSV');
  }
};

const ratesOfCsv = (content: string): readonly DailyRate[] => {
  const [header = [], ...rows] = rowsOf(content);
  const [first, ...currencies] = header;
  if (currencies.length > maxCurrencies) throw unreadable(`must name at most ${maxCurrencies} currencies`);
  if (first?.toLowerCase() !== 'date') throw unreadable('must begin with a header whose first column is Date');
  return rows.flatMap(([dayText = '', ...cells], at) => {
    const where = `row ${at + 2}`;
    const day = dayOf(dayText, where);
    return currencies.flatMap((currency, column) => {
      const text = cells[column] ?? '';
      return currency === '' || isUnrated(text) ? [] : [rateOf({ currency, day, text }, where)];
    });
  });
};

const cubes = z.object({
  Envelope: z.object({
    Cube: z.object({
      Cube: z.array(
        z.object({
          '@time': z.string(),
          Cube: z.array(z.object({ '@currency': z.string(), '@rate': z.string() })),
        }),
      ),
    }),
  }),
});

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseAttributeValue: false,
  // The file has no entities; one that has is not the bank's.
  processEntities: false,
  isArray: (_name, path) => path === 'Envelope.Cube.Cube' || path === 'Envelope.Cube.Cube.Cube',
});

const documentOf = (content: string): unknown => {
  try {
    return xml.parse(content);
  } catch {
    throw unreadable('is not XML');
  }
};

const ratesOfXml = (content: string): readonly DailyRate[] => {
  const read = cubes.safeParse(documentOf(content));
  if (!read.success) throw unreadable('must have a Cube for each day with a Cube for each currency in it');
  return read.data.Envelope.Cube.Cube.flatMap(({ '@time': time, Cube: rates }) => {
    const day = dayOf(time, `the Cube of ${time.slice(0, 10)}`);
    return rates.map(({ '@currency': currency, '@rate': text }) =>
      rateOf({ currency, day, text }, `the Cube of ${day}`),
    );
  });
};

const readers: Readonly<Record<RateFormat, (content: string) => readonly DailyRate[]>> = {
  csv: ratesOfCsv,
  xml: ratesOfXml,
};

/** The rates of a file. Throws `invalid_argument` that says where it is not as it should be. */
export const referenceRates = (content: string, format: RateFormat): readonly DailyRate[] => {
  const rates = readers[format](content);
  if (rates.length === 0) throw unreadable('has no rate');
  return rates;
};
