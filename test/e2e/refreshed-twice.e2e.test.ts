import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LookUpWorld, lookUpWorld } from '../support/look-up-world.ts';
import { type RepricingFront, startRepricingFront } from '../support/repricing-front.ts';
import { type Service, startService } from '../support/service.ts';
import { apiOf, offersOf } from './refreshed-price.scenario.ts';

let world: LookUpWorld;
let front: RepricingFront;
let service: Service;

beforeAll(async () => {
  world = await lookUpWorld(120);
  front = await startRepricingFront(world.supplier.url);
  const { sql } = world.database.pool;
  await world.moveTo(front.url);
  // Every part is due again as soon as it was asked for, so that the tick of look-ups goes on.
  await sql`
    create function due_again() returns trigger language plpgsql as
    'begin new.due_at := new.asked_at; return new; end'`;
  await sql`
    create trigger due_again before update on lookup for each row
    when (new.asked_at is distinct from old.asked_at) execute function due_again()`;
  service = await startService({ ...world.environment, WORKERS_PER_CREDENTIAL: '1' });
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await front?.close();
  await world?.close();
});

/** An offer whose price is a number of money. */
const pricedOffer = async (unitPrice: (id: string) => Promise<number>) => {
  for (const id of await offersOf(world)) {
    const price = await unitPrice(id);
    if (price > 1) return { id, price };
  }
  throw new Error('no offer has a price');
};

it('each of two refreshes of a part within one tick of look-ups ends with the price that the supplier has then', async () => {
  const { refresh, unitPrice } = apiOf(service);
  const { sql } = world.database.pool;
  const ticks = () => sql`select run_id, finished_at from ingestion_tick`;
  const { id, price } = await pricedOffer(unitPrice);
  const [part] = await sql<{ mpn: string }[]>`
    select product.mpn from product join offer on offer.product_id = product.id where offer.id = ${id}`;
  const before = await ticks();
  for (const factor of [1.25, 1.5]) {
    front.reprice(part?.mpn ?? '', factor);
    expect(await refresh(id)).toMatchObject({ status: 'completed' });
    expect((await unitPrice(id)) / price).toBeCloseTo(factor, 3);
  }
  expect(await ticks()).toEqual(before);
  expect(before).toMatchObject([{ finished_at: null }]);
});
