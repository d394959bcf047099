import { expect, test } from 'vitest';
import { mayBeOneWord } from '../../../../domain/matching/model/abbreviations.ts';
import { coreTitleOf } from '../../../../domain/matching/model/core-title.ts';

test.each([
  ['"Acme KX-9 camera"@en Camera | Shop of Cameras"@en', 'Acme KX-9 camera'],
  ['"Null", "Acme KX-9 camera" "New KX-9 Wholesale"', 'Acme KX-9 camera'],
  ['"Acme 21.5" all-in-one computer"@en Overview', 'Acme 21.5" all-in-one computer'],
  ['"Acme Kids 7""@en, " Acme 7" "@en', 'Acme Kids 7"'],
  ['Acme KX-9 camera | Shop of Cameras', 'Acme KX-9 camera'],
  ['Acme KX-9 camera, 16|32 GB', 'Acme KX-9 camera, 16|32 GB'],
  ['""', '""'],
  ['', ''],
])('of the title %j the part that names the product is %j', (title, core) => {
  expect(coreTitleOf(title)).toBe(core);
});

test.each([
  ['prof', 'professional', true],
  ['schl', 'school', true],
  ['landscape', 'landscaping', true],
  ['std', 'standard', true],
  ['standard', 'deluxe', false],
  ['kx1', 'kx12', false],
  ['a', 'academic', false],
  ['mac', 'manager', false],
])('%s and %s: one word is %j', (a, b, isOne) => {
  expect(mayBeOneWord(a, b)).toBe(isOne);
  expect(mayBeOneWord(b, a)).toBe(isOne);
});
