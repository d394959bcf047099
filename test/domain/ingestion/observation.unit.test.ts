import { expect, test } from 'vitest';
import { isFirstOfHour, type ObservationDraft, withStorableText } from '../../../domain/ingestion/observation.ts';
import { priceOf } from '../../support/observations.ts';

test('no text or name of a draft keeps a U+0000, and everything else stays as it is', () => {
  const price = priceOf('1.50');
  const draft: ObservationDraft = {
    supplierSku: 'A\u0000-1',
    price,
    minimumOrderQuantity: 0,
    packaging: '\u0000',
    description: { mpn: 'X\u00001', attributes: { 'Tol\u0000erance': '1\u0000 %' } },
  };
  expect(withStorableText(draft)).toEqual({
    supplierSku: 'A-1',
    price,
    minimumOrderQuantity: 0,
    packaging: '',
    description: { mpn: 'X1', attributes: { Tolerance: '1 %' } },
  });
});

test('a draft without U+0000 is given back itself', () => {
  const draft: ObservationDraft = { supplierSku: 'A-1', price: priceOf('1.50') };
  expect(withStorableText(draft)).toBe(draft);
});

test('no text or name of a draft keeps half of a surrogate pair, which no store and no bus can carry', () => {
  const cleaned = withStorableText({
    supplierSku: 'A\ud800-1',
    packaging: '😀\udc00',
    description: { text: '\udfffx', attributes: { 'Tol\ud83derance': '1 %\udfff' } },
  });
  expect(cleaned).toEqual({
    supplierSku: 'A\ufffd-1',
    packaging: '😀\ufffd',
    description: { text: '\ufffdx', attributes: { 'Tol\ufffderance': '1 %\ufffd' } },
  });
});

test.each([
  ['09:59:59.999Z', true],
  ['10:00:00.000Z', false],
  ['10:30:00.000Z', false],
  ['11:00:00.000Z', false],
])('an instant at half past ten is the first of its hour after one at %s: %s', (before, isFirst) => {
  expect(isFirstOfHour(new Date('2026-03-02T10:30:00.000Z'), new Date(`2026-03-02T${before}`))).toBe(isFirst);
});

test('an instant that nothing came before is the first of its hour', () => {
  expect(isFirstOfHour(new Date(0), undefined)).toBe(true);
});
