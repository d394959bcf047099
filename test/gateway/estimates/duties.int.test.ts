import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StatedFacts } from '../../../domain/catalog/part-facts.ts';
import { testAdmin } from '../../support/admin.ts';
import { byTest } from '../../support/by-test.ts';
import { type EstimateWorld, estimateWorld, keyOf, offered, partNumber } from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';
import { adminKey, refusingUseCases, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { policyDraft } from '../../support/policies.ts';
import { watchToEnd } from '../../support/server-sent-events.ts';

/** Import duties from an operator's word to a buyer's basket, over HTTP. */

interface Money {
  readonly amount: string;
}

interface DutyJson {
  readonly status: string;
  readonly amount?: Money;
  readonly missing?: readonly string[];
}

interface ChoiceJson {
  readonly supplier_id: string;
  readonly ships_from?: string;
  readonly duty?: DutyJson;
}

interface EstimateJson {
  readonly id: string;
  readonly version: number;
  readonly total_price_decimal: string;
  readonly duty?: Money;
  readonly certificate: { readonly objective: string; readonly gap: number; readonly unknown_duties?: number };
  readonly risk_summary?: Readonly<Record<string, number>>;
  readonly lines: readonly {
    readonly chosen: readonly ChoiceJson[];
    readonly alternatives?: readonly ChoiceJson[];
    readonly duty?: Money;
  }[];
  readonly orders: readonly { readonly goods: Money; readonly duty?: Money; readonly items: readonly ChoiceJson[] }[];
}

let world: EstimateWorld;
let edge: TestEdge;
beforeAll(async () => {
  world = await estimateWorld();
  const { database, basis } = world;
  await storeKeys(database.pool);
  const useCases = { ...refusingUseCases, estimates: world.useCases };
  edge = await startTestEdge(database.pool, {
    useCases,
    admin: testAdmin(database, { onPricingChange: basis.onPricingChange }),
  });
});
afterEach(async () => {
  const { basis, database } = world;
  const { sql } = database.pool;
  await sql`delete from duty_rate`;
  await sql`update supplier set ships_from = null`;
  await sql`update pricing_revision set revision = revision + 1`;
  await sql`delete from visibility_policy`;
  await basis.onPricingChange();
  await basis.onPolicyChange();
});
afterAll(async () => {
  await edge?.stop();
  await world?.close();
});

const key = { 'x-api-key': keyOf('acme') };

/** Estimates one product; each test has one of its own. */
const built = async (at: number, fields: object = {}): Promise<EstimateJson> => {
  const body = JSON.stringify({
    lines: [{ mpn: partNumber(at), manufacturer: 'Yageo', quantity: 100 }],
    delivery_zone: 'US',
    ...fields,
  });
  const headers = { ...key, 'content-type': 'application/json' };
  const made = await fetch(`${edge.url}/v1/estimates`, { method: 'POST', headers, body });
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const states = await watchToEnd(`${edge.url}/v1/estimates/${id}/events?until=ready`, key);
  return states.at(-1) as EstimateJson;
};

const states = (supplier: string, at: number, facts: StatedFacts, price: string): Promise<void> =>
  world.observe({
    ...offered(supplier, at, price),
    description: { manufacturer: 'Yageo', mpn: partNumber(at), facts },
  });

const putRate = async (id: string, rate: object): Promise<void> => {
  const headers = { 'x-api-key': adminKey, 'content-type': 'application/json' };
  const path = `/v1/admin/duty-rates/${id}`;
  const answer = await edge.send(path, { method: 'PUT', headers }, JSON.stringify({ destination: 'US', ...rate }));
  expect(answer.status, answer.body).toBe(200);
};

/** States rates for resistors: of any origin, and a higher one of China. */
const putRates = async (): Promise<void> => {
  await putRate('resistors', { hts_prefix: '8533', rate: '0.06' });
  await putRate('of-china', { hts_prefix: '8533', country_of_origin: 'CN', rate: '0.25' });
};

/** The dearest supplier ships a product from within the US, and the others all from Germany. */
const shipFrom = async (at: number, origin: string): Promise<void> => {
  await states('gamma', at, { hts_code: '8533.21.0030', country_of_origin: origin, ships_from: 'US' }, '0.12');
  const { suppliers } = world.stores;
  for (const supplier of await suppliers.suppliers())
    if (supplier.id !== 'gamma') await suppliers.putSupplier({ ...supplier, shipsFrom: 'DE' }, byTest);
  await world.basis.priceBooks.refresh();
};

const boughtOf = ({ total_price_decimal: total, lines }: EstimateJson) => [
  total,
  ...lines.flatMap(({ chosen }) => chosen.map(({ supplier_id, duty }) => [supplier_id, duty?.status, duty?.missing])),
];

describe('import duties', () => {
  it('are nothing where no operator has stated any', async () => {
    const estimate = await built(0);
    expect(boughtOf(estimate)).toEqual(['10', ['alpha', undefined, undefined]]);
    expect(estimate.risk_summary?.duty_unknown).toBeUndefined();
  });

  it('are unknown, and counted, where what they depend on is not known', async () => {
    await putRates();
    const estimate = await built(1);
    // 100 at 0.10, as nothing is known to be due.
    expect(boughtOf(estimate)).toEqual(['10', ['alpha', 'unknown', ['ships_from', 'hts_code']]]);
    expect(estimate).toMatchObject({ risk_summary: { duty_unknown: 1 }, certificate: { unknown_duties: 1 } });
    expect(estimate.duty).toBeUndefined();
    // Of another destination nothing is stated.
    expect(boughtOf(await built(1, { delivery_zone: 'EU' }))).toEqual(['10', ['alpha', undefined, undefined]]);
  });

  it('are counted by what suppliers state of the part and operators of the supplier', async () => {
    await putRates();
    await shipFrom(2, 'Taiwan');
    const estimate = await built(2);
    // 100 at 0.10 and 6 % of it; at 0.12 within the US they are 12.00.
    expect(estimate).toMatchObject({
      total_price_decimal: '10.6',
      duty: { amount: '0.6', currency: 'EUR' },
      certificate: { objective: '10.6', gap: 0 },
      lines: [
        {
          price: { amount: '10' },
          duty: { amount: '0.6' },
          chosen: [
            {
              supplier_id: 'alpha',
              ships_from: 'DE',
              price: { amount: '10' },
              duty: {
                status: 'due',
                amount: { amount: '0.6', currency: 'EUR' },
                rate: '0.06',
                hts_code: '8533210030',
                country_of_origin: 'TW',
              },
            },
          ],
        },
      ],
      orders: [
        {
          goods: { amount: '10' },
          duty: { amount: '0.6' },
          items: [{ price: { amount: '10' }, ships_from: 'DE', duty: { status: 'due', amount: { amount: '0.6' } } }],
        },
      ],
    });
    expect(estimate.risk_summary?.duty_unknown).toBeUndefined();
  });

  it('turn the choice, and are told in files', async () => {
    await putRates();
    await shipFrom(3, 'CN');
    const estimate = await built(3);
    // 100 at 0.10 and 25 % are 12.50; at 0.12 within the US 12.00.
    expect(boughtOf(estimate)).toEqual(['12', ['gamma', 'domestic', undefined]]);
    const answer = await fetch(`${edge.url}/v1/estimates/${estimate.id}/export?format=csv`, { headers: key });
    const [heading = '', row = ''] = (await answer.text()).replace('\ufeff', '').split('\r\n');
    const cells = Object.fromEntries(heading.split(',').map((name, at) => [name, row.split(',')[at]]));
    expect(cells).toMatchObject({ price: '12', duty: '', duty_status: 'domestic', ships_from: 'US' });
  });

  it('go where a rate of the destination goes, and a live estimate follows', async () => {
    await putRates();
    await shipFrom(4, 'CN');
    const estimate = await built(4);
    const followed = world.watchUntil(estimate.id, ({ version }) => version > estimate.version);
    const headers = { 'x-api-key': adminKey };
    await edge.send('/v1/admin/duty-rates/of-china', { method: 'DELETE', headers });
    // 100 at 0.10 and the 6 % of any origin.
    expect((await followed).at(-1)).toMatchObject({ totalPriceDecimal: '10.6', changedLines: [1] });
  });

  it('do not tell where a seller that may not be named ships from', async () => {
    await putRate('resistors', { hts_prefix: '8533', rate: '0.06' });
    await shipFrom(5, 'CN');
    const masked = policyDraft({ target: 'offer', effect: { kind: 'mask', fields: ['supplier_id'] } });
    await world.stores.policies.create('vis_unnamed', masked, { by: 'key_1', context: untraced });
    await world.basis.onPolicyChange();
    const estimate = await built(5);
    const [line] = estimate.lines;
    expect(line?.chosen[0]?.ships_from ?? '').toBe('');
    expect(line?.chosen[0]?.duty).toMatchObject({ status: 'due', amount: { amount: '0.6' } });
    // Gamma, an alternative, ships from within the US.
    expect(line?.alternatives?.map(({ duty }) => [duty?.status, duty?.amount?.amount])).toContainEqual(['due', '0']);
    expect(JSON.stringify(estimate)).not.toContain('domestic');
  });
});
