import fc from 'fast-check';
import { lifecycleStatuses } from '../../domain/catalog/catalog.ts';
import { offerId } from '../../domain/ids.ts';
import type { Observation } from '../../domain/ingestion/observation.ts';
import type { OpenCredential, SupplierRecord, SupplierStore } from '../../domain/ingestion/supplier-ports.ts';
import { amount } from '../../domain/money.ts';
import type { PriceStatement, WarehouseStock } from '../../domain/offers/offer.ts';
import { byTest } from './by-test.ts';
import { hoursBefore, ladder, noon } from './offers.ts';

/** Observations for tests, and the supplier and credentials that they come from. */

/** The supplier that every observation here comes from. */
export const borealis: SupplierRecord = {
  id: 'borealis',
  name: 'Borealis Components',
  plugin: 'demo-bulk',
  baseUrl: 'http://127.0.0.1:1',
  route: { supplierId: 'borealis', apiProvider: 'partgate' },
  createsProducts: true,
  settings: {},
};

type NewCredential = Omit<OpenCredential, 'failingSince'>;

const secret = { login: 'borealis', password: 'open sesame' };

/** A credential of each scope. */
export const credentials: readonly NewCredential[] = [
  { id: 'crd_acme', supplierId: 'borealis', scope: 'customer', ownerId: 'acme', label: 'acme at borealis', secret },
  { id: 'crd_group', supplierId: 'borealis', scope: 'group', ownerId: 'buyers-club', label: 'buyers club', secret },
  { id: 'crd_system', supplierId: 'borealis', scope: 'system', ownerId: undefined, label: 'house account', secret },
];

/** Puts the supplier and its credentials into the store. */
export const putBorealis = async (store: SupplierStore): Promise<void> => {
  await store.putSupplier(borealis, byTest);
  for (const each of credentials) await store.putCredential(each);
};

/** The offer of Borealis under a SKU. */
export const offerOf = (sku: string): string => offerId('borealis', sku);

let observations = 0;

/** An observation at noon by the system's credential that says nothing, with an id of its own. */
export const observation = (sku: string, given: Partial<Observation> = {}): Observation => {
  observations += 1;
  return {
    id: `obs_${observations}`,
    supplierId: 'borealis',
    supplierSku: sku,
    credentialId: 'crd_system',
    observedAt: noon,
    runId: 'run_1',
    phase: 'prices',
    ...given,
  };
};

/** One price from one piece on. */
export const priceOf = (text: string): PriceStatement => ({ kind: 'ladder', ladder: ladder([[1, text]]) });

/** One warehouse with so many pieces. */
export const stockOf = (quantity: number): readonly WarehouseStock[] => [{ warehouseRef: 'main', quantity }];

/** Prices of two currencies and three bases, of few quantities, so that many can be compared. */
export const prices: fc.Arbitrary<PriceStatement> = fc.oneof(
  fc.constant<PriceStatement>({ kind: 'on_request' }),
  fc
    .record({
      currency: fc.constantFrom('EUR', 'USD'),
      priceBase: fc.constantFrom(undefined, 1, 1000),
      steps: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 99_999 })), {
        minLength: 1,
        maxLength: 4,
        selector: ([quantity]) => quantity,
      }),
    })
    .map(({ currency, priceBase, steps }): PriceStatement => {
      const breaks = steps
        .toSorted(([a], [b]) => a - b)
        .map(([quantity, tenthsOfMill]) => ({ quantity, price: amount(tenthsOfMill).div(10_000) }));
      return { kind: 'ladder', ladder: { currency, priceBase, breaks } };
    }),
);

const stock: fc.Arbitrary<readonly WarehouseStock[]> = fc.uniqueArray(
  fc.record({
    warehouseRef: fc.constantFrom('main', 'east', 'quote " and \\ slash'),
    quantity: fc.option(fc.nat(5_000_000_000), { nil: undefined }),
  }),
  { maxLength: 3, selector: (each) => each.warehouseRef },
);

/** Texts with everything that an array literal or JSON must escape; PostgreSQL holds no NUL. */
const text = fc.oneof(
  fc.constantFrom('', 'null', '{a,b}', 'say "x"', 'back\\slash', 'two\nlines', 'Ωμ µ 电阻'),
  fc.string({ maxLength: 8 }).map((each) => each.replaceAll('\0', '')),
);

const description = fc.record(
  {
    manufacturer: text,
    mpn: text,
    text,
    lifecycle: fc.constantFrom(...lifecycleStatuses),
    replacedByMpn: text,
    attributes: fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true }),
    facts: fc.record({ eccn: text, seller: text }, { requiredKeys: [], noNullPrototype: true }),
  },
  { requiredKeys: [] },
);

/** What an observation may say; few instants, so that many collide. */
const said = fc.record(
  {
    observedAt: fc.integer({ min: 0, max: 3 }).map(hoursBefore),
    credentialId: fc.constantFrom('crd_system', 'crd_acme'),
    price: prices,
    minimumOrderQuantity: fc.integer({ min: 1, max: 3 }),
    orderMultiple: fc.integer({ min: 1, max: 3 }),
    packaging: text,
    stock,
    leadTimeDays: fc.nat(3),
    description,
  },
  { requiredKeys: ['observedAt', 'credentialId'] },
);

/** Distinct observations of a few SKUs, in any order. */
export const observationSets: fc.Arbitrary<readonly Observation[]> = fc
  .array(fc.record({ sku: fc.constantFrom('A', 'B', 'C'), said }), { minLength: 1, maxLength: 12 })
  .map((all) => all.map(({ sku, said: content }) => observation(sku, content)));
