import { expect, test } from 'vitest';
import { manufacturerKey } from '../../../domain/catalog/identity.ts';

test.each([
  ['Vishay', 'VISHAY(威世)'],
  ['Murata', 'muRata(村田)'],
  ['Würth Elektronik', 'WÃ¼rth Elektronik'],
  ['Yageo', 'Yageo America'],
  ['Acme', 'ACME North America, Inc.'],
  ['Acme', 'Acme Europe GmbH'],
  ['Günther', 'Gunther'],
])('%s and %s are one maker', (a, b) => {
  expect(manufacturerKey(b)).toBe(manufacturerKey(a));
});

test.each([
  ['Nexperia', 'NXP'],
  ['Bank of America Relays', 'Bank'],
  ['America', 'Europe'],
  ['村田製作所', 'ローム'],
  ['TDK', 'TDK Lambda'],
])('%s and %s are two', (a, b) => {
  expect(manufacturerKey(b)).not.toBe(manufacturerKey(a));
});

test('a name in one script that is not Latin keeps its letters', () => {
  expect(manufacturerKey('村田製作所')).toBe('村田製作所');
});
