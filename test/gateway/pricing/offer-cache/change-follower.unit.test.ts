import { beforeEach, describe, expect, it } from 'vitest';
import type { OfferChanges } from '../../../../domain/offers/ports.ts';
import { type ChangeFollower, createChangeFollower } from '../../../../gateway/pricing/offer-cache/change-follower.ts';

/** A feed whose answers the test gives one by one. */
const heldFeed = () => {
  const asked: ({ readonly does: string } & PromiseWithResolvers<OfferChanges>)[] = [];
  const ask = (does: string): Promise<OfferChanges> => {
    const query = { does, ...Promise.withResolvers<OfferChanges>() };
    asked.push(query);
    return query.promise;
  };
  return {
    asked,
    mark: async () => (await ask('mark')).mark,
    changesSince: (mark: string) => ask(`since ${mark}`),
    forget: async (before: string) => void (await ask(`forget ${before}`)),
  };
};

const changes = (mark: string, given: Partial<OfferChanges> = {}): OfferChanges => ({
  mark,
  offers: [],
  credentials: [],
  isCutShort: false,
  ...given,
});

describe('a follower of changes', () => {
  let feed: ReturnType<typeof heldFeed>;
  let follower: ChangeFollower;
  let heard: string[];
  let hears: () => Promise<void>;
  let nowMs: number;
  beforeEach(() => {
    feed = heldFeed();
    heard = [];
    hears = async () => undefined;
    nowMs = 1_000;
    follower = createChangeFollower({
      store: feed,
      onChanges: async ({ offers, credentials }) => {
        heard.push(`changed ${[...offers, ...credentials].join(' ')}`);
        await hears();
      },
      onRestart: () => heard.push('restart'),
      nowMs: () => nowMs,
    });
  });
  const answer = async (given: OfferChanges): Promise<void> => {
    feed.asked.at(-1)?.resolve(given);
    await new Promise(setImmediate);
  };
  const look = async (given: OfferChanges): Promise<void> => {
    const looking = follower.catchUp();
    await answer(given);
    await looking;
  };
  const does = () => feed.asked.map((each) => each.does);

  it('begins with a mark, and then asks for what came since the look before', async () => {
    expect(follower.followedAtMs()).toBe(Number.NEGATIVE_INFINITY);
    await look(changes('1'));
    nowMs = 1_500;
    await look(changes('2', { offers: ['a', 'b'], credentials: ['c'] }));
    await look(changes('3'));
    expect(does()).toEqual(['mark', 'since 1', 'since 2']);
    expect(heard).toEqual(['restart', 'changed a b c', 'changed ']);
  });

  it('has followed up to the moment that a look was sent, once all of it was heard', async () => {
    await look(changes('1'));
    expect(follower.followedAtMs()).toBe(1_000);
    const isHeard = Promise.withResolvers<void>();
    hears = () => isHeard.promise;
    nowMs = 1_500;
    const looking = follower.catchUp();
    nowMs = 1_700;
    await answer(changes('2'));
    expect(follower.followedAtMs()).toBe(1_000);
    isHeard.resolve();
    await looking;
    expect(follower.followedAtMs()).toBe(1_500);
  });

  it('asks for the same again when a look or its listener fails', async () => {
    await look(changes('1'));
    const failing = expect(follower.catchUp()).rejects.toThrow('down');
    feed.asked.at(-1)?.reject(new Error('down'));
    await failing;
    hears = () => Promise.reject(new Error('deaf'));
    const unheard = expect(follower.catchUp()).rejects.toThrow('deaf');
    await answer(changes('2', { offers: ['a'] }));
    await unheard;
    hears = async () => undefined;
    nowMs = 2_000;
    await look(changes('2', { offers: ['a'] }));
    expect(does()).toEqual(['mark', 'since 1', 'since 1', 'since 1']);
    expect(follower.followedAtMs()).toBe(2_000);
  });

  it('waits for a look that was sent after the call, and shares it', async () => {
    await look(changes('1'));
    const first = follower.catchUp();
    const others = [follower.catchUp(), follower.catchUp()];
    feed.asked.at(-1)?.reject(new Error('down'));
    await expect(first).rejects.toThrow('down');
    await new Promise(setImmediate);
    expect(does()).toEqual(['mark', 'since 1', 'since 1']);
    await answer(changes('2'));
    await Promise.all(others);
    const later = follower.catchUp();
    expect(does()).toHaveLength(4);
    await answer(changes('3'));
    await later;
  });

  it('begins anew after half a minute without a look, and when too much has changed', async () => {
    await look(changes('1'));
    nowMs += 30_000;
    await look(changes('2'));
    nowMs += 30_001;
    await look(changes('3'));
    await look(changes('4', { isCutShort: true, offers: ['a'] }));
    await look(changes('5'));
    expect(does()).toEqual(['mark', 'since 1', 'mark', 'since 3', 'since 4']);
    expect(heard).toEqual(['restart', 'changed ', 'restart', 'restart', 'changed ']);
  });

  it('has changes deleted that are older than a minute, none before, and none twice', async () => {
    await follower.forgetSeen();
    for (let second = 0; second <= 70; second += 10) {
      nowMs = 1_000 + second * 1_000;
      await look(changes(`at ${second}`));
      const forgetting = follower.forgetSeen();
      await answer(changes(''));
      await forgetting;
    }
    expect(does().filter((each) => each.startsWith('forget'))).toEqual(['forget at 0']);
    nowMs += 40_000;
    const failing = expect(follower.forgetSeen()).rejects.toThrow('down');
    feed.asked.at(-1)?.reject(new Error('down'));
    await failing;
    const forgetting = follower.forgetSeen();
    await answer(changes(''));
    await forgetting;
    expect(does().slice(-2)).toEqual(['forget at 40', 'forget at 40']);
    await follower.forgetSeen();
  });
});
