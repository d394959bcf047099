import { expect, it } from 'vitest';
import { isSameOrigin, type RequestOrigin } from '../../../gateway/console/same-origin.ts';

const host = 'offers.example:8080';

const cases: readonly (readonly [boolean, Omit<RequestOrigin, 'host'>])[] = [
  [true, { fetchSite: 'same-origin', origin: undefined }],
  [true, { fetchSite: undefined, origin: 'http://offers.example:8080' }],
  [false, { fetchSite: 'cross-site', origin: 'http://offers.example:8080' }],
  [false, { fetchSite: 'same-site', origin: undefined }],
  [false, { fetchSite: 'none', origin: undefined }],
  [false, { fetchSite: undefined, origin: 'http://offers.example' }],
  [false, { fetchSite: undefined, origin: 'http://elsewhere.example:8080' }],
  [false, { fetchSite: undefined, origin: 'null' }],
  [false, { fetchSite: undefined, origin: undefined }],
];

it.each(cases)('says %s of %j', (expected, origin) => {
  expect(isSameOrigin({ host, ...origin })).toBe(expected);
});
