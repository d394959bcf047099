import { describe, expect, it } from 'vitest';
import type { ObservationDraft } from '../../../domain/ingestion/observation.ts';
import {
  distinctWants,
  hitsOf,
  identified,
  isAskableNumber,
  isAskableSku,
  looksLikeNumber,
} from '../../../domain/wants/part-want.ts';

const row = (supplierSku: string, mpn?: string): ObservationDraft => ({
  supplierSku,
  ...(mpn && { description: { manufacturer: 'Maker', mpn } }),
});

describe('a wanted part', () => {
  it('is the same however its number is separated or capitalised, and no other', () => {
    const ids = ['LM358-N', 'lm358n', 'LM358 N'].map((mpn) => identified({ kind: 'number', mpn }).id);
    expect(new Set(ids).size).toBe(1);
    expect(identified({ kind: 'number', mpn: 'LM358+' }).id).not.toBe(identified({ kind: 'number', mpn: 'LM358' }).id);
    const skus = ['C25804', 'c25804 '].map((sku) => identified({ kind: 'sku', supplierId: 'lcsc', sku }).id);
    expect(new Set(skus).size).toBe(1);
    expect(identified({ kind: 'sku', supplierId: 'tme', sku: 'C25804' }).id).not.toBe(skus[0]);
  });

  it('is wanted once, however often a list names it', () => {
    const wants = distinctWants([
      { kind: 'number', mpn: 'NE555P' },
      { kind: 'number', mpn: 'ne555p' },
      { kind: 'number', mpn: 'NE555D' },
    ]);
    expect(wants.map((want) => want.kind === 'number' && want.mpn)).toEqual(['ne555p', 'NE555D']);
  });

  it.each([
    ['NE555P', true],
    ['10', false],
    ['---', false],
    ['A\u0000B1', false],
    ['X'.repeat(129), false],
  ])('%j can be asked for: %s', (mpn, isAskable) => {
    expect(isAskableNumber(mpn)).toBe(isAskable);
  });

  it.each([
    ['NE555P', true],
    ['LM358-N/NOPB', true],
    ['1N4148', true],
    ['39281043', true],
    ['yageo', false],
    ['100', false],
    ['10k 0603', false],
    ['A1', false],
  ])('%j looks like a number to somebody who searches: %s', (text, isLike) => {
    expect(looksLikeNumber(text)).toBe(isLike);
  });

  it.each([
    ['C25804', true],
    [' ', false],
    ['C1\n2', false],
  ])('the order number %j can be asked for: %s', (sku, isAskable) => {
    expect(isAskableSku(sku)).toBe(isAskable);
  });

  it('is answered by rows of its own number alone, not by its neighbours', () => {
    const rows = [row('1', 'NE555P'), row('2', 'NE555PW'), row('3'), row('4', 'ne-555p')];
    const hits = hitsOf({ kind: 'number', mpn: 'NE555P' }, rows);
    expect(hits.map(({ supplierSku }) => supplierSku)).toEqual(['1', '4']);
  });

  it('is answered by the row of its own order number alone', () => {
    const hits = hitsOf({ kind: 'sku', sku: 'c1' }, [row('C1', 'A-1'), row('C11', 'A-1')]);
    expect(hits.map(({ supplierSku }) => supplierSku)).toEqual(['C1']);
  });
});
