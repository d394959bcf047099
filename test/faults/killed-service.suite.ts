import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type IngestionWorld, ingestionWorld, observationsOfRun } from '../support/ingestion-world.ts';
import { seededRandom, seedOfRun } from '../support/random.ts';
import { type Service, startService } from '../support/service.ts';

const seed = seedOfRun();

/** What is to be true after a service was killed so many times while it ingested. */
export const killedServiceSuite = ({ kills }: { readonly kills: number }): void => {
  describe(`a service killed ${kills} times while it ingests (SEED=${seed})`, () => {
    let world: IngestionWorld;
    let service: Service;

    beforeAll(async () => {
      world = await ingestionWorld(3_000, 200);
      const random = seededRandom(seed);
      for (let kill = 0; kill < kills; kill += 1) {
        service = await startService(world.environment);
        // Some moments fall into the recovery, most into the middle of pages.
        await delay(random() * 1_500);
        await service.kill();
      }
      // The last life finishes the run that it finds and begins no other, so that everything comes
      // to rest.
      service = await startService({ ...world.environment, CATALOGUE_INTERVAL_MS: '3600000' });
      await eventually(async () => (await finishedRuns()) > 0 && (await unfinishedRuns()) === 0, 120_000);
      await settled();
    }, 480_000);

    afterAll(async () => {
      await service?.stop();
      await world?.close();
    });

    const query = async <Row extends object>(text: string): Promise<readonly Row[]> =>
      (await world.database.pool.sql.unsafe(text)) as unknown as readonly Row[];

    const count = async (text: string): Promise<number> => (await query<{ count: number }>(text))[0]?.count ?? -1;

    const finishedRuns = () => count("select count(*)::int from ingestion_tick where outcome = 'success'");

    const unfinishedRuns = () => count('select count(*)::int from ingestion_tick where finished_at is null');

    /** Everything published is normalized and matched, and everything appended is published. */
    const settled = () =>
      eventually(async () => {
        const nats = await connect({ servers: world.nats.url });
        const manager = await nats.jetstreamManager();
        const { num_pending: pending, num_ack_pending: unsettled } = await manager.consumers.info(
          'OBSERVATIONS',
          'normalizer',
        );
        await nats.close();
        if (pending + unsettled > 0) return false;
        const unmatched = await count('select count(*)::int from offer where matched_at is null');
        return unmatched + (await count('select count(*)::int from outbox')) === 0;
      }, 120_000);

    it('has every row of every page of every finished run, once', async () => {
      const runs = await query<{ run_id: string }>("select run_id from ingestion_tick where outcome = 'success'");
      const rows = await query<{ observation_id: string; times: number }>(
        'select observation_id, count(*)::int as times from observation_history group by 1',
      );
      const times = new Map(rows.map((row) => [row.observation_id, row.times]));
      expect(runs.length).toBeGreaterThan(0);
      for (const { run_id: runId } of runs) {
        const lost = observationsOfRun(runId, world.skus).filter((id) => times.get(id) === undefined);
        expect(lost, `observations lost from ${runId}`).toEqual([]);
      }
      expect(rows.filter((row) => row.times > 1)).toEqual([]);
    });

    it('has one offer for each SKU, and each of them priced and in stock', async () => {
      expect(await count('select count(*)::int from offer')).toBe(world.skus.length);
      expect(await count("select count(*)::int from offer_view where known::jsonb ?& array['price', 'stock']")).toBe(
        world.skus.length,
      );
    });

    it('has published every event once, and told of every new offer once', async () => {
      const nats = await connect({ servers: world.nats.url });
      const manager = await nats.jetstreamManager();
      // What is matched once more, for products that have come since, may tell one more meanwhile.
      await eventually(async () => {
        const { state } = await manager.streams.info('EVENTS');
        expect(state.messages).toBe(await count('select count(*)::int from event'));
      });
      await nats.close();
      expect(await count("select count(*)::int from event where type = 'offer.created'")).toBe(world.skus.length);
    });

    it('resumed its runs instead of beginning anew: none is left unfinished and none was given up', async () => {
      expect(await unfinishedRuns()).toBe(0);
      expect(await count("select count(*)::int from ingestion_tick where outcome = 'failure'")).toBe(0);
    });
  });
};
