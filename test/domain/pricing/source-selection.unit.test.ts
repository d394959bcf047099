import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentialScopes, type OfferView } from '../../../domain/offers/offer.ts';
import { selectSource } from '../../../domain/pricing/source-selection.ts';
import { caller, credential, hoursBefore, ladder, noon, view } from '../../support/offers.ts';

const own = (given: Partial<OfferView> = {}): OfferView =>
  view({ credential: credential({ id: 'crd_own', scope: 'customer', ownerId: 'acme' }), ...given });
const group = (given: Partial<OfferView> = {}): OfferView =>
  view({ credential: credential({ id: 'crd_group', scope: 'group', ownerId: 'buyers-club' }), ...given });
const system = view;

const price = (hours: number) => ({
  value: { kind: 'ladder' as const, ladder: ladder([[1, '1']]) },
  observedAt: hoursBefore(hours),
});

const choose = (...views: OfferView[]) => selectSource(views, caller, noon);

describe('the source of a price', () => {
  it("is the customer's own credential before a group's before the system's", () => {
    expect(choose(system(), group(), own()).chosen).toMatchObject({
      view: { credential: { id: 'crd_own' } },
      fallbackReason: undefined,
    });
    expect(choose(system(), group()).chosen?.view.credential.id).toBe('crd_group');
    expect(choose(system()).chosen?.view.credential.id).toBe('crd_system');
  });

  it('is one whose SKU is withdrawn only where no other has a price', () => {
    const gone = own({ withdrawnAt: hoursBefore(1) });
    expect(choose(gone, system()).chosen).toMatchObject({
      view: { credential: { id: 'crd_system' } },
      fallbackReason: undefined,
    });
    expect(choose(gone, system({ price: price(99) })).chosen?.view.credential.id).toBe('crd_system');
    expect(choose(gone, system({ price: undefined })).chosen).toMatchObject({
      view: { credential: { id: 'crd_own' } },
      fallbackReason: 'no_observation',
    });
    expect(choose(gone, system()).trail.map(({ outcome }) => outcome)).toEqual(['chosen', 'outranked']);
  });

  it('falls back over a source without a price and says no_observation', () => {
    const { chosen, trail } = choose(own({ price: undefined }), system());
    expect(chosen).toMatchObject({
      view: { credential: { id: 'crd_system' } },
      fallbackReason: 'no_observation',
      freshness: { status: 'FRESH' },
    });
    expect(trail.map((each) => each.outcome)).toEqual(['no_observation', 'chosen']);
  });

  it('falls back over a stale source and says stale', () => {
    expect(choose(own({ price: price(7) }), system()).chosen).toMatchObject({
      fallbackReason: 'stale',
      freshness: { status: 'FRESH' },
    });
  });

  it("falls back over a failing credential, and the answer is STALE since it fails, for the caller's own price is not known", () => {
    const failingSince = hoursBefore(2);
    const failing = own({
      credential: credential({ id: 'crd_own', scope: 'customer', ownerId: 'acme', failingSince }),
    });
    expect(choose(failing, system()).chosen).toMatchObject({
      view: { credential: { id: 'crd_system' } },
      fallbackReason: 'credential_failing',
      freshness: { status: 'STALE', staleSince: failingSince },
    });
  });

  it('uses the confirmed price of a source whose latest is held back, STALE since the jump, and says price_jump', () => {
    const held = own({ priceHeld: { since: hoursBefore(0.5), jump: 'ratio' } });
    const { chosen, trail } = choose(held, system());
    expect(chosen).toMatchObject({
      view: { credential: { id: 'crd_own' } },
      fallbackReason: 'price_jump',
      freshness: { status: 'STALE', observedAt: hoursBefore(1), staleSince: hoursBefore(0.5) },
    });
    expect(trail.map((each) => each.outcome)).toEqual(['chosen', 'outranked']);
    expect(choose(own(), system({ priceHeld: held.priceHeld })).trail[1]?.outcome).toBe('price_jump');
  });

  it('goes on saying price_jump when the confirmed price has grown old, and then prefers a young price of a wider scope', () => {
    const held = own({ price: price(9), priceHeld: { since: hoursBefore(2), jump: 'ratio' } });
    expect(choose(held).chosen).toMatchObject({
      fallbackReason: 'price_jump',
      freshness: { status: 'STALE', staleSince: hoursBefore(3) },
    });
    expect(choose(held, system()).chosen).toMatchObject({
      view: { credential: { id: 'crd_system' } },
      fallbackReason: 'price_jump',
      freshness: { status: 'FRESH' },
    });
  });

  it('says that a throttled credential is exhausted, also when there is nothing to fall back on', () => {
    const exhausted = own({
      credential: credential({
        id: 'crd_own',
        scope: 'customer',
        ownerId: 'acme',
        failingSince: hoursBefore(2),
        failingReason: 'throttled',
      }),
    });
    for (const views of [[exhausted], [exhausted, system()]]) {
      expect(choose(...views).chosen).toMatchObject({
        fallbackReason: 'credential_exhausted',
        freshness: { status: 'STALE', staleSince: hoursBefore(2) },
      });
    }
  });

  it('uses a stale price when there is no better one, and says how old it is', () => {
    expect(choose(system({ price: price(7) })).chosen).toMatchObject({
      fallbackReason: undefined,
      freshness: { status: 'STALE', staleSince: hoursBefore(1) },
    });
  });

  it('turns stale one millisecond past six hours and not before', () => {
    const at = (ms: number) =>
      selectSource([system({ price: price(6) })], caller, new Date(noon.getTime() + ms)).chosen?.freshness.status;
    expect(at(0)).toBe('FRESH');
    expect(at(1)).toBe('STALE');
  });

  it("never shows another tenant's observation, in the choice or in the trail, whatever else exists", () => {
    const anyView = fc
      .record({
        scope: fc.constantFrom(...credentialScopes),
        ownerId: fc.constantFrom('acme', 'rival', 'buyers-club', 'other-club'),
        hours: fc.integer({ min: 0, max: 10 }),
        priced: fc.boolean(),
        failing: fc.boolean(),
        id: fc.uuid(),
      })
      .map((each) =>
        view({
          credential: credential({
            id: each.id,
            scope: each.scope,
            ownerId: each.scope === 'system' ? undefined : each.ownerId,
            failingSince: each.failing ? hoursBefore(1) : undefined,
          }),
          price: each.priced ? price(each.hours) : undefined,
        }),
      );
    fc.assert(
      fc.property(fc.array(anyView, { maxLength: 6 }), (views) => {
        const mine = views.filter((each) => {
          const { scope, ownerId } = each.credential;
          return scope === 'system' || (scope === 'customer' ? ownerId === 'acme' : ownerId === 'buyers-club');
        });
        expect(selectSource(views, caller, noon)).toEqual(selectSource(mine, caller, noon));
        expect(selectSource([...views].reverse(), caller, noon)).toEqual(selectSource(views, caller, noon));
      }),
      { numRuns: 2_000 },
    );
  });
});
