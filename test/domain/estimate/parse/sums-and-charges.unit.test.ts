import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../domain/estimate/parse/document.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { tableOf } from './documents.ts';

const head = ['Qty', 'Description', 'MPN', 'Price', 'Sum'];
const lines = [
  ['2', 'Opamp', 'LM358DR', '0.30', '0.60'],
  ['4', 'Transistor', 'BC547B', '0.05', '0.20'],
  ['1', 'Timer', 'NE555P', '0.40', '0.40'],
];

const kindOf = (row: readonly Cell[]): string => {
  const bom = parseLines(tableOf([head, ...lines, row]));
  return bom.skipped.find((skipped) => skipped.row === 5)?.reason ?? 'line';
};

const sums = [
  'Total',
  'Grand total',
  'Subtotal',
  'Sum',
  'Summe',
  'Gesamtpreis',
  'Zwischensumme',
  'Totaal',
  'Summa',
  'Delsumma',
  'Yhteensä',
  'Sous-total',
  'Montant total',
  'Totale',
  'Suma',
  'Razem',
  'Łącznie',
  'Celkem',
  'Součet',
  'Összesen',
  'Toplam',
  'Ukupno',
  'Skupaj',
  'Итого',
  'Всего',
  'Разом',
  'Общо',
  '合计',
  '总计',
  '小計',
  '합계',
  'Szacowana suma',
];

const charges = [
  'Shipping',
  'Shipping cost',
  'VAT 20%',
  'Sales tax',
  'Customs',
  'Labour',
  'Labor',
  'MwSt. 19 %',
  'Versandkosten',
  'Porto',
  'Arbeitszeit',
  'Livraison',
  'Frais de port',
  'TVA',
  'Envío',
  'IVA',
  'Mano de obra',
  'Frete',
  'Spedizione',
  'Manodopera',
  'Verzendkosten',
  'BTW',
  'Frakt',
  'Moms',
  'Toimitus',
  'Wysyłka',
  'Poštovné',
  'DPH',
  'Szállítás',
  'ÁFA',
  'Kargo',
  'KDV',
  'Доставка',
  'НДС',
  'Работа',
  '运费',
  '税',
  '送料',
  '消費税',
  '배송비',
  '부가세',
];

describe('a row without a part number', () => {
  it.each(sums)('that says %s is a sum', (words) => {
    expect(kindOf(['', words, '', '', '1.20'])).toBe('total');
  });

  it.each(charges)('that says %s is a cost', (words) => {
    expect(kindOf(['', words, '', '', '1.20'])).toBe('total');
  });
});

describe('a sum', () => {
  it('stays one in the column of part numbers, behind a colon, and beside dashes for what it lacks', () => {
    expect(kindOf(['', '', 'Total:', '', '1.20'])).toBe('total');
    expect(kindOf(['', 'Grand total:', '', '', '1.20'])).toBe('total');
    expect(kindOf(['—', 'Subtotal', '–', '—', '1.20'])).toBe('total');
  });

  it.each(['Tax & shipping', 'Shipping and handling', 'Versand + MwSt.', 'Envío e IVA'])(
    'of two costs is a cost: %s',
    (words) => {
      expect(kindOf(['', words, '', '', '1.20'])).toBe('total');
    },
  );
});

describe('a row that is bought', () => {
  it.each([
    ['1', 'Total station', 'TS-1200', '9.00', '9.00'],
    ['1', 'Sum amplifier', 'OPA2134PA', '9.00', '9.00'],
    ['2', 'Labour saving clip', '', '1.00', '2.00'],
    ['1', 'Post insulator', '', '1.00', '1.00'],
    ['1', 'Totally enclosed relay', '', '1.00', '1.00'],
    ['1', 'Taxi sign', '', '1.00', '1.00'],
  ])('is a line, though its words begin like a sum or a cost: %s %s', (...row) => {
    expect(kindOf(row)).toBe('line');
  });
});
