import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAdmin } from '../../support/admin.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, sharedOffer } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let edge: TestEdge;
let changes = 0;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  await fillMarket(database.pool);
  const onPricingChange = async () => {
    changes += 1;
  };
  edge = await startTestEdge(database.pool, {
    admin: testAdmin(database, { onPricingChange }),
    maxBodyBytes: 1_000_000,
  });
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

const send = async (method: string, path: string, body?: unknown, key = adminKey) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = await edge.send(`/v1/admin/${path}`, { method, headers }, JSON.stringify(body));
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const gold = {
  name: 'Gold customers',
  applies_to: { groups: ['gold'] },
  action: { kind: 'percent_discount', percent: '5' },
};

describe('pricing rules', () => {
  it('are made, read, changed and removed, each change told once and every version kept', async () => {
    const before = changes;
    const made = await send('POST', 'pricing-rules', { id: 'gold-5', ...gold });
    expect(made).toMatchObject({
      status: 201,
      body: { id: 'gold-5', version: 1, enabled: true, priority: 0, stacking: 'stack', recorded_by: 'key_admin' },
    });
    const changed = await send('PUT', 'pricing-rules/gold-5', { version: 1, ...gold, name: 'Gold' });
    expect(changed).toMatchObject({
      status: 200,
      body: { version: 2, name: 'Gold', applies_to: { groups: ['gold'] } },
    });
    expect((await send('GET', 'pricing-rules/gold-5?version=1')).body).toEqual(made.body);
    expect((await send('DELETE', 'pricing-rules/gold-5?version=2')).body).toEqual({ id: 'gold-5' });
    expect((await send('GET', 'pricing-rules/gold-5')).status).toBe(404);
    expect((await send('GET', 'pricing-rules/gold-5?version=2')).body).toEqual(changed.body);
    expect(changes - before).toBe(3);
  });

  it('get an id when they are given none', async () => {
    expect((await send('POST', 'pricing-rules', gold)).body.id).toBe('prl_new');
  });

  it('are changed only from their latest version', async () => {
    await send('POST', 'pricing-rules', { id: 'raced', ...gold });
    expect((await send('POST', 'pricing-rules', { id: 'raced', ...gold })).status).toBe(409);
    expect((await send('PUT', 'pricing-rules/raced', { version: 2, ...gold })).status).toBe(409);
    expect((await send('DELETE', 'pricing-rules/raced?version=7')).status).toBe(409);
    expect((await send('PUT', 'pricing-rules/nobody', { version: 1, ...gold })).status).toBe(404);
  });

  it('are listed page by page', async () => {
    for (const id of ['list-1', 'list-2', 'list-3']) await send('POST', 'pricing-rules', { id, ...gold });
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await send('GET', `pricing-rules?limit=2&cursor=${cursor}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor ?? '';
    } while (cursor !== '');
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(seen).toContain('list-3');
  });

  it('with a condition that does not compile are refused with its place', async () => {
    const { status, body } = await send('POST', 'pricing-rules', {
      ...gold,
      condition: 'quantity > 5 &&\n  colour == 1',
    });
    expect(status).toBe(400);
    expect(body.violations).toEqual([
      { field: 'condition', description: 'Unknown variable: colour (line 2, column 3; characters 18 to 24)' },
    ]);
  });

  it('are told everything that is wrong with them, by field', async () => {
    const { body } = await send('POST', 'pricing-rules', {
      name: 'Bad',
      valid_from: '2026-03-02T00:00:00Z',
      valid_until: '2026-03-01T00:00:00Z',
      applies_to: { zones: ['MOON'], manufacturers: ['--'] },
      action: {
        kind: 'price_list',
        currency: 'euro',
        entries: [
          {
            tiers: [
              { from: 10, unit_price: '1' },
              { from: 10, unit_price: '-1' },
            ],
          },
        ],
      },
    });
    expect(body.violations.map(({ field }: { field: string }) => field).sort()).toEqual([
      'action.currency',
      'action.entries.0.tiers.1.from',
      'action.entries.0.tiers.1.unit_price',
      'applies_to.manufacturers.0',
      'applies_to.zones.0',
      'valid_until',
    ]);
  });

  it.each([
    ['an unknown field', { ...gold, colour: 1 }, 'colour'],
    ['no action', { name: 'x' }, 'action'],
    ['a discount over all', { ...gold, action: { kind: 'percent_discount', percent: '101' } }, 'action.percent'],
    ['a number for text', { ...gold, action: { kind: 'percent_discount', percent: 5 } }, 'action.percent'],
    ['no name', { action: gold.action }, 'name'],
  ])('with %s are refused', async (_, body, field) => {
    const answer = await send('POST', 'pricing-rules', body);
    expect(answer.status).toBe(400);
    expect(answer.body.violations.map((each: { field: string }) => each.field)).toContain(field);
  });

  it('are for operators only', async () => {
    for (const [method, path] of [
      ['GET', 'pricing-rules'],
      ['POST', 'pricing-rules'],
      ['POST', 'pricing-rules/dry-run'],
      ['POST', 'exchange-rates'],
    ] as const)
      expect((await send(method, path, method === 'POST' ? gold : undefined, fullKey)).status, path).toBe(403);
  });
});

describe('a dry run', () => {
  it('prices a sample with the draft beside the rules as they are, and changes nothing', async () => {
    await send('POST', 'pricing-rules', {
      id: 'silver',
      name: 'Silver',
      applies_to: { groups: ['silver'] },
      action: { kind: 'percent_markup', percent: '10' },
    });
    const { status, body } = await send('POST', 'pricing-rules/dry-run', {
      rule: { id: 'silver', ...gold, applies_to: { groups: ['silver'] } },
      offer_ids: [sharedOffer],
      group_ids: ['silver'],
      quantity: 100,
    });
    expect(status).toBe(200);
    // 100 x 0.10 = 10 by the system's credential: 10 % more, or 5 % less.
    expect(body.items).toMatchObject([
      {
        offer_id: sharedOffer,
        applies: true,
        present: { final_price_decimal: '11' },
        draft: { final_price_decimal: '9.5' },
      },
    ]);
    expect((await send('GET', 'pricing-rules/silver')).body.version).toBe(1);
  });

  it('takes a sample of what the rule names, and says where it does not apply', async () => {
    const { body } = await send('POST', 'pricing-rules/dry-run', {
      rule: { ...gold, applies_to: { suppliers: ['borealis'] }, condition: 'quantity > 5' },
    });
    expect(body.items.length).toBeGreaterThan(0);
    expect(body.items.every(({ applies }: { applies: boolean }) => !applies)).toBe(true);
  });

  it('refuses a draft that does not compile', async () => {
    const { body } = await send('POST', 'pricing-rules/dry-run', { rule: { ...gold, condition: 'quantity' } });
    expect(body.violations).toMatchObject([{ field: 'condition' }]);
  });
});

describe('exchange rates', () => {
  const today = new Date().toISOString().slice(0, 10);

  it('are added one by one and as a file, and the latest of each currency is listed', async () => {
    const before = changes;
    expect((await send('POST', 'exchange-rates', { day: today, rates: { USD: '1.0800', JPY: '157' } })).body).toEqual({
      added: 2,
      unchanged: 0,
    });
    const file = { format: 'csv', content: `Date,USD,GBP,\n${today},1.08,0.8412,\n` };
    expect((await send('POST', 'exchange-rates', file)).body).toEqual({ added: 1, unchanged: 1 });
    expect((await send('GET', 'exchange-rates')).body).toEqual({
      base: 'EUR',
      rates: [
        { currency: 'GBP', day: today, rate: '0.8412' },
        { currency: 'JPY', day: today, rate: '157' },
        { currency: 'USD', day: today, rate: '1.08' },
      ],
    });
    expect(changes - before).toBe(2);
  });

  it.each([
    ['of the euro itself', { day: today, rates: { EUR: '1' } }, 'rates.EUR'],
    ['that are not positive', { day: today, rates: { USD: '0' } }, 'rates.USD'],
    ['of tomorrow', { day: '2999-01-01', rates: { USD: '1' } }, 'day'],
    ['in a file that is none', { format: 'xml', content: 'no' }, 'content'],
  ])('%s are refused', async (_, body, field) => {
    const answer = await send('POST', 'exchange-rates', body);
    expect(answer.status).toBe(400);
    expect(answer.body.violations).toMatchObject([{ field }]);
  });
});
