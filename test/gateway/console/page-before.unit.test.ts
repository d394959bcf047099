import { expect, it } from 'vitest';
import { pageBefore } from '../../../gateway/console/page-before.ts';

const host = 'offers.example:8080';

it.each([
  ['https://offers.example:8080/console/review/doubtful?confidence=weak', '/console/review/doubtful?confidence=weak'],
  ['http://offers.example:8080/console/connectors/borealis', '/console/connectors/borealis'],
  ['http://offers.example:8080/console/now#alerts', '/console/now'],
  // Where forms are sent to, and where nothing of the console is.
  ['http://offers.example:8080/console/review/ofr_1/undo', '/console'],
  ['http://offers.example:8080/console/sign-in?next=%2Fconsole', '/console'],
  ['http://offers.example:8080/v1/products', '/console'],
  ['http://elsewhere.example/console/now', '/console'],
  ['http://offers.example/console/now', '/console'],
  ['no address', '/console'],
  [undefined, '/console'],
])('from %s it is %s', (referer, expected) => {
  expect(pageBefore(referer, host)).toBe(expected);
});
