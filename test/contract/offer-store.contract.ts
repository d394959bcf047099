import { beforeEach, describe, expect, test } from 'vitest';
import type { ObservationStore, TickStore } from '../../domain/ingestion/ports.ts';
import { amount } from '../../domain/money.ts';
import type { Offer } from '../../domain/offers/offer.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';
import { untraced } from '../support/event-samples.ts';
import { credentials, observation, offerOf, priceOf, stockOf } from '../support/observations.ts';
import { hoursBefore } from '../support/offers.ts';

/** The store, and what lets a test put something into it. */
export interface OfferStoreFixture {
  readonly store: OfferStore;
  readonly observations: ObservationStore;
  readonly ticks: TickStore;
  /** Decides that an offer is a product of this maker; returns the product's id. */
  match(offerId: string, manufacturer: string): Promise<string>;
  markFailing(credentialId: string, since: Date | undefined): Promise<void>;
  /**
   * Puts a product into a credential's queue of look-ups, of which what is due lasts until
   * `queueUntil`.
   */
  queue(credentialId: string, productId: string, dueAt: Date, queueUntil: Date): Promise<void>;
  disable(credentialId: string, at: Date | undefined): Promise<void>;
  /** The present instant by the clock that stamps history. */
  now(): Promise<Date>;
}

/**
 * What every offer store must do. `open` gives one with Borealis and its credentials and no offers.
 */
export const offerStoreContract = (open: () => Promise<OfferStoreFixture>): void => {
  describe('offer store', () => {
    let fixture: OfferStoreFixture;
    beforeEach(async () => {
      fixture = await open();
    });
    const apply = (...batch: ReturnType<typeof observation>[]) => fixture.observations.apply(batch, untraced);
    const only = async (sku: string) => {
      const [offer, ...others] = await fixture.store.byIds([offerOf(sku)]);
      expect(others).toEqual([]);
      return offer;
    };

    test('an offer comes with every part that was observed, and what was not is undefined', async () => {
      await apply(
        observation('full', {
          observedAt: hoursBefore(2),
          price: {
            kind: 'ladder',
            ladder: { currency: 'USD', priceBase: 1000, breaks: [], orderFee: amount('7.5'), orderFeePieces: 3000 },
          },
          minimumOrderQuantity: 5,
          orderMultiple: 10,
          packaging: 'reel',
          stock: [
            { warehouseRef: 'main', quantity: 7 },
            { warehouseRef: 'east', quantity: undefined },
          ],
          leadTimeDays: 0,
          description: { manufacturer: 'YAGEO', mpn: 'RC0603' },
        }),
      );
      expect(await only('full')).toEqual({
        id: offerOf('full'),
        supplierId: 'borealis',
        supplierSku: 'full',
        manufacturer: 'YAGEO',
        mpn: 'RC0603',
        productId: undefined,
        matchConfidence: 'unmatched',
        matchRule: undefined,
        product: undefined,
        views: [
          {
            credential: {
              id: 'crd_system',
              supplierId: 'borealis',
              scope: 'system',
              ownerId: undefined,
              label: 'house account',
              failingSince: undefined,
            },
            price: {
              value: {
                kind: 'ladder',
                ladder: { currency: 'USD', priceBase: 1000, breaks: [], orderFee: amount('7.5'), orderFeePieces: 3000 },
              },
              observedAt: hoursBefore(2),
            },
            minimumOrderQuantity: 5,
            orderMultiple: 10,
            packaging: 'reel',
            stock: {
              value: [
                { warehouseRef: 'main', quantity: 7 },
                { warehouseRef: 'east', quantity: undefined },
              ],
              observedAt: hoursBefore(2),
            },
            leadTimeDays: 0,
            refreshEta: undefined,
          },
        ],
      });
    });

    test('a view of which nothing was said is a view with nothing in it', async () => {
      await apply(observation('empty'));
      expect((await only('empty'))?.views).toEqual([
        expect.objectContaining({ price: undefined, stock: undefined, minimumOrderQuantity: undefined }),
      ]);
    });

    test('each credential gives a view, with its owner, its failure and its plan', async () => {
      await apply(...credentials.map((each) => observation('views', { credentialId: each.id, price: priceOf('1') })));
      await fixture.markFailing('crd_acme', hoursBefore(1));
      await fixture.ticks.plan('crd_group', hoursBefore(-1));
      const views = (await only('views'))?.views.toSorted((a, b) => a.credential.id.localeCompare(b.credential.id));
      expect(views?.map(({ credential, refreshEta }) => ({ credential, refreshEta }))).toEqual(
        credentials.map(({ secret: _, ...credential }) => ({
          credential: { ...credential, failingSince: credential.id === 'crd_acme' ? hoursBefore(1) : undefined },
          refreshEta: credential.id === 'crd_group' ? hoursBefore(-1) : undefined,
        })),
      );
    });

    test('a part that is looked up comes when it is due, behind what is due before it, and never when nobody asks', async () => {
      const [dueAt, busyUntil, planned] = [120, 60, 90].map((ms) => new Date(Date.now() + ms * 60_000));
      if (dueAt === undefined || busyUntil === undefined || planned === undefined) throw new Error('three instants');
      const etas = async () =>
        (await fixture.store.byIds([offerOf('queued')])).flatMap(({ views }) => views.map((each) => each.refreshEta));
      await apply(
        observation('queued', { credentialId: 'crd_group' }),
        observation('unqueued', { credentialId: 'crd_group' }),
      );
      const productId = await fixture.match(offerOf('queued'), 'Queued');
      await fixture.queue('crd_group', productId, dueAt, busyUntil);
      expect(await etas()).toEqual([undefined]);
      await fixture.ticks.plan('crd_group', new Date(0));
      expect(await etas()).toEqual([dueAt]);
      await fixture.queue('crd_group', productId, new Date(0), busyUntil);
      expect(await etas()).toEqual([busyUntil]);
      await fixture.ticks.plan('crd_group', planned);
      expect(await etas()).toEqual([planned]);
      expect((await only('unqueued'))?.views[0]?.refreshEta).toBeUndefined();
      await fixture.disable('crd_group', new Date());
      expect(await etas()).toEqual([undefined]);
    });

    test('many offers come at once, unknown ids are left out and none asked for is none found', async () => {
      const skus = Array.from({ length: 50 }, (_, index) => `many-${index}`);
      await apply(...skus.map((sku, index) => observation(sku, { stock: stockOf(index) })));
      const found = await fixture.store.byIds(['ofr_unknown', ...skus.map(offerOf), offerOf('many-1')]);
      expect(found.map((each) => each.supplierSku).toSorted()).toEqual(skus.toSorted());
      for (const { supplierSku, views } of found) {
        expect(views.map((each) => each.stock?.value)).toEqual([stockOf(skus.indexOf(supplierSku))]);
      }
      expect(await fixture.store.byIds([])).toEqual([]);
    });

    test("a matched offer carries its product and the maker's proper name, and is found by its product", async () => {
      await apply(observation('matched', { price: priceOf('1') }), observation('matched-too'), observation('other'));
      const productId = await fixture.match(offerOf('matched'), 'Yageo');
      await fixture.match(offerOf('matched-too'), 'Yageo');
      expect(await only('matched')).toMatchObject({ productId, product: { id: productId, manufacturer: 'Yageo' } });
      const found = await fixture.store.ofProduct(productId);
      expect(found.map((each) => each.id)).toEqual([offerOf('matched'), offerOf('matched-too')].toSorted());
      expect(await fixture.store.ofProduct('prd_unknown')).toEqual([]);
    });

    test('the past is answered with what was known then', async () => {
      const before = await fixture.now();
      await apply(observation('past', { observedAt: hoursBefore(3), price: priceOf('1') }));
      const between = await fixture.now();
      await apply(
        observation('past', { observedAt: hoursBefore(2), price: priceOf('2') }),
        observation('past', { observedAt: hoursBefore(1), price: priceOf('3') }),
        observation('past', { credentialId: 'crd_acme', price: priceOf('9') }),
      );
      const after = await fixture.now();
      const pricesAt = async (instant: Date) => {
        const [offer] = await fixture.store.asOf([offerOf('past')], instant);
        return offer?.views.map((each) => [each.credential.id, each.price?.value]).toSorted();
      };
      expect(await pricesAt(before)).toEqual([]);
      expect(await pricesAt(between)).toEqual([['crd_system', priceOf('1')]]);
      expect(await pricesAt(after)).toEqual([
        ['crd_acme', priceOf('9')],
        ['crd_system', priceOf('3')],
      ]);
      expect(await fixture.store.asOf([], after)).toEqual([]);
      expect(await fixture.store.asOf(['ofr_unknown'], after)).toEqual([]);
    });

    test('the past knows nothing of failures since, nor of plans', async () => {
      await apply(observation('past-failing'));
      const then = await fixture.now();
      await fixture.markFailing('crd_system', new Date(then.getTime() + 1));
      await fixture.ticks.plan('crd_system', hoursBefore(-1));
      const [past] = await fixture.store.asOf([offerOf('past-failing')], then);
      expect(past?.views).toEqual([
        expect.objectContaining({
          credential: expect.objectContaining({ failingSince: undefined }),
          refreshEta: undefined,
        }),
      ]);
    });

    test('a price that is held back is not the one that counts, now and in the past, until it is confirmed', async () => {
      const at = (hours: number, text: string) =>
        observation('held', { observedAt: hoursBefore(hours), runId: `run_${hours}`, price: priceOf(text) });
      const priced = ({ views: [view] }: Offer) => [view?.price, view?.priceHeld];
      const before = [
        { value: priceOf('1'), observedAt: hoursBefore(3) },
        { since: hoursBefore(2), jump: 'ratio' },
      ];
      await apply(at(3, '1'), at(2, '9'));
      const then = await fixture.now();
      expect((await fixture.store.byIds([offerOf('held')])).map(priced)).toEqual([before]);
      await apply(at(1, '9'));
      const confirmed = [{ value: priceOf('9'), observedAt: hoursBefore(1) }, undefined];
      expect((await fixture.store.byIds([offerOf('held')])).map(priced)).toEqual([confirmed]);
      expect((await fixture.store.asOf([offerOf('held')], then)).map(priced)).toEqual([before]);
    });

    test('every supplier has its route', async () => {
      expect(await fixture.store.routes()).toEqual(
        new Map([['borealis', { supplierId: 'borealis', apiProvider: 'partgate' }]]),
      );
    });

    test('a read that was called off rejects with the reason', async () => {
      const signal = AbortSignal.abort(new Error('the caller has gone'));
      await expect(fixture.store.byIds([offerOf('full')], { signal })).rejects.toThrow('the caller has gone');
      await expect(fixture.store.ofProduct('prd_1', { signal })).rejects.toThrow('the caller has gone');
      await expect(fixture.store.asOf([offerOf('full')], new Date(), { signal })).rejects.toThrow(
        'the caller has gone',
      );
    });
  });
};
