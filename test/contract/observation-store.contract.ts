import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type KnownDescription, merge, mergeDescription } from '../../domain/ingestion/merge.ts';
import type { Observation } from '../../domain/ingestion/observation.ts';
import type { ObservationStore } from '../../domain/ingestion/ports.ts';
import { effectivePrice, type ViewKnowledge } from '../../domain/ingestion/price-hold.ts';
import type { EventLog } from '../support/event-log.ts';
import { untraced } from '../support/event-samples.ts';
import { observation, observationSets, offerOf, priceOf, stockOf } from '../support/observations.ts';
import { hoursBefore } from '../support/offers.ts';

/** The store, and what lets a test see behind it. */
export interface ObservationStoreFixture {
  readonly store: ObservationStore;
  readonly events: EventLog;
  /** What one credential knows of an offer now; undefined when it never saw it. */
  known(offerId: string, credentialId: string): Promise<ViewKnowledge | undefined>;
  /**
   * The snapshots of one credential's knowledge in the order in which they were recorded, by
   * observation.
   */
  history(offerId: string, credentialId: string): Promise<readonly { observationId: string; known: ViewKnowledge }[]>;
  described(offerId: string): Promise<KnownDescription | undefined>;
}

/**
 * What every observation store must do. `open` gives one with Borealis and its credentials and no
 * offers.
 */
export const observationStoreContract = (open: () => Promise<ObservationStoreFixture>): void => {
  describe('observation store', () => {
    let fixture: ObservationStoreFixture;
    beforeAll(async () => {
      fixture = await open();
    });
    const apply = (...batch: Observation[]) => fixture.store.apply(batch, untraced);
    const historyIds = async (sku: string, credentialId = 'crd_system') =>
      (await fixture.history(offerOf(sku), credentialId)).map((each) => each.observationId);
    const eventTypes = async (sku: string) =>
      (await fixture.events.read('offer', offerOf(sku))).map(({ event }) => event.type);

    test('the first observation of a SKU creates its offer, further ones change it', async () => {
      expect(await apply(observation('first', { price: priceOf('1') }))).toEqual({
        applied: 1,
        duplicates: 0,
        createdOfferIds: [offerOf('first')],
        changedOfferIds: [offerOf('first')],
      });
      const dearer = observation('first', { observedAt: hoursBefore(-1), price: priceOf('2') });
      expect(await apply(dearer)).toEqual({
        applied: 1,
        duplicates: 0,
        createdOfferIds: [],
        changedOfferIds: [offerOf('first')],
      });
    });

    test('an observation that only confirms what is known is applied and changes nothing but its instant', async () => {
      await apply(observation('confirmed', { price: priceOf('1.50'), description: { mpn: 'X' } }));
      const again = observation('confirmed', {
        observedAt: hoursBefore(-1),
        price: priceOf('1.5'),
        description: { mpn: 'X' },
      });
      expect(await apply(again)).toMatchObject({ applied: 1, changedOfferIds: [] });
      expect((await fixture.known(offerOf('confirmed'), 'crd_system'))?.price).toMatchObject({ by: again.id });
      expect((await fixture.described(offerOf('confirmed')))?.mpn).toMatchObject({ by: again.id });
    });

    test('any sets of observations, in any order and batches, are merged as the domain merges them', async () => {
      const delivered = observationSets.chain((set) =>
        fc.tuple(
          fc.shuffledSubarray([...set], { minLength: set.length }),
          fc.infiniteStream(fc.integer({ min: 1, max: 4 })),
        ),
      );
      let round = 0;
      await fc.assert(
        fc.asyncProperty(delivered, async ([shuffled, batchSizes]) => {
          round += 1;
          const all = shuffled.map((each) => ({
            ...each,
            id: `${each.id}-${round}`,
            supplierSku: `${each.supplierSku}-${round}`,
          }));
          for (let from = 0; from < all.length; ) {
            const size = batchSizes.next().value ?? 1;
            await apply(...all.slice(from, from + size));
            from += size;
          }
          expect(await apply(...all)).toMatchObject({ applied: 0, duplicates: all.length });
          for (const sku of new Set(all.map((each) => each.supplierSku))) await expectMerged(fixture, sku, all);
        }),
        { numRuns: 40 },
      );
    });

    test('the same observation again changes nothing and leaves no second row of history', async () => {
      const early = observation('again', { observedAt: hoursBefore(2), price: priceOf('1') });
      const late = observation('again', { observedAt: hoursBefore(1), price: priceOf('2') });
      await apply(early, late);
      expect(await apply(late, early, late)).toEqual({
        applied: 0,
        duplicates: 3,
        createdOfferIds: [],
        changedOfferIds: [],
      });
      expect(await historyIds('again')).toEqual([early.id, late.id]);
      expect(await eventTypes('again')).toEqual(['offer.created', 'offer.repriced']);
    });

    test('twice in one batch counts once', async () => {
      const twice = observation('twice', { price: priceOf('1') });
      expect(await apply(twice, twice)).toMatchObject({ applied: 1, duplicates: 1 });
      expect(await historyIds('twice')).toEqual([twice.id]);
    });

    test('an observation that was overtaken by a later one leaves its row of history and changes nothing', async () => {
      const late = observation('overtaken', { observedAt: hoursBefore(1), price: priceOf('2') });
      const early = observation('overtaken', { observedAt: hoursBefore(2), price: priceOf('1') });
      await apply(late);
      expect(await apply(early)).toMatchObject({ applied: 1, changedOfferIds: [] });
      expect(await historyIds('overtaken')).toEqual([late.id, early.id]);
      const snapshots = await fixture.history(offerOf('overtaken'), 'crd_system');
      expect(snapshots[1]?.known.price?.by).toBe(late.id);
      expect(await eventTypes('overtaken')).toEqual(['offer.created']);
    });

    test('a batch that holds a SKU several times leaves one row of history for each, in order', async () => {
      const batch = [3, 2, 1].map((hours) =>
        observation('several', { observedAt: hoursBefore(hours), price: priceOf(`${hours}`) }),
      );
      await apply(...batch);
      const snapshots = await fixture.history(offerOf('several'), 'crd_system');
      expect(snapshots.map((each) => [each.observationId, each.known.price?.value])).toEqual(
        batch.map((each) => [each.id, each.price]),
      );
    });

    test('each credential knows what it saw itself', async () => {
      await apply(
        observation('apart', { price: priceOf('1') }),
        observation('apart', { credentialId: 'crd_acme', price: priceOf('0.9'), stock: stockOf(5) }),
      );
      expect((await fixture.known(offerOf('apart'), 'crd_system'))?.stock).toBeUndefined();
      expect((await fixture.known(offerOf('apart'), 'crd_acme'))?.price?.value).toEqual(priceOf('0.9'));
      expect(await fixture.known(offerOf('apart'), 'crd_group')).toBeUndefined();
    });

    test('repricing is told with the credential and the observation, and a first price is not repricing', async () => {
      await apply(observation('repriced', { description: { mpn: 'X' } }));
      await apply(observation('repriced', { observedAt: hoursBefore(3), price: priceOf('1') }));
      const dearer = observation('repriced', { observedAt: hoursBefore(2), price: priceOf('2') });
      const other = observation('repriced', { credentialId: 'crd_acme', price: priceOf('9') });
      await apply(dearer, other);
      await apply(observation('repriced', { observedAt: hoursBefore(1), price: priceOf('2') }));
      const events = await fixture.events.read('offer', offerOf('repriced'));
      expect(events.map(({ event }) => event)).toEqual([
        { type: 'offer.created', offerId: offerOf('repriced'), supplierId: 'borealis', supplierSku: 'repriced' },
        {
          type: 'offer.repriced',
          offerId: offerOf('repriced'),
          credentialId: 'crd_system',
          observationId: dearer.id,
        },
      ]);
    });

    test('a price that jumps is kept as held back, is told, and counts once another run confirms it', async () => {
      const at = (hours: number, text: string) =>
        observation('jumping', { observedAt: hoursBefore(hours), runId: `run_${hours}`, price: priceOf(text) });
      const [first, jump, second] = [at(3, '1'), at(2, '1000'), at(1, '999')];
      await apply(first);
      expect(await apply(jump)).toMatchObject({ changedOfferIds: [offerOf('jumping')] });
      const held = await fixture.known(offerOf('jumping'), 'crd_system');
      expect(held).toMatchObject({
        price: { value: priceOf('1000'), at: hoursBefore(2), by: jump.id },
        priceHold: {
          confirmed: { value: priceOf('1'), at: hoursBefore(3), by: first.id },
          since: hoursBefore(2),
          jump: 'ratio',
          runId: 'run_2',
        },
      });
      await apply(second);
      const history = await fixture.history(offerOf('jumping'), 'crd_system');
      expect(history.map(({ known }) => effectivePrice(known)?.value)).toEqual(
        ['1', '1', '999'].map((text) => priceOf(text)),
      );
      const events = await fixture.events.read('offer', offerOf('jumping'));
      const of = { offerId: offerOf('jumping'), credentialId: 'crd_system' };
      expect(events.slice(1).map(({ event }) => event)).toEqual([
        { type: 'offer.price_held', ...of, observationId: jump.id, jump: 'ratio' },
        { type: 'offer.repriced', ...of, observationId: second.id },
      ]);
    });

    test('an unknown credential fails the whole batch and is named', async () => {
      const batch = [observation('stray'), observation('stray', { credentialId: 'crd_nobody' })];
      await expect(apply(...batch)).rejects.toMatchObject({
        kind: 'not_found',
        message: expect.stringContaining('crd_nobody'),
      });
      expect(await historyIds('stray')).toEqual([]);
    });

    test('a credential of another supplier is as unknown as one that does not exist', async () => {
      await expect(apply(observation('stray', { supplierId: 'cygnus' }))).rejects.toMatchObject({ kind: 'not_found' });
    });

    test('a batch is applied whole or not at all', async () => {
      const good = observation('whole', { price: priceOf('1') });
      // The events, which carry the correlation id, are written last.
      const unstorable = { ...untraced, correlationId: 'no database holds a NUL: \0' };
      await expect(fixture.store.apply([good], unstorable)).rejects.toThrow();
      expect(await historyIds('whole')).toEqual([]);
      expect(await eventTypes('whole')).toEqual([]);
      expect(await apply(good)).toMatchObject({ applied: 1, createdOfferIds: [offerOf('whole')] });
    });

    test('writers that meet on the same offers in opposite order all get through, and nothing of any is lost', async () => {
      const skus = Array.from({ length: 300 }, (_, index) => `crowd-${index}`);
      const parts: readonly Partial<Observation>[] = [
        { price: priceOf('1') },
        { minimumOrderQuantity: 2 },
        { orderMultiple: 3 },
        { packaging: 'reel' },
        { stock: stockOf(4) },
        { leadTimeDays: 5 },
      ];
      const writeAll = () =>
        Promise.all(
          parts.map((part, writer) => {
            const batch = skus.map((sku) => observation(sku, part));
            return apply(...(writer % 2 === 0 ? batch : batch.toReversed()));
          }),
        );
      const created = (await writeAll()).flatMap((each) => each.createdOfferIds);
      expect(created.toSorted()).toEqual(skus.map(offerOf).toSorted());
      await writeAll();
      for (const sku of skus) {
        expect(Object.keys((await fixture.known(offerOf(sku), 'crd_system')) ?? {})).toHaveLength(parts.length);
        expect(await historyIds(sku)).toHaveLength(2 * parts.length);
        expect(await eventTypes(sku)).toEqual(['offer.created']);
      }
    });

    test('what writers say at the same time of an offer that exists is all known afterwards', async () => {
      const skus = Array.from({ length: 100 }, (_, index) => `meeting-${index}`);
      await apply(...skus.map((sku) => observation(sku)));
      await Promise.all(
        [{ price: priceOf('1') }, { packaging: 'reel' }, { stock: stockOf(4) }, { leadTimeDays: 5 }].map((part) =>
          apply(...skus.map((sku) => observation(sku, part))),
        ),
      );
      for (const sku of skus) {
        expect(Object.keys((await fixture.known(offerOf(sku), 'crd_system')) ?? {})).toHaveLength(4);
      }
    });

    test('of writers that bring the same observations exactly one applies each', async () => {
      const batch = Array.from({ length: 20 }, (_, index) => observation(`same-${index}`, { stock: stockOf(index) }));
      const outcomes = await Promise.all([apply(...batch), apply(...batch), apply(...batch)]);
      expect(outcomes.reduce((sum, each) => sum + each.applied, 0)).toBe(batch.length);
    });

    test('nothing to apply is nothing done', async () => {
      expect(await apply()).toEqual({ applied: 0, duplicates: 0, createdOfferIds: [], changedOfferIds: [] });
    });
  });
};

/**
 * Compares everything that is stored of one SKU with what the domain makes of the same
 * observations.
 */
const expectMerged = async (
  fixture: ObservationStoreFixture,
  sku: string,
  all: readonly Observation[],
): Promise<void> => {
  const ofSku = all.filter((each) => each.supplierSku === sku);
  expect(await fixture.described(offerOf(sku))).toEqual(ofSku.reduce(mergeDescription, {}));
  for (const credentialId of new Set(ofSku.map((each) => each.credentialId))) {
    const seen = ofSku.filter((each) => each.credentialId === credentialId);
    expect(saidIn(await fixture.known(offerOf(sku), credentialId))).toEqual(seen.reduce(merge, {}));
    const history = await fixture.history(offerOf(sku), credentialId);
    expect(history.map(({ observationId, known }) => ({ observationId, known: saidIn(known) }))).toEqual(
      seen.map((each, index) => ({ observationId: each.id, known: seen.slice(0, index + 1).reduce(merge, {}) })),
    );
  }
};

/** What the supplier said, whether it counts or not. */
const saidIn = ({ priceHold: _, ...said }: ViewKnowledge = {}) => said;
