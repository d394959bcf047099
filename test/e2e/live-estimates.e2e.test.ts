import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type LookUpWorld, lookUpKey, lookUpWorld } from '../support/look-up-world.ts';
import { startRepricingFront } from '../support/repricing-front.ts';
import { watchEvents } from '../support/server-sent-events.ts';
import { startService } from '../support/service.ts';

interface EstimateJson {
  readonly id: string;
  readonly status: string;
  readonly version: number;
  readonly total_price: number;
  readonly changed_lines?: readonly number[];
}

interface PricedOffer {
  readonly id: string;
  readonly mpn: string;
  readonly manufacturer: string;
}

const headers = { 'x-api-key': lookUpKey, 'content-type': 'application/json' };

const post = async (url: string, body: object): Promise<EstimateJson> => {
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as EstimateJson;
};

/** The offers of the supplier, once the supplier was asked for most of its parts. */
const pricedOffers = ({ database, products }: LookUpWorld): Promise<readonly PricedOffer[]> =>
  eventually(async () => {
    const rows = await database.pool.sql<PricedOffer[]>`
      select offer.id, product.mpn, product.manufacturer from offer join product on product.id = offer.product_id
      where exists (select from offer_view where offer_id = offer.id) order by 1`;
    return rows.length >= products / 2 && rows;
  }, 60_000);

it('a price that changes at the supplier is in a new version at the watcher within two seconds of its observation, which names the line', async () => {
  const world = await lookUpWorld(20);
  const front = await startRepricingFront(world.supplier.url);
  await world.moveTo(front.url);
  const service = await startService(world.environment);
  const leaving = new AbortController();
  try {
    const offers = await pricedOffers(world);
    const lines = offers.map(({ mpn, manufacturer }) => ({ mpn, manufacturer, quantity: 1 }));
    const { id } = await post(`${service.httpUrl}/v1/estimates`, { lines, currency: 'USD' });
    const seen: { readonly state: EstimateJson; readonly atMs: number }[] = [];
    const states = watchEvents(`${service.httpUrl}/v1/estimates/${id}/events`, headers, leaving.signal);
    const watching = (async () => {
      for await (const state of states) seen.push({ state: state as EstimateJson, atMs: Date.now() });
    })().catch(() => undefined);
    await eventually(() => seen.at(-1)?.state.status === 'ready');
    const bought = await (await fetch(`${service.httpUrl}/v1/estimates/${id}`, { headers })).json();
    const at = (bought as { lines: readonly { chosen: readonly object[] }[] }).lines.findIndex(
      ({ chosen }) => chosen.length > 0,
    );
    const offer = offers[at];
    if (offer === undefined) throw new Error('nothing was bought');
    const before = seen.at(-1)?.state.version ?? 0;

    front.reprice(offer.mpn, 1.5);
    await post(`${service.httpUrl}/v1/enrichment-jobs`, {
      type: 'refresh_observation',
      target: { offer_id: offer.id },
      priority: 'high',
    });
    // The supplier goes on being asked for its other parts: versions of theirs may come before.
    const told = await eventually(
      () => seen.find(({ state }) => state.version > before && state.changed_lines?.includes(at + 1)) ?? false,
      60_000,
    );
    expect(told.state.status).toBe('ready');
    const [row] = await world.database.pool.sql<{ observedAt: Date }[]>`
      select last_observed_at as "observedAt" from offer_view where offer_id = ${offer.id}`;
    const lateMs = told.atMs - (row?.observedAt.getTime() ?? 0);
    process.stdout.write(`the watcher saw it ${lateMs} ms after the observation\n`);
    expect(lateMs).toBeGreaterThan(0);
    leaving.abort();
    await watching;
  } finally {
    leaving.abort();
    await service.stop();
    await front.close();
    await world.close();
  }
});
