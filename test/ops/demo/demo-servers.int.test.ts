import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assortmentOf } from '../../../ops/demo/assortment.ts';
import { startDemoBulkSupplier } from '../../../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../ops/demo/catalogue/combine.ts';
import { startDemoLookupSupplier } from '../../../ops/demo/lookup-supplier.ts';
import type { DemoSupplier } from '../../../ops/demo/server/demo-server.ts';
import { isLoopback } from '../../../ops/demo/server/loopback.ts';
import { borealis, meridian } from '../../../ops/demo/supplier-profile.ts';

const seed = 'servers';
const products = shareOf(demoCatalogue('demo'), 1_500);

interface Row {
  readonly sku: string;
  readonly warehouses?: readonly { readonly warehouse: string }[];
  readonly prices?: unknown;
}

interface Answer {
  readonly status: number;
  readonly body: { readonly page_count: number; readonly items: readonly Row[]; readonly parts: readonly Row[] };
}

const fetchJson = async (url: string, init?: RequestInit): Promise<Answer> => {
  const response = await fetch(url, init);
  return { status: response.status, body: (await response.json()) as Answer['body'] };
};

const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

describe('the bulk supplier', () => {
  let server: DemoSupplier;
  let nowMs: number;
  const signIn = async (): Promise<RequestInit> => {
    const answer = await post(`${server.url}/session`, { login: 'buyer', password: 'secret' });
    const { token } = (await answer.json()) as { token: string };
    return { headers: { authorization: `Bearer ${token}` } };
  };
  beforeEach(async () => {
    nowMs = 0;
    const secret = { login: 'buyer', password: 'secret' };
    server = await startDemoBulkSupplier({ products, seed, ...secret, sessionTtlMs: 1_000, now: () => nowMs });
  });
  afterEach(() => server.close());

  it.each(['catalogue', 'prices', 'stocks'])(
    'pages through %s without gap or overlap, in the same order',
    async (phase) => {
      const session = await signIn();
      const skus: string[] = [];
      let pages = 1;
      for (let page = 1; page <= pages; page += 1) {
        const { body } = await fetchJson(`${server.url}/${phase}?page=${page}&size=300`, session);
        pages = body.page_count;
        skus.push(...body.items.map(({ sku }) => sku));
      }
      const assortment = assortmentOf(borealis, products, seed);
      expect(skus).toEqual(assortment.slice(0, assortment.size).map(({ sku }) => sku));
      const served = server.served().filter((each) => each.phase === phase);
      expect(served.map(({ page }) => page)).toEqual(Array.from({ length: pages }, (_, at) => at + 1));
      expect(served.reduce((sum, { rows }) => sum + rows, 0)).toBe(skus.length);
    },
  );

  it('answers beyond the last page with an empty one', async () => {
    const { status, body } = await fetchJson(`${server.url}/prices?page=999&size=300`, await signIn());
    expect([status, body.items]).toEqual([200, []]);
  });

  it('gives the stock of one warehouse when asked for one', async () => {
    const { body } = await fetchJson(`${server.url}/stocks?size=5&warehouse=TLL`, await signIn());
    expect(body.items.flatMap(({ warehouses }) => warehouses?.map(({ warehouse }) => warehouse))).toEqual(
      Array(5).fill('TLL'),
    );
  });

  it('refuses a wrong login, a missing session and one that has ended', async () => {
    expect((await post(`${server.url}/session`, { login: 'buyer', password: 'wrong' })).status).toBe(401);
    expect((await fetchJson(`${server.url}/prices`)).status).toBe(401);
    const session = await signIn();
    expect((await fetchJson(`${server.url}/prices`, session)).status).toBe(200);
    nowMs += 1_000;
    expect((await fetchJson(`${server.url}/prices`, session)).status).toBe(401);
  });

  it.each(['page=0', 'page=x', 'size=0', 'size=1001'])('refuses %s', async (query) => {
    expect((await fetchJson(`${server.url}/prices?${query}`, await signIn())).status).toBe(400);
  });

  it('changes the price of one SKU when told to', async () => {
    const session = await signIn();
    const firstRow = async () => (await fetchJson(`${server.url}/prices?size=1`, session)).body.items[0];
    const before = await firstRow();
    const breaks = [{ from: 1, price: '123.45' }];
    expect((await post(`${server.url}/control/price`, { sku: before?.sku, breaks })).status).toBe(200);
    expect(await firstRow()).toMatchObject({ sku: before?.sku, currency: 'EUR', price_base: 1, breaks });
    expect((await post(`${server.url}/control/price`, { sku: before?.sku, onRequest: true })).status).toBe(200);
    expect(await firstRow()).toMatchObject({ sku: before?.sku, on_request: true });
    expect((await post(`${server.url}/control/price`, { sku: 'none', breaks })).status).toBe(404);
    expect((await post(`${server.url}/control/price`, { sku: before?.sku, breaks: [] })).status).toBe(400);
  });

  it('prices a cart by its own breaks, and refuses what cannot be ordered so', async () => {
    const headers = { 'content-type': 'application/json', ...(await signIn()).headers };
    const cart = async (...items: readonly (readonly [string, number])[]) => {
      const body = JSON.stringify({ items: items.map(([sku, quantity]) => ({ sku, quantity })) });
      const answer = await fetch(`${server.url}/cart`, { method: 'POST', headers, body });
      return [answer.status, await answer.json()];
    };
    const assortment = assortmentOf(borealis, products, seed);
    const offers = assortment.slice(0, assortment.size);
    const packed = offers.find(({ price, multiple = 1 }) => price.kind === 'ladder' && multiple > 1);
    const single = offers.find(
      ({ price, minimum, multiple }) => price.kind === 'ladder' && minimum * (multiple ?? 1) === 1,
    );
    const asking = offers.find(({ price }) => price.kind === 'on_request');
    if (packed === undefined || single === undefined || asking === undefined) throw new Error('no such offers');
    const breaks = [
      { from: 1, price: '0.125' },
      { from: 10, price: '0.1' },
    ];
    await post(`${server.url}/control/price`, { sku: single.sku, breaks });
    // 4 and 5 at 0.125 are one item of 9: 1.125, half a cent to the even one; 10 at 0.1 are 1.
    expect(await cart([single.sku, 4], [single.sku, 5])).toMatchObject([
      200,
      { currency: 'EUR', items: [{ sku: single.sku, quantity: 9, price: '1.12' }], order_cost: '0.00', total: '1.12' },
    ]);
    expect(await cart([single.sku, 10])).toMatchObject([200, { goods: '1.00' }]);
    const { minimum } = packed;
    const refused = [
      [packed.sku, minimum + 1, 'not_a_multiple'],
      [packed.sku, minimum - 1, 'below_minimum'],
      [asking.sku, 1, 'price_on_request'],
      ['none', 1, 'unknown_sku'],
    ] as const;
    for (const [sku, quantity, error] of refused)
      expect(await cart([single.sku, 10], [sku, quantity])).toEqual([422, { errors: [{ sku, error }] }]);
    expect(await cart()).toMatchObject([400, {}]);
    const unsigned = { method: 'POST', body: '{}' };
    expect((await fetch(`${server.url}/cart`, unsigned)).status).toBe(401);
  });

  it('has the faults that are ordered, in order, and serves nothing by them', async () => {
    const session = await signIn();
    const before = await fetchJson(`${server.url}/control/served`);
    await post(`${server.url}/control/faults`, { kind: 'status', status: 503, retryAfterSeconds: 4, count: 2 });
    await post(`${server.url}/control/faults`, { kind: 'malformed' });
    const answers = [];
    for (let each = 0; each < 3; each += 1) answers.push(await fetch(`${server.url}/prices`, session));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(answers[0]?.headers.get('retry-after')).toBe('4');
    await expect(answers[2]?.json()).rejects.toThrow(SyntaxError);
    expect(await fetchJson(`${server.url}/control/served`)).toEqual(before);
    expect((await post(`${server.url}/control/faults`, { kind: 'status', status: 200 })).status).toBe(400);
  });

  it('has a fault until it is cleared, and none that it cannot have', async () => {
    const session = await signIn();
    const status = async () => (await fetch(`${server.url}/prices?size=1`, session)).status;
    await post(`${server.url}/control/faults`, { kind: 'throttle_daily', count: 'until_cleared' });
    expect([await status(), await status(), await status()]).toEqual([429, 429, 429]);
    expect((await fetch(`${server.url}/control/faults`, { method: 'DELETE' })).status).toBe(204);
    expect(await status()).toBe(200);
  });

  it('counts as served what arrives whole, however slowly, and nothing else', async () => {
    const session = await signIn();
    const url = `${server.url}/prices?page=200&size=2`;
    const whole = await (await fetch(url, session)).text();
    await post(`${server.url}/control/faults`, { kind: 'truncated' });
    expect(await (await fetch(url, session)).text()).toBe(whole.slice(0, whole.length / 2));
    await post(`${server.url}/control/faults`, { kind: 'slow_drip', bytes: Math.ceil(whole.length / 3), everyMs: 1 });
    expect(await (await fetch(url, session)).text()).toBe(whole);
    const page = server.served().find(({ phase, page }) => phase === 'prices' && page === 200);
    expect(page).toMatchObject({ times: 2 });
  });

  it('tells of every call when it came and what it cost', async () => {
    const session = await signIn();
    const before = server.calls().length;
    await fetch(`${server.url}/stocks?size=1`, session);
    const answer = await fetch(`${server.url}/control/calls?period_ms=3600000`);
    const { calls, busiest } = (await answer.json()) as { calls: { endpoint: string }[]; busiest: number };
    expect(calls).toHaveLength(before + 1);
    expect(calls.at(-1)).toMatchObject({ endpoint: '/stocks', units: 1, isOverLimit: false });
    expect(busiest).toBe(calls.length);
  });

  it('closes while a request hangs', async () => {
    const hanging = await startDemoBulkSupplier({ products, seed, login: 'l', password: 'p' });
    hanging.fail({ kind: 'hang', count: 1 });
    const ask = () =>
      fetch(`${hanging.url}/prices`).then(
        () => 'answered',
        () => 'cut',
      );
    const both = [ask(), ask()];
    // Whichever came first has taken the fault once the other is answered.
    expect(await Promise.race(both)).toBe('answered');
    await hanging.close();
    expect((await Promise.all(both)).sort()).toEqual(['answered', 'cut']);
  });
});

it.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['2001:db8::1', false],
  [undefined, false],
])('takes control from %s: %s', (address, isTaken) => {
  expect(isLoopback(address)).toBe(isTaken);
});

describe('the lookup supplier', () => {
  let server: DemoSupplier;
  beforeEach(async () => {
    server = await startDemoLookupSupplier({ products, seed, apiKey: 'key' });
  });
  afterEach(() => server.close());

  const ask = (numbers: readonly string[], key = 'key'): Promise<Answer> =>
    fetchJson(
      `${server.url}/parts?${new URLSearchParams({ numbers: numbers.map(encodeURIComponent).join('|'), apikey: key })}`,
    );

  it('answers for what it sells and is silent about the rest', async () => {
    const numbers = [...products].slice(0, 20).map(({ mpn }) => mpn);
    const assortment = assortmentOf(meridian, products, seed);
    const sold = numbers.flatMap((number) => assortment.find(number)).map(({ sku }) => sku);
    const { body } = await ask(numbers);
    expect(body.parts.map(({ sku }) => sku)).toEqual(sold);
    expect(sold.length).toBeGreaterThan(0);
    expect(sold.length).toBeLessThan(numbers.length);
    expect(server.served()).toEqual([{ phase: 'lookup', page: 1, times: 1, rows: sold.length }]);
  });

  it('has no token that could run out', async () => {
    expect((await post(`${server.url}/control/faults`, { kind: 'expired_token' })).status).toBe(400);
    expect(() => server.fail({ kind: 'expired_token', count: 1 })).toThrow(RangeError);
  });

  it('refuses a wrong key, no number, too many and broken encoding', async () => {
    expect((await ask(['X'], 'wrong')).status).toBe(403);
    expect((await ask([])).status).toBe(400);
    expect((await ask(Array.from({ length: 21 }, (_, at) => `X${at}`))).status).toBe(400);
    expect((await fetchJson(`${server.url}/parts?numbers=%2525%252&apikey=key`)).status).toBe(400);
  });
});
