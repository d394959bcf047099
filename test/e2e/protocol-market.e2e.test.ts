import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCatalogue } from '../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../ops/demo/catalogue/combine.ts';
import { eventually } from '../support/eventually.ts';
import { marketKey, type ProtocolMarket, protocolMarket } from '../support/protocol-market.ts';
import { type Service, startService } from '../support/service.ts';

/** A buyer with keys of six suppliers and a service that knows no product at all. */

const catalogue = shareOf(demoCatalogue('demo'), 600);

let market: ProtocolMarket;
let service: Service;

beforeAll(async () => {
  market = await protocolMarket(catalogue);
  service = await startService(market.environment);
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await market?.close();
});

interface Line {
  readonly mpn: string;
  readonly chosen?: readonly { readonly supplier_id: string; readonly price: { readonly amount: string } }[];
  readonly unresolved_reason?: string;
  readonly lookups?: readonly { readonly supplier_id: string; readonly status: string }[];
}

interface Cost {
  readonly supplier_id: string;
  readonly unit: string;
  readonly estimated: number;
}

interface Ready {
  readonly lines: readonly Line[];
  readonly lookup_costs?: readonly Cost[];
}

/** An uploaded list, once every supplier has answered. */
const estimated = async (numbers: readonly string[]): Promise<Ready> => {
  const form = new FormData();
  const list = ['Quantity,Manufacturer Part Number', ...numbers.map((mpn) => `5,${mpn}`)].join('\n');
  form.set('file', new File([list], 'list.csv', { type: 'text/csv' }));
  form.set('lookup_deadline_seconds', '60');
  form.set('currency', 'USD');
  const headers = { 'x-api-key': marketKey };
  const answer = await fetch(`${service.httpUrl}/v1/estimates`, { method: 'POST', headers, body: form });
  const { id } = (await answer.json()) as { id: string };
  expect(answer.status).toBe(201);
  return eventually(async () => {
    const seen = await fetch(`${service.httpUrl}/v1/estimates/${id}`, { headers });
    const estimate = (await seen.json()) as Ready & { status: string };
    return estimate.status === 'ready' && estimate;
  }, 120_000);
};

/** What each supplier counts by its own meter; signing in is free. */
const countedBySuppliers = (): ReadonlyMap<string, number> =>
  new Map(
    [...market.suppliers].map(([id, own]) => {
      const calls = own.calls().filter(({ endpoint }) => !endpoint.includes('token'));
      return [id, calls.reduce((sum, { units }) => sum + units, 0)];
    }),
  );

/** Units that each supplier's plan allows in any minute, where it has a pace of that kind. */
const perMinute: Readonly<Record<string, number>> = { digikey: 120, element14: 120, lcsc: 200, mouser: 30, tme: 60 };

const numbers = Array.from({ length: 12 }, (_, at) => catalogue.at(at * 37 + 5).mpn);

/** What may come of a part that a supplier has found, and of one that none has found so far. */
const foundReasons = ['', 'not_enough_stock', 'quantity_not_orderable'];
const notFoundReasons = ['not_carried', 'lookup_unfinished'];

test('what any of six suppliers carries is found, priced and bought, and two lists ask for it once', async () => {
  const list = [...numbers, 'NOBODY-HAS-THIS-1'];
  const ready = await Promise.all([estimated(list), estimated(list)]);
  for (const { lines } of ready)
    for (const { mpn, lookups = [], unresolved_reason: reason = '' } of lines) {
      const isFound = lookups.some(({ status }) => status === 'found');
      expect(isFound ? foundReasons : notFoundReasons, mpn).toContain(reason);
    }
  for (const { lines } of ready)
    expect(lines.filter(({ chosen = [] }) => chosen.length > 0).length).toBeGreaterThanOrEqual(8);
  const counted = countedBySuppliers();
  // Whichever list was first is told that all has to be asked; the other one may find answers.
  const costs = ready.flatMap(({ lookup_costs = [] }) => lookup_costs);
  const expected = Map.groupBy(costs, ({ supplier_id }) => supplier_id);
  expect([...expected.keys()].toSorted()).toEqual([...counted.keys()].toSorted());
  for (const [supplierId, told] of expected)
    expect(counted.get(supplierId), supplierId).toBeLessThanOrEqual(Math.max(...told.map((each) => each.estimated)));
  for (const [supplierId, most] of Object.entries(perMinute))
    expect(market.suppliers.get(supplierId)?.busiest(60_000), supplierId).toBeLessThanOrEqual(most);
});
