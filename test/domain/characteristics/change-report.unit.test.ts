import { describe, expect, it } from 'vitest';
import {
  changeReport,
  isPrivate,
  privateOffers,
  visibleChangesOf,
} from '../../../domain/characteristics/change-report.ts';
import type { CharacteristicChange, SourcedText } from '../../../domain/characteristics/characteristic-diff.ts';

const statedAt = new Date('2026-03-01T12:00:00Z');

const bySupplier = (text: string, offerId: string, credentialScope: string): SourcedText =>
  ({
    text,
    source: {
      kind: 'supplier',
      statedAt,
      credentialScope,
      supplierId: 'alpha',
      offerId,
      field: { kind: 'attribute', name: 'Cap' },
    },
  }) as unknown as SourcedText;

const byCatalogue = { text: '1 µF', source: { kind: 'catalogue', statedAt } } as unknown as SourcedText;

const change = (served: SourcedText, contradicting: readonly SourcedText[] = [], kind = 'changed') =>
  changeReport({
    kind,
    productId: 'prd_1',
    name: 'capacitance',
    served,
    contradicting,
  } as unknown as CharacteristicChange);

const told = { kind: 'supplier', statedAt: '2026-03-01T12:00:00.000Z', field: 'Cap' };

describe('the source of a value as it is reported', () => {
  it('names the supplier that the whole system sees, and only the offer of another', () => {
    expect(change(bySupplier('1 µF', 'ofr_1', 'system')).served.source).toEqual({
      ...told,
      credentialScope: 'system',
      supplierId: 'alpha',
    });
    for (const credentialScope of ['group', 'customer'])
      expect(change(bySupplier('1 µF', 'ofr_1', credentialScope)).served.source).toEqual({
        ...told,
        credentialScope,
        privateOfferId: 'ofr_1',
      });
  });

  it('names a model, and says when the catalogue was told', () => {
    const byModel = { text: '1 µF', source: { kind: 'language_model', statedAt, model: 'small-1' } };
    expect(change(byModel as unknown as SourcedText).served.source).toMatchObject({
      kind: 'language_model',
      model: 'small-1',
    });
    expect(change(byCatalogue).served.source).toEqual({ kind: 'catalogue', statedAt: told.statedAt });
  });
});

describe('changes that private offers made', () => {
  const [hers, his] = [bySupplier('1 µF', 'ofr_hers', 'customer'), bySupplier('2 µF', 'ofr_his', 'group')];

  it('refer to these, each once', () => {
    expect(privateOffers([change(hers, [his, byCatalogue]), change(hers)])).toEqual(['ofr_hers', 'ofr_his']);
    expect(privateOffers([change(bySupplier('1 µF', 'ofr_1', 'system'))])).toEqual([]);
  });

  it('are private where nothing that others see is new or contradicted', () => {
    expect(isPrivate(change(byCatalogue, [hers, his], 'kept'))).toBe(true);
    expect(isPrivate(change(byCatalogue, [hers, byCatalogue], 'kept'))).toBe(false);
    expect(isPrivate(change(byCatalogue, [hers]))).toBe(false);
  });

  it('are told to those who see the offers, without naming them', () => {
    const [seen] = visibleChangesOf([change(hers, [his])], new Set(['ofr_hers']));
    expect(seen).toMatchObject({
      served: { text: '1 µF', source: { credentialScope: 'customer' } },
      contradicting: [],
    });
    expect(JSON.stringify(seen)).not.toMatch(/ofr_/);
    const [other] = visibleChangesOf([change(hers, [his])], new Set(['ofr_his']));
    expect(other?.served).toEqual({ text: '1 µF', source: { kind: 'supplier' } });
    expect(other?.contradicting).toMatchObject([{ text: '2 µF', source: { credentialScope: 'group' } }]);
    expect(JSON.stringify(other)).not.toMatch(/ofr_/);
  });

  it('that leave a value as it was are told to those alone who see what contradicts it', () => {
    const kept = change(byCatalogue, [his], 'kept');
    expect(visibleChangesOf([kept], new Set())).toEqual([]);
    expect(visibleChangesOf([kept], new Set(['ofr_his']))).toHaveLength(1);
    expect(visibleChangesOf([change(byCatalogue, [his])], new Set())).toMatchObject([{ contradicting: [] }]);
  });
});
