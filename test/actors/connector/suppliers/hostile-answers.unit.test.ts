import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plugins } from '../../../../actors/connector/suppliers/registry.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import { isCurrencyCode } from '../../../../domain/money.ts';
import { answered } from './answered.ts';

const secret = { apiKey: 'k', clientId: 'i', clientSecret: 's' };

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const good: Readonly<Record<'digikey' | 'element14' | 'mouser', Json>> = {
  digikey: {
    SearchLocaleUsed: { Currency: 'USD' },
    ExactMatches: [],
    Products: [
      {
        ManufacturerProductNumber: 'AB12',
        Manufacturer: { Name: 'Maker' },
        Description: { DetailedDescription: 'A part' },
        ProductStatus: { Id: 0 },
        ManufacturerLeadWeeks: '13',
        QuantityAvailable: 10,
        Parameters: [{ ParameterText: 'Type', ValueText: 'NPN' }],
        ProductVariations: [
          {
            DigiKeyProductNumber: 'AB12-ND',
            PackageType: { Name: 'Bulk' },
            StandardPricing: [{ BreakQuantity: 1, UnitPrice: 0.5 }],
            MyPricing: [],
            MarketPlace: false,
            QuantityAvailableforPackageType: 10,
            MinimumOrderQuantity: 1,
          },
        ],
      },
    ],
  },
  element14: {
    manufacturerPartNumberSearchReturn: {
      numberOfResults: 1,
      products: [
        {
          sku: '1234567',
          translatedManufacturerPartNumber: 'AB12',
          brandName: 'Maker',
          packSize: 4000,
          prices: [{ from: 1, to: 9, cost: 0.5 }],
          translatedMinimumOrderQuality: 1,
          stock: { level: 10, leastLeadTime: 5, breakdown: [{ inv: 10, warehouse: 'UK1' }] },
          attributes: [{ attributeLabel: 'Type', attributeValue: 'NPN' }],
        },
      ],
    },
  },
  mouser: {
    Errors: [],
    SearchResults: {
      Parts: [
        {
          MouserPartNumber: '999-AB12',
          ManufacturerPartNumber: 'AB12',
          PriceBreaks: [{ Quantity: 1, Price: '$0.50', Currency: 'USD' }],
          AvailabilityInStock: '10',
          Min: '1',
          Mult: '1',
          LeadTime: '24 Days',
          ProductAttributes: [{ AttributeName: 'Packaging', AttributeValue: 'Tray' }],
        },
      ],
    },
  },
};

type Path = readonly (string | number)[];

/** Every place in a document. */
const pathsIn = (value: Json, path: Path = []): readonly Path[] => [
  path,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => pathsIn(each, [...path, name]))
    : []),
];

/** The document with something else at a place. */
const replacedAt = (value: Json, [first, ...rest]: Path, by: Json): Json => {
  if (first === undefined) return by;
  const copy = Array.isArray(value) ? [...value] : { ...(value as { [name: string]: Json }) };
  Reflect.set(copy, first, replacedAt(Reflect.get(copy, first), rest, by));
  return copy;
};

const strange = fc.oneof(
  fc.jsonValue() as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(-1, 0, 1.5, 1e15, 2 ** 53, 2 ** 31, '0', '-1', '1e9', '', ' ', 'N/A', [[]], {}, null),
);

const int32 = 2 ** 31 - 1;

const isWhole = (value: number | undefined, least: number, most = int32): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= least && value <= most);

const isWellFormed = (draft: ObservationDraft): boolean => {
  const { price } = draft;
  const ladder = price?.kind === 'ladder' ? price.ladder : undefined;
  const texts = [draft.packaging, draft.description?.mpn, draft.description?.manufacturer, draft.description?.text];
  return (
    draft.supplierSku.trim() !== '' &&
    isWhole(draft.minimumOrderQuantity, 1) &&
    isWhole(draft.orderMultiple, 1) &&
    isWhole(draft.leadTimeDays, 0) &&
    isWhole(ladder?.priceBase, 1) &&
    (draft.stock ?? []).every(({ quantity }) => isWhole(quantity, 0, Number.MAX_SAFE_INTEGER)) &&
    (ladder === undefined || (isCurrencyCode(ladder.currency) && ladder.breaks.length > 0)) &&
    (ladder?.breaks ?? []).every(({ quantity, price: each }) => isWhole(quantity, 1) && each.greaterThan(0)) &&
    [...texts, ...Object.values(draft.description?.attributes ?? {})].every((text) => text?.trim() !== '')
  );
};

describe.each(['digikey', 'element14', 'mouser'] as const)('an answer of %s', (name) => {
  const client = plugins[name]({ baseUrl: 'https://supplier.test', secret, settings: {} });
  const decode = (body: Json) => client.decode('lookup', undefined, answered(200, body));

  it('is read when it is good', () => {
    expect(decode(good[name])).toMatchObject({ kind: 'page', drafts: [{ price: { kind: 'ladder' } }], skipped: [] });
  });

  it('with something strange anywhere is read without what is strange, or not at all', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pathsIn(good[name])), strange, (path, by) => {
        const body = replacedAt(good[name], path, by);
        client.classify(answered(200, body));
        const page = decode(body);
        if (page.kind === 'page') expect(page.drafts.filter((draft) => !isWellFormed(draft))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('cut off anywhere is not read', () => {
    const whole = JSON.stringify(good[name]);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        expect(client.decode('lookup', undefined, answered(200, whole.slice(0, length))).kind).toBe('malformed');
      }),
    );
  });
});
