import { beforeEach, describe, expect, test } from 'vitest';
import { currentOffer } from '../../domain/offers/offer-record.ts';
import type { OfferChangeFeed } from '../../domain/offers/ports.ts';
import { untraced } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';
import { credentials, observation, offerOf, priceOf, stockOf } from '../support/observations.ts';
import { hoursBefore } from '../support/offers.ts';
import type { OfferStoreFixture } from './offer-store.contract.ts';

/** The store, the one that reads whole offers beside it, and what changes what both read. */
export interface OfferChangeFeedFixture extends OfferStoreFixture {
  readonly kept: OfferChangeFeed;
  /** Gives a product another description. */
  rename(productId: string, description: string): Promise<void>;
  /** Takes a product out of a credential's queue of look-ups. */
  unqueue(credentialId: string, productId: string): Promise<void>;
  forgetView(offerId: string, credentialId: string): Promise<void>;
}

/**
 * What every store of kept offers must do. `open` gives one with Borealis and its credentials and
 * no offers.
 */
export const offerChangeFeedContract = (open: () => Promise<OfferChangeFeedFixture>): void => {
  describe('kept offer store', () => {
    let fixture: OfferChangeFeedFixture;
    let productId: string;
    const [still, moving] = [offerOf('still'), offerOf('moving')];
    const apply = (...batch: ReturnType<typeof observation>[]) => fixture.observations.apply(batch, untraced);

    beforeEach(async () => {
      fixture = await open();
      const price = priceOf('1');
      await apply(
        observation('still', { credentialId: 'crd_group', price }),
        observation('bare'),
        ...credentials.map((each) => observation('moving', { credentialId: each.id, price, stock: stockOf(5) })),
      );
      productId = await fixture.match(moving, 'Moving');
    });

    /** Gives the credentials plans, a queue and a failure. */
    const haveStates = async () => {
      await fixture.queue('crd_group', productId, hoursBefore(-1), hoursBefore(-3));
      await fixture.ticks.plan('crd_group', hoursBefore(-2));
      await fixture.ticks.plan('crd_system', hoursBefore(-4));
      await fixture.markFailing('crd_acme', hoursBefore(1));
    };

    /** The offers as records and the states of their credentials make them. */
    const made = async (ids: readonly string[]) => {
      const records = await fixture.kept.records(ids);
      const states = await fixture.kept.credentials(credentials.map(({ id }) => id));
      return records.map((each) => currentOffer(each, (id) => states.find(({ ref }) => ref.id === id)));
    };

    test('records and the states of their credentials make the offers that are read whole', async () => {
      await haveStates();
      const ids = [still, moving, offerOf('bare')];
      const byId = (offers: readonly ({ readonly id: string } | undefined)[]) =>
        offers.toSorted((a, b) => (a?.id ?? '').localeCompare(b?.id ?? ''));
      expect(byId(await made([...ids, 'ofr_unknown']))).toEqual(byId(await fixture.store.byIds(ids)));
      expect(await fixture.kept.records([])).toEqual([]);
      expect(await fixture.kept.credentials([])).toEqual([]);
    });

    test('whatever changes an offer is named since the mark before it, and nothing else is', async () => {
      await haveStates();
      const changes: Readonly<Record<string, () => Promise<unknown>>> = {
        price: () => apply(observation('moving', { price: priceOf('2'), observedAt: hoursBefore(-1) })),
        'another credential': () => fixture.forgetView(moving, 'crd_acme'),
        'a new view': () => apply(observation('moving', { credentialId: 'crd_acme', price: priceOf('3') })),
        product: () => fixture.rename(productId, 'another resistor'),
        'place in a queue': () => fixture.queue('crd_group', productId, hoursBefore(-7), hoursBefore(-3)),
        'out of the queue': () => fixture.unqueue('crd_group', productId),
        'into the queue': () => fixture.queue('crd_group', productId, hoursBefore(-8), hoursBefore(-3)),
        match: () => fixture.match(moving, 'Another'),
      };
      for (const [what, change] of Object.entries(changes)) {
        const mark = await fixture.kept.mark();
        const before = await made([still, moving]);
        await change();
        const since = await fixture.kept.changesSince(mark);
        expect(new Set(since.offers), what).toEqual(new Set([moving]));
        expect(since, what).toMatchObject({ credentials: [], isCutShort: false });
        const after = await made([still, moving]);
        expect(after, what).not.toEqual(before);
      }
    });

    test('whatever changes a credential is named since the mark before it, and what nobody is told of is not', async () => {
      const soon = new Date(Date.now() + 1_000);
      const changes: Readonly<Record<string, () => Promise<unknown>>> = {
        failing: () => fixture.markFailing('crd_system', hoursBefore(1)),
        'works again': () => fixture.markFailing('crd_system', undefined),
        'next tick': () => fixture.ticks.plan('crd_system', hoursBefore(-2)),
        'no tick': () => fixture.ticks.plan('crd_system', undefined),
        disabled: () => fixture.disable('crd_system', soon),
        enabled: () => fixture.disable('crd_system', undefined),
      };
      for (const [what, change] of Object.entries(changes)) {
        const mark = await fixture.kept.mark();
        await change();
        const since = await fixture.kept.changesSince(mark);
        expect(since, what).toMatchObject({ offers: [], credentials: ['crd_system'] });
        await change();
        expect(await fixture.kept.changesSince(since.mark), `${what} again`).toMatchObject({ credentials: [] });
      }
    });

    test('what was named up to a mark is not named since it', async () => {
      const first = await fixture.kept.mark();
      await fixture.rename(productId, 'yet another');
      await fixture.match(moving, 'Moving');
      const { mark, offers } = await fixture.kept.changesSince(first);
      expect(offers).toContain(moving);
      expect(await fixture.kept.changesSince(mark)).toMatchObject({ offers: [], credentials: [], isCutShort: false });
    });

    test('what is forgotten is named no more, and what came after it still is', async () => {
      const first = await fixture.kept.mark();
      await fixture.rename(productId, 'before');
      // A transaction that runs meanwhile, whoever's, keeps what is younger than it from being
      // forgotten.
      const last = await eventually(async () => {
        const mark = await fixture.kept.mark();
        await fixture.kept.forget(mark);
        expect((await fixture.kept.changesSince(first)).offers).toEqual([]);
        return mark;
      });
      await apply(observation('still', { price: priceOf('9'), observedAt: hoursBefore(-5) }));
      await fixture.kept.forget(last);
      expect((await fixture.kept.changesSince(last)).offers).toEqual([still]);
      expect((await fixture.kept.changesSince(first)).offers).toEqual([still]);
    });
  });
};
