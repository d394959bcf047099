import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import { Failure } from '../../../domain/errors.ts';
import { createAuthenticator, keyHash } from '../../../gateway/auth/authenticator.ts';
import { createFailureLimiter } from '../../../gateway/protection/failure-limiter.ts';
import type { MaybePromise } from '../../../gateway/request/maybe-promise.ts';
import { caller } from '../../support/offers.ts';

const keyOf = (name: string): string => `os_${name.padEnd(32, 'x')}`;

const perMinute = 60;

let nowMs = 0;
let lookUps = 0;
let refused: string[] = [];
let good = new Set<string>();
/** Held back until it is released; undefined: the store answers at once. */
let held: Promise<void> | undefined;

const setUp = () => {
  const now = () => new Date(nowMs);
  const { authenticate } = createAuthenticator({
    callers: {
      byKeyHash: async (hash) => {
        lookUps += 1;
        await held;
        return good.has(Buffer.from(hash).toString('hex')) ? caller : undefined;
      },
    },
    failures: createFailureLimiter({ perMinute, onRefused: (address) => void refused.push(address), now }),
    now,
  });
  /** `ok`, or the kind of the failure. */
  return (name: string, address = '192.0.2.1'): Promise<string> => {
    const asked: MaybePromise<Caller> = authenticate(keyOf(name), () => address);
    return Promise.resolve(asked).then(
      () => 'ok',
      (error: unknown) => (error instanceof Failure ? error.kind : String(error)),
    );
  };
};

const makeGood = (name: string): void => void good.add(Buffer.from(keyHash(keyOf(name))).toString('hex'));

/** Wrong keys, one a millisecond. */
const guess = async (ask: ReturnType<typeof setUp>, times: number, addressOf?: (at: number) => string) => {
  for (let at = 0; at < times; at += 1) {
    await ask(`wrong${nowMs}`, addressOf?.(at));
    nowMs += 1;
  }
};

beforeEach(() => {
  nowMs = 1_000_000;
  lookUps = 0;
  refused = [];
  good = new Set();
  held = undefined;
});

describe('failed authentications', () => {
  it('at a thousand a second reach the store some times a second, and the rest is told to come back', async () => {
    const ask = setUp();
    await guess(ask, 10_010);
    expect(lookUps).toBe(perMinute + 10);
    expect(refused).toHaveLength(10_010 - lookUps);
    expect(await ask('another')).toBe('exhausted');
    nowMs += 60_000;
    expect(await ask('another')).toBe('unauthenticated');
  });

  it('of one key count once a second, and not for each request that brings it', async () => {
    const ask = setUp();
    for (let at = 0; at < 50; at += 1) {
      expect(new Set(await Promise.all(Array.from({ length: 20 }, () => ask('wrong'))))).toEqual(
        new Set(['unauthenticated']),
      );
      nowMs += 1_000;
    }
    expect(lookUps).toBe(50);
    expect(refused).toEqual([]);
  });

  it('at one address leave others alone', async () => {
    const ask = setUp();
    makeGood('fresh');
    await guess(ask, 1_000);
    expect(await ask('fresh', '192.0.2.2')).toBe('ok');
    expect(await ask('wrong', '192.0.2.3')).toBe('unauthenticated');
  });

  it('at many addresses do not add up beyond some times as many', async () => {
    const ask = setUp();
    await guess(ask, 30_000, (at) => `10.0.${at >> 8}.${at & 255}`);
    // A minute's worth of twenty addresses at once, and twenty a second from then on.
    expect(lookUps).toBeLessThanOrEqual(20 * perMinute + 30 * 20);
  });

  it('that are looked up at once by an address that has failed are no more than it may', async () => {
    const ask = setUp();
    await ask('first');
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const asked = Array.from({ length: 1_000 }, (_, at) => ask(`wrong${at}`));
    resolve();
    const kinds = await Promise.all(asked);
    expect(kinds.filter((kind) => kind === 'unauthenticated')).toHaveLength(perMinute - 1);
  });
});

describe('a good key', () => {
  it('gets in at once where it did before, however often its address fails', async () => {
    const ask = setUp();
    makeGood('known');
    expect(await ask('known')).toBe('ok');
    await guess(ask, 5_010);
    expect(await ask('known')).toBe('ok');
    nowMs += 3_600_000;
    await guess(ask, 5_010);
    expect(await ask('known')).toBe('ok');
  });

  it('that is new at an address that fails gets in when it comes back as it was told', async () => {
    const ask = setUp();
    makeGood('fresh');
    await guess(ask, 5_010);
    expect(await ask('fresh')).toBe('exhausted');
    await guess(ask, 500);
    expect(await ask('fresh')).toBe('exhausted');
    await guess(ask, 500);
    expect(await ask('fresh')).toBe('ok');
    await guess(ask, 5_010);
    expect(await ask('fresh')).toBe('ok');
  });

  it('is never refused where nothing has failed, however many come at once', async () => {
    const ask = setUp();
    const names = Array.from({ length: 1_000 }, (_, at) => `customer${at}`);
    for (const name of names) makeGood(name);
    expect(new Set(await Promise.all(names.map((name) => ask(name))))).toEqual(new Set(['ok']));
  });

  it('that is revoked is known for one that fails from then on', async () => {
    const ask = setUp();
    makeGood('known');
    await ask('known');
    good.clear();
    await guess(ask, 5_010);
    expect(await ask('known')).toBe('unauthenticated');
    await guess(ask, 1_000);
    expect(await ask('known')).toBe('exhausted');
  });
});

it('while the store is down nothing counts as a failure', async () => {
  const ask = setUp();
  held = Promise.reject(new Failure('unavailable', 'down'));
  held.catch(() => undefined);
  for (let at = 0; at < 500; at += 1) expect(await ask(`any${at}`)).toBe('unavailable');
  expect(refused).toEqual([]);
});
