import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildSupplyChain } from '../../../actors/enrichment/jobs/rebuild-supply-chain.ts';
import { refreshObservation } from '../../../actors/enrichment/jobs/refresh-observation.ts';
import type { EnrichmentJob } from '../../../proto/gen/svc/public/v1/enrichment.ts';
import { createRefreshRequests } from '../../../storage/jobs/refresh-requests.ts';
import { createOfferTraces } from '../../../storage/offers/offer-traces.ts';
import { callOf, type EnrichmentWorld, enrichmentWorld } from '../../support/enrichment-world.ts';
import { hiddenOffer, resistorId } from '../../support/market.ts';

/** Seen by the system's credential and by acme's. */
const shared = { product_id: resistorId(0) };

/** What it is offered as was seen by globex's credential alone. */
const hidden = { product_id: resistorId(1) };

describe('what a job tells', () => {
  let world: EnrichmentWorld;
  beforeAll(async () => {
    world = await enrichmentWorld();
    // Whatever is asked has been answered already.
    await world.database.pool.sql`update credential set refreshed_since = now() + interval '1 day'`;
  });
  afterAll(() => world?.close());

  const lastOf = async (jobId: string, by: string): Promise<EnrichmentJob | undefined> => {
    let last: EnrichmentJob | undefined;
    for await (const job of world.useCases.watchJob({ jobId }, callOf(by))) last = job;
    return last;
  };

  /**
   * Has a job asked for by each of the customers, who join one another, and what each of them sees
   * of its end.
   */
  const ends = async (type: string, target: Record<string, string>, customers: readonly string[]) => {
    const { sql } = world.database.pool;
    const asked: { id: string; by: string }[] = [];
    for (const by of customers) {
      const { id } = await world.useCases.requestEnrichment({ type, target, priority: '' }, callOf(by));
      asked.push({ id, by });
    }
    const stop = world.work({
      kinds: {
        discovery: undefined,
        refresh_characteristics: undefined,
        refresh_observation: refreshObservation({
          requests: createRefreshRequests(sql),
          position: async () => ({ newest: 1, settled: 1 }),
          nudge: () => undefined,
          now: () => new Date(),
        }),
        rebuild_supply_chain: rebuildSupplyChain({ traces: createOfferTraces(sql), now: () => new Date() }),
      },
    });
    const seen = await Promise.all(asked.map(({ id, by }) => lastOf(id, by)));
    await stop();
    return seen;
  };

  it("of whom is asked leaves out suppliers whose offers only another tenant's credential has seen", async () => {
    const [job] = await ends('refresh_observation', hidden, ['acme']);
    expect(job).toMatchObject({ status: 'completed', counts: { asked: 0, answered: 0, unreachable: 0 } });
  });

  it("of whom is asked leaves out another tenant's credentials, also when that tenant asked first", async () => {
    const jobs = await ends('refresh_observation', shared, ['globex', 'acme']);
    expect(jobs.map((job) => job?.counts)).toEqual([
      { asked: 2, answered: 2, unreachable: 0 },
      { asked: 2, answered: 2, unreachable: 0 },
    ]);
  });

  it("of failing leaves out another tenant's credentials", async () => {
    const { sql } = world.database.pool;
    const failing = (isFailing: boolean) =>
      sql`update credential set failing_since = ${isFailing ? new Date(0) : null}, refreshed_since = ${
        isFailing ? null : new Date(Date.now() + 86_400_000)
      } where id in ('crd_acme', 'crd_system')`;
    await failing(true);
    const jobs = await ends('refresh_observation', shared, ['globex', 'acme']);
    await failing(false);
    expect(jobs).toMatchObject([
      { status: 'completed', counts: { asked: 2, answered: 1, unreachable: 1 } },
      { status: 'failed', failureReason: 'unreachable' },
    ]);
  });

  it('of a supply chain leaves out offers that only another tenant sees', async () => {
    await ends('rebuild_supply_chain', hidden, ['globex']);
    await world.database.pool.sql`update supplier set distributor = 'somebody' where id = 'borealis'`;
    const [of, other] = await ends('rebuild_supply_chain', hidden, ['globex', 'acme']);
    expect(of).toMatchObject({
      counts: { offers: 1, changed: 1 },
      supplyChainChanges: expect.arrayContaining([
        expect.objectContaining({ offerId: hiddenOffer, field: 'distributor' }),
      ]),
    });
    expect(other).toMatchObject({ status: 'completed', counts: { offers: 0, changed: 0 }, supplyChainChanges: [] });
  });
});
