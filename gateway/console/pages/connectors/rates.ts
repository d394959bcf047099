import { ownProperty } from '../../../../domain/own-property.ts';
import type { Rate } from '../../api.ts';
import type { Formats } from '../../format.ts';

/** How rates are spoken of. */

const periods: Readonly<Record<string, string>> = {
  '1s': 'a second',
  '1m': 'a minute',
  '1h': 'an hour',
  '1d': 'a day',
};

/** So many in so long: `30 a minute`. */
export const rateWords = (formats: Formats, { rate, period }: Rate): string =>
  `${formats.number(rate)} ${ownProperty(periods, period) ?? `in ${period}`}`;
