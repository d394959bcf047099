import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import type { CredentialState, OfferRecord } from '../../../domain/offers/offer-record.ts';
import type { OfferChangeFeed } from '../../../domain/offers/ports.ts';
import { noPlan } from '../../../domain/offers/refresh-plan.ts';
import { emptyPriceBook, type PriceBook, priceBook } from '../../../domain/pricing/price-book.ts';
import { unrestrictedOffer } from '../../../domain/visibility/offers.ts';
import type { VisibilityPolicy } from '../../../domain/visibility/policy.ts';
import { calculatePrice } from '../../../gateway/pricing/calculate-price.ts';
import { createOfferCache } from '../../../gateway/pricing/offer-cache/offer-cache.ts';
import { createVisibleOfferCache } from '../../../gateway/pricing/visible-offer-cache.ts';
import type { RequestContext } from '../../../gateway/request/request-context.ts';
import { createPolicyBook } from '../../../gateway/visibility/policy-book.ts';
import { createVisibility, type View } from '../../../gateway/visibility/visibility.ts';
import { CalculatePriceRequest, type PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { caller, credential, hoursBefore, ladder, noon, offer, view } from '../../support/offers.ts';
import { policy } from '../../support/policies.ts';
import { off, rule } from '../../support/pricing-rules.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

const recordOf = (price: string, supplierSku = 'BC-1'): OfferRecord => {
  const {
    credential: seenBy,
    refreshEta: _,
    ...known
  } = view({
    price: { value: { kind: 'ladder', ladder: ladder([[1, price]]) }, observedAt: hoursBefore(1) },
  });
  return { ...offer([]), supplierSku, views: [{ ...known, credentialId: seenBy.id, queued: undefined }] };
};

/** Prices of one offer, of which each part can be changed as others would change it. */
const createWorld = () => {
  const stored = {
    record: recordOf('0.10') as OfferRecord | undefined,
    credential: { ref: credential(), plan: noPlan } as CredentialState,
    policies: [policy('vis_none', { condition: 'offer.id == "ofr_other"', target: 'offer' })] as VisibilityPolicy[],
    book: emptyPriceBook as PriceBook,
    changes: { offers: [] as string[], credentials: [] as string[] },
  };
  const reads = { count: 0 };
  const store: OfferChangeFeed = {
    records: async () => {
      reads.count += 1;
      return stored.record ? [stored.record] : [];
    },
    credentials: async () => [stored.credential],
    mark: async () => '',
    changesSince: async () => ({ mark: '', ...stored.changes, isCutShort: false }),
    forget: async () => undefined,
  };
  const cache = createOfferCache({ store, nowMs: () => 0 });
  const { visibility: metrics } = createMetrics('test');
  let revision = 0;
  const policyBook = createPolicyBook({
    store: {
      all: async () => ({ revision: `${revision}`, policies: stored.policies }),
      revision: async () => `${++revision}`,
    },
    metrics,
    log: recordingLogger(),
  });
  const judged = async (): Promise<number> => {
    const { values } = await metrics.evaluations.get();
    return values.find(({ labels }) => labels.target_kind === 'offer')?.value ?? 0;
  };
  const price = calculatePrice({
    cache,
    answerBytes: 2 ** 20,
    offers: { asOf: async () => [] },
    books: { current: () => stored.book, asOf: async () => stored.book },
    zones: [],
    defaultZone: '',
    visibility: createVisibility({ book: policyBook, product: () => undefined, metrics }),
    onPriced: () => undefined,
  });
  let quantity = 0;
  /** In a quantity that nobody has asked for. */
  const ask = async (by: Caller = caller): Promise<PricingResponse> => {
    quantity += 1;
    const request = CalculatePriceRequest.fromPartial({ offerId: 'ofr_1', quantity });
    return price(request, { caller: by, now: () => noon } as RequestContext);
  };
  const follow = async (changes: Partial<typeof stored.changes>): Promise<void> => {
    stored.changes = { offers: [], credentials: [], ...changes };
    await cache.catchUp();
  };
  return { stored, reads, cache, policyBook, ask, judged, follow };
};

type World = ReturnType<typeof createWorld>;

let world: World;

beforeEach(async () => {
  world = createWorld();
  await world.policyBook.refresh();
  await world.cache.catchUp();
  for (let times = 0; times < 5; times += 1) await world.ask();
});

test('an offer that is asked for again and again is read and judged no more', async () => {
  const before = await world.judged();
  expect((await world.ask()).unitPriceDecimal).toBe('0.1');
  expect(await world.judged()).toBe(before);
  expect(world.reads.count).toBe(1);
});

describe('the next price follows', () => {
  test('a change of the offer', async () => {
    world.stored.record = recordOf('0.25');
    await world.follow({ offers: ['ofr_1'] });
    expect((await world.ask()).unitPriceDecimal).toBe('0.25');
  });

  test('a credential that fails', async () => {
    world.stored.credential = { ref: credential({ failingSince: hoursBefore(2) }), plan: noPlan };
    await world.follow({ credentials: ['crd_system'] });
    expect((await world.ask()).freshness?.status).toBe('STALE');
  });

  test('a policy that hides the offer, and one that hides its amounts', async () => {
    world.stored.policies = [policy('vis_1', { target: 'price', effect: { kind: 'mask', fields: ['amounts'] } })];
    await world.policyBook.refresh();
    expect((await world.ask()).unknownReason).toBe('not_visible');
    world.stored.policies = [policy('vis_2', { target: 'offer', condition: 'offer.id == "ofr_1"' })];
    await world.policyBook.refresh();
    await expect(world.ask()).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('rules', async () => {
    world.stored.book = priceBook({ rules: [rule('half', off('50'))], rates: [] });
    expect((await world.ask()).unitPriceDecimal).toBe('0.05');
  });

  test('who asks: a tenant is not told what the credential of another has seen', async () => {
    // Without policies both see the same, as far as these tell.
    world.stored.policies = [];
    await world.policyBook.refresh();
    const own = credential({ scope: 'customer', ownerId: caller.customerId });
    world.stored.credential = { ref: own, plan: noPlan };
    await world.follow({ credentials: ['crd_system'] });
    for (let times = 0; times < 5; times += 1) await world.ask();
    expect((await world.ask()).unitPriceDecimal).toBe('0.1');
    await expect(world.ask({ ...caller, customerId: 'globex', groupIds: [] })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  test('an erasure', async () => {
    world.stored.record = undefined;
    await world.follow({ offers: ['ofr_1'] });
    await expect(world.ask()).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('what is kept', () => {
  const seen = unrestrictedOffer(offer([]));
  const kept = (stamp: string, bytes = 100) => ({ position: 0, stamp, bytes });
  const one = {} as View;

  test('is found under the same stamp and for who sees the same', () => {
    const offers = createVisibleOfferCache(2 ** 20);
    for (let times = 0; times < 2; times += 1) offers.keep(kept('1.1'), one, seen);
    expect(offers.find(kept('1.1'), one)).toBe(seen);
    expect(offers.find(kept('1.2'), one)).toBeUndefined();
    expect(offers.find(kept('1.1'), {} as View)).toBeUndefined();
    expect(offers.find(kept('1.1'), undefined)).toBeUndefined();
  });

  test('are nearly all of five thousand that are asked for in turn', () => {
    const offers = createVisibleOfferCache(2 ** 28);
    const stamps = Array.from({ length: 5_000 }, (_, at) => `${at * 600}.0`);
    for (const stamp of [...stamps, ...stamps]) offers.keep(kept(stamp, 600), undefined, seen);
    expect(stamps.filter((stamp) => offers.find(kept(stamp, 600), undefined)).length).toBeGreaterThan(4_500);
  });

  test('was asked for twice, and is no more than there is room for', () => {
    const offers = createVisibleOfferCache(64 * 1_000);
    offers.keep(kept('1.1'), undefined, seen);
    expect(offers.find(kept('1.1'), undefined)).toBeUndefined();
    const stamps = Array.from({ length: 101 }, (_, at) => `${at}.0`);
    for (const stamp of [...stamps, ...stamps]) offers.keep(kept(stamp), undefined, seen);
    expect(stamps.filter((stamp) => offers.find(kept(stamp), undefined)).length).toBeLessThanOrEqual(10);
    for (let times = 0; times < 2; times += 1) offers.keep(kept('long', 1_001), undefined, seen);
    expect(offers.find(kept('long', 1_001), undefined)).toBeUndefined();
  });
});
