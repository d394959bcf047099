import { credentials, Metadata } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CatalogClient,
  SearchProductsRequest,
  type SearchProductsResponse,
} from '../../proto/gen/svc/public/v1/catalog.ts';
import { eventually } from '../support/eventually.ts';
import { type LookUpWorld, lookUpKey, lookUpWorld } from '../support/look-up-world.ts';
import { type Service, startService } from '../support/service.ts';

/** A buyer whose parts nobody has ever imported, and whose supplier's key finds them. */

const adminKey = 'os_admin-key-of-the-wanted-parts';
let strangerKey = '';
let world: LookUpWorld;
let service: Service;

beforeAll(async () => {
  world = await lookUpWorld(60, { isKnown: false });
  service = await startService({ ...world.environment, OUTBOUND_ALLOW: '127.0.0.0/8', BOOTSTRAP_ADMIN_KEY: adminKey });
  await send('POST', 'admin/customers', { id: 'stranger', name: 'Stranger' }, adminKey);
  const { body } = await send(
    'POST',
    'admin/customers/stranger/keys',
    { label: 'own', scopes: ['catalog', 'estimate', 'pricing', 'enrichment'] },
    adminKey,
  );
  strangerKey = String(body.secret);
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await world?.close();
});

const send = async (method: string, path: string, body?: object, key = lookUpKey) => {
  const answer = await fetch(`${service.httpUrl}/v1/${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

interface Line {
  readonly canonical_id: string;
  readonly unresolved_reason: string;
  /** Left out: no supplier was asked. */
  readonly lookups?: readonly { supplier_id: string; status: string }[];
}

/** An estimate of these parts, once it is ready. */
const estimated = async (numbers: readonly string[], given: object = {}, key = lookUpKey): Promise<readonly Line[]> => {
  const lines = numbers.map((mpn) => ({ raw_text: mpn, mpn, quantity: 1 }));
  const { body, status } = await send('POST', 'estimates', { lines, ...given }, key);
  expect(status, JSON.stringify(body)).toBe(201);
  const ready = await eventually(async () => {
    const { body: seen } = await send('GET', `estimates/${String(body.id)}`, undefined, key);
    return seen.status === 'ready' && seen;
  }, 120_000);
  return ready.lines as Line[];
};

const requests = (): number => world.supplier.served().reduce((sum, { times }) => sum + times, 0);

const mpns = (from: number, to: number): readonly string[] => world.catalogue.slice(from, to).map(({ mpn }) => mpn);

test('parts that nobody has imported are found, priced and bought, and what nobody sells is said to be so', async () => {
  expect((await send('GET', 'products?q=R')).body.items).toEqual([]);
  const lines = await estimated([...mpns(0, 10), 'NOBODY-SELLS-THIS-1']);
  expect(lines.slice(0, 10).filter(({ canonical_id }) => canonical_id === '')).toEqual([]);
  const last = lines.at(-1);
  expect(last?.unresolved_reason).toBe('not_carried');
  expect(last?.lookups).toMatchObject([{ supplier_id: 'meridian', status: 'not_carried' }]);
  // Ten numbers fit into one request.
  expect(requests()).toBeLessThanOrEqual(2);
});

test('what was answered is not asked again, and what is not waited for is not asked at all', async () => {
  const before = requests();
  const [known, unknown] = await estimated([...mpns(0, 1), 'NOBODY-SELLS-THIS-1']);
  expect(known?.canonical_id).not.toBe('');
  expect(unknown?.unresolved_reason).toBe('not_carried');
  const [never] = await estimated(mpns(30, 31), { lookup_deadline_seconds: 0 });
  expect(never?.unresolved_reason).toBe('not_found');
  expect(never?.lookups).toBeUndefined();
  expect(requests()).toBe(before);
});

test('two lists that want the same part ask for it once', async () => {
  const before = requests();
  const [[one], [other]] = await Promise.all([estimated(mpns(40, 41)), estimated(mpns(40, 41))]);
  expect(one?.canonical_id).not.toBe('');
  expect(other?.canonical_id).toBe(one?.canonical_id);
  expect(requests()).toBe(before + 1);
});

/** What is known of every offer, and every answer, is so much older. */
const age = async (hours: number): Promise<void> => {
  const { sql } = world.database.pool;
  const by = sql`${hours} * interval '1 hour'`;
  await sql`update part_want_lookup set asked_at = asked_at - ${by}`;
  await sql`update part_want_offer set asked_at = asked_at - ${by}`;
  await sql`
    update offer_view set last_observed_at = last_observed_at - ${by}, known = jsonb_set(known::jsonb, '{stated}', (
      select jsonb_agg(jsonb_set(source, '{0}', to_jsonb((source ->> 0)::timestamptz - ${by})))
      from jsonb_array_elements(known::jsonb -> 'stated') as source))::json`;
};

test('stale stocks of known parts are asked for again where that is wanted', async () => {
  const bought = async (given: object) => {
    const [line] = await estimated(mpns(0, 1), given);
    return line;
  };
  // Stocks are fresh for two hours, and bought for four where nothing else is asked.
  await age(3);
  const before = requests();
  expect(await bought({})).toMatchObject({ chosen: [{ supplier_id: 'meridian' }] });
  const notWaited = await bought({ freshness: 'require_fresh', lookup_deadline_seconds: 0 });
  expect(notWaited).toMatchObject({ chosen: [], offers: { left_out: { stale_stock: 1 } } });
  expect(requests()).toBe(before);
  const fresh = await bought({ freshness: 'prefer_fresh' });
  expect(fresh).toMatchObject({
    chosen: [{ supplier_id: 'meridian' }],
    lookups: [{ supplier_id: 'meridian', status: 'found' }],
  });
  expect(requests()).toBe(before + 1);
  expect(await bought({ freshness: 'require_fresh' })).toMatchObject({ chosen: [{ supplier_id: 'meridian' }] });
  expect(requests()).toBe(before + 1);
});

/** Numbers that no supplier has, each of which is asked for once. */
const nobodys = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `NOBODY-${name}-${at}`);

test('what look-ups cost is told before and after, and what goes beyond the bound is not asked', async () => {
  // This supplier takes 20 numbers a call.
  const lines = nobodys('LIST', 25).map((mpn) => ({ raw_text: mpn, mpn, quantity: 1 }));
  const estimate = async (max: object) => {
    const { body } = await send('POST', 'estimates', { lines, max_lookup_cost: max });
    return eventually(async () => {
      const { body: seen } = await send('GET', `estimates/${String(body.id)}`);
      return seen.status === 'ready' && seen;
    });
  };
  const reasonsOf = ({ lines: told }: Record<string, unknown>) =>
    Object.fromEntries(
      [...Map.groupBy(told as Line[], (line) => line.unresolved_reason)].map(([k, v]) => [k, v.length]),
    );
  const cost = { supplier_id: 'meridian', unit: 'calls' };
  const before = requests();
  const none = await estimate({ '*': 0 });
  expect(none.lookup_costs).toEqual([{ ...cost, estimated: 2, max: 0, not_asked: 25 }]);
  expect(reasonsOf(none)).toEqual({ over_max_lookup_cost: 25 });
  expect((none.lines as Line[])[0]?.lookups).toEqual([{ supplier_id: 'meridian', status: 'over_max_cost' }]);
  expect(requests()).toBe(before);
  const one = await estimate({ meridian: 1 });
  expect(one.lookup_costs).toEqual([{ ...cost, estimated: 2, max: 1, not_asked: 5, spent: 1 }]);
  expect(reasonsOf(one)).toEqual({ not_carried: 20, over_max_lookup_cost: 5 });
  expect(requests()).toBe(before + 1);
  const rest = await estimate({});
  expect(rest.lookup_costs).toEqual([{ ...cost, estimated: 1, spent: 1 }]);
  expect(reasonsOf(rest)).toEqual({ not_carried: 25 });
  expect(requests()).toBe(before + 2);
  const refused = await send('POST', 'estimates', { lines, max_lookup_cost: { meridian: -1 } });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('"max_lookup_cost.meridian"');
});

interface Match {
  readonly index: number;
  readonly status: string;
  readonly is_open?: boolean;
  readonly product?: { readonly id: string };
  readonly offers?: readonly { readonly id: string }[];
  readonly best_price?: { readonly final_price_decimal: string };
  readonly unresolved_reason?: string;
  readonly lookups?: readonly { readonly status: string }[];
  readonly lookup_costs?: readonly object[];
}

/** What parts mean, line by line as they are answered. */
const matched = async (given: object, key = lookUpKey): Promise<readonly Match[]> => {
  const answer = await fetch(`${service.httpUrl}/v1/parts/match`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify({ include_offers: true, include_best_price: true, ...given }),
  });
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  const lines = (await answer.text()).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Match);
};

test('parts that are matched live are found and priced, and a stranger sees no offer of them', async () => {
  const items = [...mpns(46, 50), 'NOBODY-SELLS-THIS-3'].map((mpn) => ({ mpn, quantity: 10 }));
  expect((await matched({ items })).map(({ status }) => status)).toEqual(items.map(() => 'unresolved'));
  const before = requests();
  const told = await matched({ items, live: 'watch', deadline_seconds: 30 });
  // Each is told at once, as open unless its answer has come in that very moment.
  expect(told.slice(0, items.length).map(({ index }) => index)).toEqual(items.map((_, index) => index));
  for (const { is_open, unresolved_reason } of told) if (is_open) expect(unresolved_reason).toBe('looking_up');
  const last = items.map((_, index) => told.findLast((each) => each.index === index));
  expect(last.map((each) => each?.is_open)).toEqual(items.map(() => undefined));
  for (const each of last.slice(0, 4)) {
    expect(each).toMatchObject({ status: 'matched', offers: [{}] });
    expect(each?.best_price?.final_price_decimal).toMatch(/^\d/);
  }
  expect(last[4]).toMatchObject({ unresolved_reason: 'not_carried', lookups: [{ status: 'not_carried' }] });
  expect(requests()).toBe(before + 1);
  const [seen] = await matched({ items: items.slice(0, 1), live: 'wait' }, strangerKey);
  expect(seen).toMatchObject({ status: 'matched', product: { id: last[0]?.product?.id } });
  expect([seen?.offers, seen?.best_price, seen?.lookups]).toEqual([undefined, undefined, undefined]);
});

test('a live search asks who may be asked and does not wait; a search after the answer finds the part', async () => {
  const catalog = new CatalogClient(service.grpcAddress, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('x-api-key', lookUpKey);
  const overGrpc = (q: string): Promise<SearchProductsResponse> =>
    new Promise((resolve, reject) => {
      const request = SearchProductsRequest.fromPartial({ q, live: true });
      catalog.searchProducts(request, metadata, (error, answer) => (error ? reject(error) : resolve(answer)));
    });
  const overHttp = async (q: string, key = lookUpKey) =>
    (await send('GET', `products?live=true&q=${q}`, undefined, key)).body;
  const [one = '', other = ''] = mpns(52, 54);
  const before = requests();
  const asked = (status: unknown) => [{ supplier_id: 'meridian', status }];
  expect((await send('GET', `products?q=${one}`)).body.lookups).toBeUndefined();
  expect((await overHttp(one, strangerKey)).lookups).toBeUndefined();
  expect(await overHttp('no%20number')).not.toHaveProperty('lookups');
  expect((await overHttp(one)).lookups).toMatchObject(asked(expect.stringMatching(/^(waiting|applying|found)$/)));
  expect((await overGrpc(other)).lookups).toMatchObject([{ supplierId: 'meridian' }]);
  for (const mpn of [one, other])
    await eventually(async () => {
      const { items } = await overGrpc(mpn);
      return items.some((item) => item.mpn === mpn);
    });
  expect((await overHttp(one)).lookups).toBeUndefined();
  const nobody = await eventually(async () => {
    const { lookups = [] } = (await overHttp('NOBODY-SELLS-THIS-4')) as { lookups?: { status: string }[] };
    return lookups.some(({ status }) => status === 'not_carried') && lookups;
  });
  expect(nobody).toMatchObject(asked('not_carried'));
  expect(requests() - before).toBeLessThanOrEqual(3);
  catalog.close();
});

test('what live matches and searches cost is told before and after, and bound', async () => {
  const cost = { supplier_id: 'meridian', unit: 'calls' };
  const before = requests();
  const items = nobodys('MATCH', 25).map((mpn) => ({ mpn }));
  const reasonsOf = (told: readonly Match[]) =>
    Object.fromEntries([...Map.groupBy(told, (each) => each.unresolved_reason)].map(([k, v]) => [k, v.length]));
  const none = await matched({ items, live: 'wait', max_lookup_cost: { '*': 0 } });
  expect(reasonsOf(none)).toEqual({ over_max_lookup_cost: 25 });
  expect(none[0]?.lookups).toEqual([{ supplier_id: 'meridian', status: 'over_max_cost' }]);
  expect(none[0]?.lookup_costs).toEqual([{ ...cost, estimated: 2, max: 0, not_asked: 25 }]);
  expect(requests()).toBe(before);
  const one = await matched({ items, live: 'wait', max_lookup_cost: { meridian: 1 } });
  expect(reasonsOf(one)).toEqual({ not_carried: 20, over_max_lookup_cost: 5 });
  const lastTold = one.findLast(({ unresolved_reason: reason }) => reason === 'not_carried');
  expect(lastTold?.lookup_costs).toEqual([{ ...cost, estimated: 2, max: 1, not_asked: 5, spent: 1 }]);
  expect(requests()).toBe(before + 1);

  const search = async (max: string) =>
    (await send('GET', `products?live=true&q=NOBODY-SELLS-THIS-6${max && `&max_lookup_cost=${max}`}`)).body;
  const refused = await search('*:0');
  expect(refused.lookups).toEqual([{ supplier_id: 'meridian', status: 'over_max_cost' }]);
  expect(refused.lookup_costs).toEqual([{ ...cost, estimated: 1, max: 0, not_asked: 1 }]);
  expect(requests()).toBe(before + 1);
  // The answer may come while the question is still told.
  expect((await search('meridian:1')).lookup_costs).toMatchObject([{ ...cost, estimated: 1, max: 1 }]);
  const after = await eventually(async () => {
    const { lookups = [], lookup_costs: costs } = (await search('')) as Partial<Match>;
    return lookups.some(({ status }) => status === 'not_carried') && costs;
  });
  expect(after).toMatchObject([{ ...cost, spent: 1 }]);
  expect(requests()).toBe(before + 2);
  for (const wrong of ['meridian:-1', 'meridian:much']) {
    const { violations } = (await search(wrong)) as { violations?: { field: string }[] };
    expect(violations).toMatchObject([{ field: 'max_lookup_cost.meridian' }]);
  }
});

/** A job once it has ended. */
const ended = (id: unknown) =>
  eventually(async () => {
    const { body: job } = await send('GET', `enrichment-jobs/${String(id)}`);
    return ['completed', 'failed'].includes(String(job.status)) && job;
  });

/** A job that has ended. */
const discovered = async (target: object) => {
  const { body, status } = await send('POST', 'enrichment-jobs', { type: 'discovery', target, priority: 'high' });
  expect(status, JSON.stringify(body)).toBe(201);
  return ended(body.id);
};

test('a job asks for a list of numbers, and tells what became of them', async () => {
  const [one = '', other = ''] = mpns(20, 22);
  const job = await discovered({ mpns: [one, 'NOBODY-SELLS-THIS-2', other].join('\n') });
  expect(job).toMatchObject({ status: 'completed', counts: { asked: 3, answered: 3, found: 2, unreachable: 0 } });
  const { body } = await send('GET', `products?q=${one}`);
  expect((body.items as unknown[]).length).toBe(1);
  // This supplier is asked by makers' numbers alone.
  const bySku = await discovered({ supplier_sku: 'X-1', supplier_id: 'meridian' });
  expect(bySku).toMatchObject({ status: 'failed', failure_reason: 'unreachable' });
});

test('a job tells what its look-ups are to cost and what they have cost, and keeps within a bound', async () => {
  const mpns = nobodys('JOB', 25).join('\n');
  const cost = { supplier_id: 'meridian', unit: 'calls', estimated: 2, max: 1, not_asked: 5 };
  const before = requests();
  const asked = { type: 'discovery', target: { mpns }, max_lookup_cost: { meridian: 1 } };
  const { body } = await send('POST', 'enrichment-jobs', { ...asked, priority: 'high' });
  expect(body.lookup_costs).toEqual([cost]);
  const job = await ended(body.id);
  expect(job).toMatchObject({ status: 'completed', counts: { asked: 20, answered: 20 } });
  expect(job.lookup_costs).toEqual([{ ...cost, spent: 1 }]);
  expect(requests()).toBe(before + 1);
  const other = { type: 'refresh_observation', target: { supplier_id: 'meridian' }, max_lookup_cost: { '*': 1 } };
  const refused = await send('POST', 'enrichment-jobs', other);
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('"max_lookup_cost"');
});

test.each([
  [{ mpn: 'A' }, 'target.mpn'],
  [{ mpns: '\n' }, 'target.mpns'],
  [{ supplier_sku: 'X-1' }, 'target.supplier_id'],
  [{ mpn: 'NE555P', product_id: 'prd_1' }, 'target'],
])('a job about %j is refused with the field that is wrong', async (target, field) => {
  const { status, body } = await send('POST', 'enrichment-jobs', { type: 'discovery', target });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(`"${field}"`);
});

test('a part that one customer has found is a product for another, who sees neither offer nor price', async () => {
  const [line] = await estimated(mpns(0, 1), {}, strangerKey);
  expect(line?.unresolved_reason).toBe('no_offers');
  expect(line?.lookups).toBeUndefined();
  const offers = await send('GET', `products/${String(line?.canonical_id)}/offers`, undefined, strangerKey);
  expect(offers.body.items).toEqual([]);
  const [unknown] = await estimated(mpns(50, 51), {}, strangerKey);
  expect(unknown?.unresolved_reason).toBe('not_found');
  expect(unknown?.lookups).toBeUndefined();
});

test('nothing that a stranger can ask tells that somebody has an offer of the part, or looked for it', async () => {
  const [found = ''] = mpns(0, 1);
  const [line] = await estimated([found]);
  const id = String(line?.canonical_id);
  const own = (await send('GET', `products/${id}/offers`)).body.items as { id: string; supplier_id: string }[];
  const [offer] = own;
  expect(offer).toMatchObject({ supplier_id: 'meridian' });
  const answers = await Promise.all([
    send('GET', `products/${id}?facts=true`, undefined, strangerKey),
    send('GET', `products?q=${found}&facets=manufacturer`, undefined, strangerKey),
    send('GET', `products/${id}/alternates`, undefined, strangerKey),
    send('GET', `products/${id}/offers`, undefined, strangerKey),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/meridian|ofr_|crd_/i);
  }
  const [seen, searched] = answers.map(({ body }) => body);
  expect(seen).toMatchObject({ id, mpn: found });
  expect(searched?.items).toMatchObject([{ id }]);
  // The offer is answered like one that does not exist.
  const asked = (offerId: string) => send('POST', 'pricing', { offer_id: offerId, quantity: 1 }, strangerKey);
  const [priced, nowhere] = await Promise.all([asked(String(offer?.id)), asked('ofr_00000000000000000000')]);
  const shape = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, Object.keys(body).toSorted()];
  expect(priced.status).toBe(404);
  expect(shape(priced)).toEqual(shape(nowhere));
  // Whether somebody has asked for a part is not told by asking for it.
  const costs = async (mpn: string) => {
    const job = { type: 'discovery', target: { mpn }, max_lookup_cost: { '*': 5 }, priority: 'high' };
    const { body } = await send('POST', 'enrichment-jobs', job, strangerKey);
    return eventually(async () => {
      const { body: ended } = await send('GET', `enrichment-jobs/${String(body.id)}`, undefined, strangerKey);
      return ended.status === 'completed' && { counts: ended.counts, costs: ended.lookup_costs };
    });
  };
  expect(await costs(found)).toEqual(await costs('NOBODY-HAS-EVER-ASKED-1'));
});
