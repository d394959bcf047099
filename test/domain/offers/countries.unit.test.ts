import { expect, it } from 'vitest';
import { isCountryCode, readCountry } from '../../../domain/offers/countries.ts';

it.each([
  ['CN', 'CN'],
  [' cn ', 'CN'],
  ['China', 'CN'],
  ['UNITED STATES', 'US'],
  ['USA', 'US'],
  ['UK', 'GB'],
  ['Korea, Republic of', 'KR'],
  ['Germany', 'DE'],
  ['CHN', 'CN'],
  ['twn', 'TW'],
  ['PRK', 'KP'],
  ['Macau', 'MO'],
  ['Macao', 'MO'],
  ['Myanmar', 'MM'],
  ['Russian Federation', 'RU'],
  ['Korea (South)', 'KR'],
  ['XXX', undefined],
  ['CN, MY', undefined],
  ['EU', undefined],
  ['XX', undefined],
  ['', undefined],
])('a supplier that names the country "%s" means %s', (text, code) => expect(readCountry(text)).toBe(code));

it('a code is one of the standard, in capitals', () => {
  expect(['US', 'TW', 'us', 'EU', 'USA', 'ZZ'].map(isCountryCode)).toEqual([true, true, false, false, false, false]);
});
