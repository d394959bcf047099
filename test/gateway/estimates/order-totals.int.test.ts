import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogueDraft, catalogueRow } from '../../../actors/connector/suppliers/demo-bulk/rows.ts';
import { partDraft, partRow } from '../../../actors/connector/suppliers/demo-lookup/rows.ts';
import { manufacturerKey, mpnKey } from '../../../domain/catalog/identity.ts';
import { optimizationModes } from '../../../domain/estimate/modes/modes.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { offerId, productId } from '../../../domain/ids.ts';
import type { ObservationDraft } from '../../../domain/ingestion/observation.ts';
import { amount } from '../../../domain/money.ts';
import { startDemoBulkSupplier } from '../../../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../ops/demo/catalogue/combine.ts';
import type { DemoProduct } from '../../../ops/demo/catalogue/part.ts';
import { startDemoLookupSupplier } from '../../../ops/demo/lookup-supplier.ts';
import { chancesOf } from '../../../ops/demo/seeded.ts';
import type { DemoSupplier } from '../../../ops/demo/server/demo-server.ts';
import { borealis, meridian } from '../../../ops/demo/supplier-profile.ts';
import {
  BuildEstimateRequest,
  type EstimateResponse,
  type SupplierOrder,
} from '../../../proto/gen/svc/public/v1/estimate.ts';
import { byTest } from '../../support/by-test.ts';
import { asked, callBy, type EstimateWorld, estimateWorld } from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';
import { observation } from '../../support/observations.ts';

/**
 * What orders of estimates cost, beside what the carts of the suppliers say of them. Both sell in
 * euros here: a seller rounds its own money, so that converted totals would differ by a coin.
 */

const baskets = process.env.LONG === '1' ? 50 : 10;

const seed = 'carts';
const catalogue = shareOf(demoCatalogue('demo'), 400);
const products = [...catalogue];
const profiles = [
  {
    ...borealis,
    orderCost: '4.90',
    orderSteps: [
      { goodsFrom: '150', amount: '2.50' },
      { goodsFrom: '2000', amount: '0' },
    ],
  },
  { ...meridian, currency: 'EUR', orderCost: '7.25', orderSteps: [{ goodsFrom: '300', amount: '0' }] },
] as const;

const answerOf = async (url: string, init?: RequestInit): Promise<unknown> => {
  const answer = await fetch(url, init);
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${answer.status}: ${JSON.stringify(body)}`);
  return body;
};

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const priced = z.object({
  items: z.array(z.object({ sku: z.string(), quantity: z.int(), price: z.string(), back_ordered: z.int().nullable() })),
  goods: z.string(),
  order_cost: z.string(),
  total: z.string(),
});

/** A supplier as its customers reach it. */
interface Shop {
  readonly server: DemoSupplier;
  readonly drafts: readonly ObservationDraft[];
  readonly cart: (items: readonly object[]) => Promise<unknown>;
}

const openBulk = async (): Promise<Shop> => {
  const secret = { login: 'buyer', password: 'secret' };
  const server = await startDemoBulkSupplier({ products: catalogue, seed, profile: profiles[0], ...secret });
  const { token } = z.object({ token: z.string() }).parse(await answerOf(`${server.url}/session`, json(secret)));
  const headers = { authorization: `Bearer ${token}` };
  const { items } = z
    .object({ items: z.array(catalogueRow) })
    .parse(await answerOf(`${server.url}/catalogue?size=1000`, { headers }));
  return {
    server,
    drafts: items.map(catalogueDraft),
    cart: (each) => answerOf(`${server.url}/cart`, json({ items: each }, headers)),
  };
};

const openLookup = async (): Promise<Shop> => {
  const server = await startDemoLookupSupplier({ products: catalogue, seed, profile: profiles[1], apiKey: 'key' });
  const drafts: ObservationDraft[] = [];
  for (let from = 0; from < products.length; from += 20) {
    const numbers = products.slice(from, from + 20).map(({ mpn }) => encodeURIComponent(mpn));
    const url = `${server.url}/parts?apikey=key&numbers=${encodeURIComponent(numbers.join('|'))}`;
    drafts.push(
      ...z
        .object({ parts: z.array(partRow) })
        .parse(await answerOf(url))
        .parts.map(partDraft),
    );
  }
  return { server, drafts, cart: (items) => answerOf(`${server.url}/cart?apikey=key`, json({ items })) };
};

const idOf = ({ manufacturer, mpn }: DemoProduct): string =>
  productId(defaultProfile.id, manufacturerKey(manufacturer), mpnKey(mpn));

/** Makes known what a supplier sells, what an order costs there, and which products these are. */
const putShop = async (
  { stores }: EstimateWorld,
  { server, drafts }: Shop,
  { id, name, currency, orderCost, orderSteps }: (typeof profiles)[number],
): Promise<void> => {
  await stores.suppliers.putSupplier(
    {
      id,
      name,
      plugin: 'demo-bulk',
      baseUrl: server.url,
      route: { supplierId: id },
      createsProducts: false,
      settings: {},
      orderCost: { amount: orderCost, currency, steps: orderSteps },
    },
    byTest,
  );
  await stores.suppliers.putCredential({
    id: `crd_${id}`,
    supplierId: id,
    scope: 'system',
    ownerId: undefined,
    label: id,
    secret: {},
  });
  const seen = { supplierId: id, credentialId: `crd_${id}`, observedAt: new Date(), phase: 'catalogue' } as const;
  const { changedOfferIds } = await stores.observations.apply(
    drafts.map((draft) => observation(draft.supplierSku, { ...draft, ...seen })),
    untraced,
  );
  expect(changedOfferIds.length).toBe(drafts.length);
  const byNumber = new Map(products.map((product) => [product.mpn, product]));
  await stores.matches.record(
    drafts.flatMap(({ supplierSku, description }) => {
      const product = byNumber.get(description?.mpn ?? '');
      return product === undefined
        ? []
        : [
            {
              offerId: offerId(id, supplierSku),
              productId: idOf(product),
              confidence: 'exact' as const,
              strategy: 'deterministic' as const,
              rule: 'manufacturer_and_mpn',
              evidence: {},
              create: undefined,
            },
          ];
    }),
    untraced,
    new Date(),
  );
};

let world: EstimateWorld;
let shops: ReadonlyMap<string, Shop>;

beforeAll(async () => {
  world = await estimateWorld();
  const drafts = products.map(({ manufacturer, mpn }) => ({ profileId: defaultProfile.id, manufacturer, mpn }));
  await world.stores.catalog.upsert(drafts, new Date(), untraced);
  const opened = [await openBulk(), await openLookup()] as const;
  for (const [at, shop] of opened.entries()) await putShop(world, shop, profiles[at === 0 ? 0 : 1]);
  shops = new Map(opened.map((shop, at) => [profiles[at === 0 ? 0 : 1].id, shop]));
  await world.basis.priceBooks.refresh();
});

afterAll(async () => {
  for (const { server } of shops?.values() ?? []) await server.close();
  await world?.close();
});

const basket = async (at: number): Promise<EstimateResponse> => {
  const chances = chancesOf(`${seed}|basket ${at}`);
  const lines = Array.from({ length: chances.between(5, 25) }, () => {
    const { manufacturer, mpn } = chances.pick(products);
    const quantity = Math.round(10 ** (chances.share() * 4));
    return { quantity, mpn, manufacturer };
  });
  const { id } = await world.useCases.buildEstimate(
    asked({
      ...BuildEstimateRequest.fromPartial({ lines }),
      optimizationMode: optimizationModes[at % optimizationModes.length] ?? '',
      backOrderPolicy: chances.pick(['never', 'when_needed', 'allow']),
      attritionPercent: chances.pick([0, 0, 2.5]),
      currency: 'EUR',
    }),
    callBy('acme'),
  );
  const last = (await world.watchUntil(id, ({ status }) => status === 'ready' || status === 'error')).at(-1);
  if (last?.status !== 'ready') throw new Error(`basket ${at} is ${last?.status}`);
  return last;
};

const cents = (text: string | undefined): string => amount(text ?? '0').toFixed(2);

/** What the supplier's own cart says of an order, in the words of the estimate. */
const inCart = async ({ supplierId, items }: SupplierOrder) => {
  const cart = shops.get(supplierId)?.cart;
  return priced.parse(await cart?.(items.map(({ supplierSku: sku, quantity }) => ({ sku, quantity }))));
};

it(`what ${baskets} baskets cost is what the carts of their sellers say, to the cent`, async () => {
  const sellers = new Set<string>();
  const orderCosts = new Set<string>();
  let [items, backOrdered] = [0, 0];
  for (let at = 0; at < baskets; at += 1) {
    const { orders, totalPriceDecimal, certificate } = await basket(at);
    let total = amount('0');
    for (const order of orders) {
      const cart = await inCart(order);
      expect(order.items.map(({ supplierSku, price }) => [supplierSku, cents(price?.amount)])).toEqual(
        cart.items.map(({ sku, price }) => [sku, price]),
      );
      const pages = `https://${order.supplierId}.example/parts/`;
      expect(order.items.filter(({ productUrl }) => !productUrl.startsWith(pages))).toEqual([]);
      expect([cents(order.goods?.amount), cents(order.orderCost?.amount)]).toEqual([cart.goods, cart.order_cost]);
      total = total.plus(amount(cart.total));
      sellers.add(order.supplierId);
      orderCosts.add(`${order.supplierId} ${cart.order_cost}`);
      items += cart.items.length;
      backOrdered += cart.items.filter((each) => (each.back_ordered ?? 0) > 0).length;
    }
    expect(cents(totalPriceDecimal)).toBe(total.toFixed(2));
    // What is proven is what is paid.
    expect(certificate?.objective).toBe(totalPriceDecimal);
  }
  expect([...sellers].sort()).toEqual(['borealis', 'meridian']);
  // Orders below and beyond a value of their goods are both among them.
  expect(orderCosts.size).toBeGreaterThan(2);
  expect(items).toBeGreaterThan(5 * baskets);
  expect(backOrdered).toBeGreaterThan(0);
}, 600_000);
