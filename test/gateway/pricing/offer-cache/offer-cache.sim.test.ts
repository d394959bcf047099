import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CredentialState, OfferRecord } from '../../../../domain/offers/offer-record.ts';
import type { OfferChangeFeed } from '../../../../domain/offers/ports.ts';
import { noPlan } from '../../../../domain/offers/refresh-plan.ts';
import { maxReadAgeMs } from '../../../../gateway/cache/grouped-reads.ts';
import { createOfferCache, type LoadedOffer } from '../../../../gateway/pricing/offer-cache/offer-cache.ts';
import { createSlowStore } from '../../../support/changing-offers.ts';
import { credential, offer } from '../../../support/offers.ts';

/** Two offers and the credential of each, of two suppliers. */
const offers = ['ofr_a', 'ofr_b'] as const;
const credentialOf = { ofr_a: 'crd_a', ofr_b: 'crd_b' } as const;
type OfferId = (typeof offers)[number];
type CredentialId = (typeof credentialOf)[OfferId];
type Id = OfferId | CredentialId;

const id = fc.constantFrom(...offers);
/** Some are so long that what has changed meanwhile is not known any more. */
const shortOrLong = fc.oneof({ weight: 7, arbitrary: fc.nat(1_500) }, { weight: 1, arbitrary: fc.constant(31_000) });
const rarely = fc.nat(7).map((drawn) => drawn === 7);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('load' as const), id }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('change' as const),
      id: fc.constantFrom<Id>(...offers, ...Object.values(credentialOf)),
      isTold: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('follow' as const) }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('answer' as const), which: fc.nat(3), fails: rarely }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('settle' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), ms: shortOrLong }) },
);

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** What has changed, in order. */
const createTruth = () => {
  const log: { readonly id: Id; readonly atMs: number }[] = [];
  const version = (of: Id, until = Number.POSITIVE_INFINITY): number =>
    log.filter((each) => each.id === of && each.atMs < until).length;
  return {
    marked: (): string => String(log.length),
    /** What is older than a minute is not in the feed any more. */
    since: (mark: number, nowMs: number): readonly Id[] =>
      log
        .slice(mark)
        .filter(({ atMs }) => nowMs - atMs <= 60_000)
        .map((each) => each.id),
    version,
    change: (of: Id, atMs: number): void => void log.push({ id: of, atMs }),
    record: (of: OfferId): OfferRecord => {
      const { views: _, ...known } = offer([], { id: of, supplierId: of, supplierSku: String(version(of)) });
      const said = { price: undefined, priceHeld: undefined, stock: undefined, queued: undefined };
      const numbers = { minimumOrderQuantity: undefined, orderMultiple: undefined, leadTimeDays: undefined };
      return { ...known, views: [{ credentialId: credentialOf[of], packaging: undefined, ...said, ...numbers }] };
    },
    state: (of: CredentialId): CredentialState => {
      const supplierId = of === 'crd_a' ? 'ofr_a' : 'ofr_b';
      return { ref: credential({ id: of, supplierId, label: String(version(of)) }), plan: noPlan };
    },
  };
};

/** A store that shows the truth as it is when it is asked, and answers when it is told to. */
const createStore = (
  truth: ReturnType<typeof createTruth>,
  { later }: ReturnType<typeof createSlowStore>,
  nowMs: () => number,
) => {
  const store: OfferChangeFeed = {
    records: (ids) => later(() => ids.map((each) => truth.record(each as OfferId))),
    credentials: (ids) => later(() => ids.map((each) => truth.state(each as CredentialId))),
    mark: () => later(() => truth.marked()),
    changesSince: (mark) =>
      later(() => {
        const since = truth.since(Number(mark), nowMs());
        const [changed, credentials] = [
          since.filter((each) => each.startsWith('ofr')),
          since.filter((each) => each.startsWith('crd')),
        ];
        return { mark: truth.marked(), offers: changed, credentials, isCutShort: since.length > 8 };
      }),
    forget: async () => undefined,
  };
  return store;
};

/** The versions that an answer was made of. */
const versionsOf = ({ offer: { supplierSku, views } }: LoadedOffer): readonly [number, number] => [
  Number(supplierSku),
  Number(views[0]?.credential.label),
];

const createScenario = () => {
  const truth = createTruth();
  const slow = createSlowStore();
  let nowMs = 100_000;
  const clock = (): number => nowMs;
  const cache = createOfferCache({ store: createStore(truth, slow, clock), nowMs: clock, maxBytes: 2 ** 16 });
  const answers: Promise<unknown>[] = [];
  /** Up to which version whoever asks now has been told. */
  const told = new Map<Id, number>();
  /** What was kept under a stamp. */
  const stamped = new Map<string, readonly [number, number]>();

  const oldestOf = (of: Id): number => Math.max(told.get(of) ?? 0, truth.version(of, nowMs - maxReadAgeMs));

  const checkStamp = (of: OfferId): void => {
    const stamp = cache.find(of)?.stamp;
    const kept = stamp === undefined ? undefined : stamped.get(stamp);
    if (kept === undefined) return;
    expect(kept[0]).toBeGreaterThanOrEqual(oldestOf(of));
    expect(kept[1]).toBeGreaterThanOrEqual(oldestOf(credentialOf[of]));
  };

  const ask = async (of: OfferId): Promise<void> => {
    checkStamp(of);
    const oldest = [oldestOf(of), oldestOf(credentialOf[of])] as const;
    const found = await Promise.resolve(cache.load(of)).catch((error: Error) => error.message);
    if (found === 'down') return;
    const loaded = found as LoadedOffer;
    const versions = versionsOf(loaded);
    expect(loaded.offer.id).toBe(of);
    expect(versions[0]).toBeGreaterThanOrEqual(oldest[0]);
    expect(versions[1]).toBeGreaterThanOrEqual(oldest[1]);
    if (loaded.stamp === undefined) return;
    expect(stamped.get(loaded.stamp) ?? versions).toEqual(versions);
    stamped.set(loaded.stamp, versions);
  };

  const follow = async (): Promise<void> => {
    const known = new Map<Id, number>(
      [...offers, ...Object.values(credentialOf)].map((each) => [each, truth.version(each)]),
    );
    await cache.catchUp();
    for (const [each, version] of known) told.set(each, Math.max(told.get(each) ?? 0, version));
  };

  const change = (of: Id, isTold: boolean): void => {
    truth.change(of, nowMs);
    if (!isTold || !of.startsWith('ofr')) return;
    cache.invalidate([of]);
    told.set(of, truth.version(of));
  };

  return {
    play: async (each: Step): Promise<void> => {
      switch (each.does) {
        case 'load':
          answers.push(ask(each.id));
          return;
        case 'follow':
          answers.push(follow().catch((error: Error) => expect(error.message).toBe('down')));
          return;
        case 'change':
          change(each.id, each.isTold);
          return;
        case 'wait':
          nowMs += each.ms;
          return;
        case 'answer':
          await slow.answer(each.which, each.fails);
          return;
        case 'settle':
          await slow.answerAll();
      }
    },
    finish: async (): Promise<void> => {
      await slow.answerAll();
      await Promise.all(answers);
    },
  };
};

describe('the cache of offers, whatever the order of questions, changes, looks, answers and failures', () => {
  it('answers nothing older than two seconds, than a look that has ended or than what it was told, and gives no stamp to two states', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const { play, finish } = createScenario();
        await play({ does: 'follow' });
        await play({ does: 'settle' });
        for (const each of steps) await play(each);
        await finish();
      }),
      { numRuns: 1_500 },
    );
  });
});
