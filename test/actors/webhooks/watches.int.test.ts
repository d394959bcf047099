import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LookDependencies, lookAtWatches } from '../../../actors/webhooks/look-at-watches.ts';
import { randomId } from '../../../domain/ids.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import type { WatchRule, WatchTarget } from '../../../domain/webhooks/watch.ts';
import { keyHash } from '../../../gateway/auth/authenticator.ts';
import { createSupplyRoutes } from '../../../gateway/catalog/supply-routes.ts';
import { calculatePrice } from '../../../gateway/pricing/calculate-price.ts';
import { createOfferCache } from '../../../gateway/pricing/offer-cache/offer-cache.ts';
import { noPriceBooks } from '../../../gateway/pricing/price-books.ts';
import { createCursors } from '../../../gateway/request/paging.ts';
import type { Visibility } from '../../../gateway/visibility/visibility.ts';
import { createObserveWatched } from '../../../gateway/webhooks/observe-watched.ts';
import type { WebhookUseCases } from '../../../gateway/webhooks/use-cases.ts';
import { watchTargetSeen } from '../../../gateway/webhooks/watch-target-seen.ts';
import { createWatchUseCases } from '../../../gateway/webhooks/watch-use-cases.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createCustomerStore } from '../../../storage/callers/customer-store.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferChangeFeed } from '../../../storage/offers/offer-change-feed.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { createWatchQueue } from '../../../storage/webhooks/watch-queue.ts';
import { createWatches } from '../../../storage/webhooks/watch-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { refusingUseCases, startTestEdge, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, hiddenOffer, resistorId, sharedOffer } from '../../support/market.ts';
import { observation, offerOf, priceOf, stockOf } from '../../support/observations.ts';
import { watchEvents } from '../../support/server-sent-events.ts';
import { startWebhookReceiver, verifyNotice } from '../../support/webhook-receiver.ts';
import { type WebhookWorld, webhookWorld } from '../../support/webhook-world.ts';

const keys = { acme: 'os_acmeacmeacmeacmeacmeacmeacmeacme', globex: 'os_globexglobexglobexglobexglobexgl' };
/** Of the customer acme, without the scope that prices need. */
const withoutPrices = 'os_unpricedunpricedunpricedunpriced';
const everything: Visibility = { of: () => undefined };

let world: WebhookWorld;
let edge: TestEdge;
let look: () => Promise<void>;
let told: EventTarget;

beforeAll(async () => {
  world = await webhookWorld();
  const { pool } = world.database;
  const { sql } = pool;
  await fillMarket(pool);
  for (const customerId of ['acme', 'globex'] as const)
    await createCallerStore(sql).putKey({
      id: `key_${customerId}`,
      customerId,
      hash: keyHash(keys[customerId]),
      scopes: ['webhooks', 'catalog', 'pricing'],
      label: customerId,
    });
  await createCallerStore(sql).putKey({
    id: 'key_unpriced',
    customerId: 'acme',
    hash: keyHash(withoutPrices),
    scopes: ['webhooks', 'catalog'],
    label: 'without prices',
  });
  const offers = createOfferStore(sql);
  const catalog = createCatalogStore(sql);
  const cache = createOfferCache({ store: createOfferChangeFeed(sql) });
  const now = () => new Date();
  told = new EventTarget();
  const deps: LookDependencies = {
    queue: createWatchQueue(sql),
    observe: createObserveWatched({
      catalog,
      offers,
      visibility: everything,
      routes: createSupplyRoutes(offers),
      calculatePrice: calculatePrice({
        cache,
        answerBytes: 2 ** 20,
        offers,
        books: noPriceBooks,
        zones: ['EU'],
        defaultZone: 'EU',
        visibility: everything,
        onPriced: () => undefined,
      }),
      customers: createCustomerStore(sql),
      now,
    }),
    catchUp: cache.catchUp,
    onTold: (watchId) => void told.dispatchEvent(new Event(watchId)),
    onDeliveries: () => undefined,
    owner: 'own_test',
    newContext: () => ({ correlationId: 'cor_of_its_own', traceparent: undefined }),
    metrics: world.metrics.webhooks,
    log: { debug: fail, info: fail, warn: fail, error: fail, child: () => deps.log },
    now,
  };
  look = async () => {
    while ((await lookAtWatches(deps, new AbortController().signal)) > 0);
  };
  const watches = createWatchUseCases({
    watches: createWatches(sql),
    isSeen: watchTargetSeen({ catalog, offers, visibility: everything }),
    toldSoon: (id, signal) =>
      new Promise((resolve) => told.addEventListener(id, () => resolve(), { once: true, signal })),
    newId: () => randomId('wat', randomBytes(13)),
    cursors: createCursors(Buffer.alloc(32, 3)),
  });
  edge = await startTestEdge(pool, {
    // Of webhooks nothing is asked here.
    useCases: { ...refusingUseCases, webhooks: { ...({} as WebhookUseCases), ...watches } },
  });
});
afterAll(async () => {
  await edge.stop();
  await world.close();
});

const fail = (event: string): void => {
  throw new Error(`logged ${event}`);
};

const ask = async (method: string, path: string, key: string, body?: object) => {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await edge.send(
    path,
    { method, headers: { 'x-api-key': key, ...type } },
    body && JSON.stringify(body),
  );
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const watch = async (who: keyof typeof keys, target: WatchTarget, rule: WatchRule): Promise<string> => {
  const named = target.kind === 'offer' ? { offer_id: target.offerId } : { product_id: target.productId };
  const { status, body } = await ask('POST', '/v1/watches', keys[who], { target: named, rule });
  expect([status, body.detail]).toEqual([201, undefined]);
  await look();
  return body.id;
};

const shared: WatchTarget = { kind: 'offer', offerId: sharedOffer };

/** Something is observed, under a correlation id. */
const observe = async (sku: string, given: Partial<Observation>, correlationId = untraced.correlationId) => {
  await createObservationStore(world.database.pool.sql).apply(
    [observation(sku, { observedAt: new Date(), ...given })],
    { correlationId, traceparent: undefined },
  );
  await look();
};

const noticesOf = async (id: string) =>
  (
    await world.database.pool.sql<{ data: { value: unknown; previous_value: unknown }; correlation: string }[]>`
    select data, correlation_id as correlation from watch_notice where watch_id = ${id} order by number`
  ).map(({ data, correlation }) => [data.previous_value, data.value, correlation]);

it('tells a price that falls below a threshold once, under the correlation id of the observation', async () => {
  await observe('SHARED', { price: priceOf('0.10') });
  const id = await watch('globex', shared, { kind: 'price_below', threshold: '0.09', currency: 'EUR' });
  await observe('SHARED', { price: priceOf('0.08') }, 'cor_of_the_tick');
  await observe('SHARED', { price: priceOf('0.085') });
  expect(await noticesOf(id)).toEqual([['0.1', '0.08', 'cor_of_the_tick']]);
  await observe('SHARED', { price: priceOf('0.10') });
  await observe('SHARED', { price: priceOf('0.07') }, 'cor_of_the_next');
  expect(await noticesOf(id)).toEqual([
    ['0.1', '0.08', 'cor_of_the_tick'],
    ['0.1', '0.07', 'cor_of_the_next'],
  ]);
  await observe('SHARED', { price: priceOf('0.10') });
});

it('looks through the eyes of its customer: what others see of an offer moves nothing', async () => {
  const rule = { kind: 'price_changed', share: 0.01, currency: 'EUR' } as const;
  await observe('SHARED', { credentialId: 'crd_acme', price: priceOf('0.07') });
  const theirs = await watch('globex', shared, rule);
  const own = await watch('acme', shared, rule);
  await observe('SHARED', { credentialId: 'crd_acme', price: priceOf('0.06') });
  expect(await noticesOf(theirs)).toEqual([]);
  expect((await noticesOf(own)).map(([before, now]) => [before, now])).toEqual([['0.07', '0.06']]);
  const hidden = await ask('POST', '/v1/watches', keys.acme, { target: { offer_id: hiddenOffer }, rule });
  expect(hidden.status).toBe(404);
  const blind = await watch('acme', { kind: 'product', productId: resistorId(1) }, { kind: 'stock_from', quantity: 1 });
  const seeing = await watch(
    'globex',
    { kind: 'product', productId: resistorId(1) },
    { kind: 'stock_from', quantity: 1 },
  );
  expect([(await noticesOf(blind)).length, (await noticesOf(seeing)).length]).toEqual([0, 1]);
});

it('shows what it saw to nobody who may not ask the same', async () => {
  const id = await watch('acme', shared, { kind: 'price_changed', share: 0.01, currency: 'EUR' });
  const path = `/v1/watches/${id}`;
  const seen = (await ask('GET', path, keys.acme)).body;
  expect(seen.value).toBeDefined();
  for (const asked of [path, `${path}/events`]) {
    const { status, body } = await ask('GET', asked, withoutPrices);
    expect([status, body.detail]).toEqual([403, 'the rule price_changed needs the scope pricing']);
  }
  const { value, ...rest } = seen;
  expect((await ask('GET', '/v1/watches?limit=1', withoutPrices)).body.items).toEqual([rest]);
  expect((await ask('GET', '/v1/watches?limit=1', keys.acme)).body.items).toEqual([{ ...rest, value }]);
  expect((await ask('DELETE', path, withoutPrices)).status).toBe(200);
});

it('follows stock, lead time and life cycle', async () => {
  await observe('SHARED', { stock: stockOf(900) });
  const product: WatchTarget = { kind: 'product', productId: resistorId(0) };
  const stock = await watch('globex', product, { kind: 'stock_below', quantity: 100 });
  const lead = await watch('globex', shared, { kind: 'lead_time_above', days: 14 });
  const life = await watch('globex', product, { kind: 'lifecycle_changed' });
  await observe('SHARED', { stock: stockOf(40), leadTimeDays: 21 });
  const { sql } = world.database.pool;
  for (const lifecycle of ['active', 'deprecated']) {
    await sql`update product set lifecycle = ${lifecycle} where id = ${resistorId(0)}`;
    await look();
  }
  const values = async (id: string) => (await noticesOf(id)).map(([before, now]) => [before, now]);
  expect(await values(stock)).toEqual([[900, 40]]);
  expect(await values(lead)).toEqual([[undefined, 21]]);
  expect(await values(life)).toEqual([['active', 'deprecated']]);
});

it('takes what is withdrawn for nothing in stock, and its price for none', async () => {
  const withdrawn = { kind: 'offer', offerId: offerOf('WITHDRAWN') } as const;
  await observe('WITHDRAWN', { price: priceOf('0.10'), stock: stockOf(900), leadTimeDays: 3 });
  const stock = await watch('globex', withdrawn, { kind: 'stock_below', quantity: 100 });
  const seen = async (id: string) => (await ask('GET', `/v1/watches/${id}`, keys.globex)).body.value;
  const { sql } = world.database.pool;
  await sql`update offer_view set withdrawn_at = now() where offer_id = ${withdrawn.offerId}`;
  await look();
  expect((await noticesOf(stock)).map(([before, now]) => [before, now])).toEqual([[900, 0]]);
  const price = await watch('globex', withdrawn, { kind: 'price_changed', share: 0.01, currency: 'EUR' });
  const lead = await watch('globex', withdrawn, { kind: 'lead_time_above', days: 14 });
  expect([await seen(price), await seen(lead)]).toEqual([undefined, undefined]);
  await observe('WITHDRAWN', { price: priceOf('0.10'), stock: stockOf(900) });
  expect(await seen(price)).toBe('0.1');
});

it('is delivered to an endpoint that wants it, signed, once by its id', async () => {
  const receiver = await startWebhookReceiver();
  const endpoint = await world.register('globex', receiver.url, ['watch.stock']);
  const others = await world.register('acme', receiver.url, ['watch.stock']);
  const id = await watch('globex', shared, { kind: 'stock_from', quantity: 1_000 });
  await observe('SHARED', { stock: stockOf(5_000) });
  await world.pass(60_000);
  await world.pass(60_000);
  expect(receiver.received.map(({ payload }) => [payload.type, payload.data.watch_id, payload.data.value])).toEqual([
    ['watch.stock', id, 5_000],
  ]);
  const [notice] = receiver.received;
  if (notice === undefined) throw new Error('a notice is expected');
  verifyNotice(notice, endpoint.secret, new Date(Number(notice.headers['webhook-timestamp']) * 1_000));
  for (const [customerId, endpointId] of [
    ['globex', endpoint.id],
    ['acme', others.id],
  ] as const)
    await world.endpoints.remove({ customerId, endpointId });
  await receiver.close();
});

it('is read as server-sent events, which go on after Last-Event-ID without losing or repeating one', async () => {
  await observe('SHARED', { price: priceOf('0.10') });
  const id = await watch('globex', shared, { kind: 'price_changed', share: 0.01, currency: 'EUR' });
  const url = `${edge.url}/v1/watches/${id}/events`;
  const headers = { 'x-api-key': keys.globex };
  type Told = { readonly type: string; readonly data: { readonly number?: number; readonly notice_count?: number } };
  const take = async (count: number, more: Record<string, string> = {}, during = async () => undefined as unknown) => {
    const seen: (number | undefined)[] = [];
    for await (const event of watchEvents(url, { ...headers, ...more })) {
      const { data } = event as Told;
      seen.push(data.number ?? data.notice_count);
      if (seen.length === 1) await during();
      if (seen.length === count) break;
    }
    return seen;
  };
  expect(
    await take(2, {}, async () => {
      await observe('SHARED', { price: priceOf('0.11') });
    }),
  ).toEqual([0, 1]);
  await observe('SHARED', { price: priceOf('0.12') });
  await observe('SHARED', { price: priceOf('0.13') });
  expect(await take(2, { 'last-event-id': '1' })).toEqual([2, 3]);
  expect(await take(1)).toEqual([3]);
  expect((await ask('GET', `/v1/watches/${id}/events`, keys.acme)).status).toBe(404);
});

it('is listed, shown and removed by its customer alone, and refused with the names of what is wrong', async () => {
  const id = await watch('acme', shared, { kind: 'stock_below', quantity: 5 });
  expect((await ask('GET', `/v1/watches/${id}`, keys.acme)).body).toMatchObject({
    id,
    target: { offer_id: sharedOffer },
    rule: { kind: 'stock_below', quantity: 5 },
    notice_count: 0,
  });
  expect((await ask('GET', `/v1/watches/${id}`, keys.globex)).status).toBe(404);
  expect((await ask('DELETE', `/v1/watches/${id}`, keys.globex)).status).toBe(404);
  expect((await ask('GET', '/v1/watches?limit=1', keys.acme)).body.items).toMatchObject([{ id }]);
  expect((await ask('DELETE', `/v1/watches/${id}`, keys.acme)).body).toEqual({ watch_id: id });
  expect((await ask('GET', `/v1/watches/${id}`, keys.acme)).status).toBe(404);

  const wrong = async (rule: object) =>
    (await ask('POST', '/v1/watches', keys.acme, { target: { offer_id: sharedOffer }, rule })).body.violations.map(
      ({ field }: { field: string }) => field,
    );
  expect(await wrong({ kind: 'price_below', threshold: 'cheap', currency: 'euro' })).toEqual([
    'rule.currency',
    'rule.threshold',
  ]);
  expect(await wrong({ kind: 'price_changed', share: 0, currency: 'EUR' })).toEqual(['rule.share']);
  expect(await wrong({ kind: 'stock_below', quantity: -1 })).toEqual(['rule.quantity']);
});
