import { describe, expect, it } from 'vitest';
import { type Assortment, assortmentOf, type DemoOffer, isSoldBy } from '../../../ops/demo/assortment.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { manufacturerAliases } from '../../../ops/demo/catalogue/manufacturers.ts';
import type { DemoBreak } from '../../../ops/demo/server/demo-price.ts';
import { borealis, cobalt, meridian, type SupplierProfile, tidewater } from '../../../ops/demo/supplier-profile.ts';

const catalogue = demoCatalogue('demo');
const everything = (assortment: Assortment): readonly DemoOffer[] => assortment.slice(0, assortment.size);

describe.each<[string, SupplierProfile]>([
  ['borealis', borealis],
  ['meridian', meridian],
])('the assortment of %s', (_, profile) => {
  const assortment = assortmentOf(profile, catalogue, 'demo');
  const offers = everything(assortment);

  it('is the same for the same seed, whole or page by page', () => {
    const again = assortmentOf(profile, catalogue, 'demo');
    expect(again.slice(10_000, 50)).toEqual(offers.slice(10_000, 10_050));
    expect(again.slice(again.size - 5, 100)).toEqual(offers.slice(-5));
  });

  it('is its share of the catalogue, each under a SKU of its own', () => {
    expect(offers.length / catalogue.size).toBeCloseTo(profile.share, 1);
    expect(new Set(offers.map(({ sku }) => sku)).size).toBe(offers.length);
  });

  it('has prices that fall with quantity, from the minimum on', () => {
    const isFalling = (breaks: readonly DemoBreak[]): boolean =>
      breaks.every(({ from, price }, at) => {
        const before = breaks[at - 1];
        return before === undefined || (from > before.from && Number(price) < Number(before.price));
      });
    const wrong = offers.filter(
      ({ price, minimum }) =>
        price.kind === 'ladder' && (price.breaks[0]?.from !== minimum || !isFalling(price.breaks)),
    );
    expect(wrong).toEqual([]);
  });

  it('leaves out what suppliers leave out, and asks for more than a piece', () => {
    const share = (holds: (offer: DemoOffer) => boolean): number => offers.filter(holds).length / offers.length;
    expect(share(({ multiple }) => multiple === undefined)).toBeCloseTo(1 - profile.tellsMultiple, 1);
    expect(share(({ leadTimeDays }) => leadTimeDays === undefined)).toBeCloseTo(0.15, 1);
    expect(share(({ price }) => price.kind === 'on_request')).toBeGreaterThan(0.01);
    expect(share(({ minimum }) => minimum > 1)).toBeGreaterThan(0.5);
    expect(share(({ stock }) => stock.some(({ quantity }) => quantity === null))).toBeGreaterThan(0.01);
    expect(offers.filter(({ multiple, minimum }) => minimum % (multiple ?? 1) !== 0)).toEqual([]);
  });

  it('spells each maker in one way that the alias table knows', () => {
    const known = new Map(manufacturerAliases.map(({ alias, manufacturer }) => [alias, manufacturer]));
    expect(
      offers.filter((each) => (known.get(each.manufacturer) ?? each.manufacturer) !== each.product.manufacturer),
    ).toEqual([]);
    const spellings = new Set(offers.map((each) => each.manufacturer));
    expect(spellings.size).toBe(new Set(offers.map(({ product }) => product.manufacturer)).size);
  });

  it('finds an offer by its number and by its SKU, and takes a new price for its SKU alone', () => {
    const fresh = assortmentOf(profile, catalogue, 'demo');
    const [first] = fresh.slice(0, 1);
    if (first === undefined) throw new Error('nothing is sold');
    expect(fresh.find(` ${first.product.mpn.toLowerCase()} `)).toEqual([first]);
    expect(fresh.find('NO SUCH NUMBER')).toEqual([]);
    expect(fresh.findSku(first.sku)).toEqual(first);

    const price = { kind: 'ladder', base: 1, breaks: [{ from: 1, price: '9.99' }] } as const;
    expect(fresh.setPrice('no such sku', price)).toBe(false);
    expect(fresh.setPrice(first.sku, price)).toBe(true);
    expect(fresh.slice(0, 2)).toEqual([{ ...first, price }, offers[1]]);
  });
});

it('prices by the hundred and the thousand somewhere', () => {
  const bases = new Set(
    everything(assortmentOf(borealis, catalogue, 'demo')).map(({ price }) => price.kind === 'ladder' && price.base),
  );
  expect(bases).toEqual(new Set([false, 1, 100, 1000]));
});

it('parts are cut from reels by one seller, who has few of each', () => {
  const offers = everything(assortmentOf(cobalt, demoCatalogue('demo', 5_000), 'demo'));
  const reeled = offers.filter(({ product }) => product.packQuantity >= 500);
  expect(reeled.length).toBeGreaterThan(1_000);
  expect(reeled.filter(({ packaging, minimum }) => packaging !== 'Cut tape' || minimum !== 1)).toEqual([]);
  const most = Math.max(...offers.flatMap(({ stock }) => stock.map(({ quantity }) => quantity ?? 0)));
  expect(most).toBeLessThanOrEqual(8_000);
});

it('what is no longer made is left at the broker alone, as a rule', () => {
  const catalogue = demoCatalogue('demo', 20_000);
  const inStock = (profile: SupplierProfile): number => {
    const ending = everything(assortmentOf(profile, catalogue, 'demo')).filter(
      ({ product }) => product.lifecycle === 'discontinued',
    );
    return ending.filter(({ stock }) => stock.some(({ quantity }) => quantity !== 0)).length / ending.length;
  };
  expect(inStock(tidewater)).toBeGreaterThan(0.8);
  expect(inStock(cobalt)).toBeLessThan(0.4);
});

it('most parts are sold by several, and nearly every one by somebody', () => {
  const products = [...demoCatalogue('demo', 20_000)];
  const sellers = [borealis, meridian, cobalt, tidewater].map((profile) => isSoldBy(profile, 'demo'));
  const counts = products.map((product) => sellers.filter((isSold) => isSold(product)).length);
  const share = (atLeast: number): number => counts.filter((count) => count >= atLeast).length / products.length;
  expect(share(2)).toBeGreaterThan(0.8);
  expect(share(1)).toBeGreaterThan(0.98);
});

it('no two parts of the largest catalogue have one SKU at a supplier', () => {
  const products = [...demoCatalogue('demo', Number.MAX_SAFE_INTEGER)];
  for (const { sku } of [borealis, meridian, cobalt, tidewater]) {
    expect(new Set(products.map((product) => sku.of(product, 'demo'))).size).toBe(products.length);
  }
});
