import { describe, expect, it } from 'vitest';
import type { Session } from '../../../actors/connector/messages.ts';
import { sessionActor, usableUntil } from '../../../actors/connector/session.ts';
import type { StoredSession } from '../../../domain/ingestion/ports.ts';
import { leaseFor } from '../../support/leases.ts';
import { createHarness, turns } from '../runtime/harness.ts';

const noon = new Date('2026-03-01T12:00:00.000Z');
const later = (ms: number): Date => new Date(noon.getTime() + ms);

/** A session actor over sign-ins that the test answers itself, on a clock that the test moves. */
const startSession = (kept?: StoredSession) => {
  const clock = { now: noon };
  const signIns: PromiseWithResolvers<StoredSession & Session>[] = [];
  const refreshTokens: (string | undefined)[] = [];
  const signals: AbortSignal[] = [];
  const { system } = createHarness({ now: () => clock.now });
  const session = system.spawn(
    'session',
    sessionActor({
      load: async () => kept,
      open: (refreshToken, _lease, signal) => {
        const signIn = Promise.withResolvers<StoredSession & Session>();
        signIns.push(signIn);
        signals.push(signal);
        refreshTokens.push(refreshToken);
        return signIn.promise;
      },
    }),
  );
  const acquire = (signal = new AbortController().signal) =>
    session
      .ask<Session>((replyTo) => ({ kind: 'acquire', lease: leaseFor(1n), signal, replyTo }), {
        timeoutMs: 5_000,
        signal,
      })
      .then(({ token }) => token);
  /** Answers the sign-in that is under way, once everybody who asked before was heard. */
  const signedIn = async (token: string, expiresAt = later(60_000)): Promise<void> => {
    await turns();
    signIns.at(-1)?.resolve({ token, expiresAt, refreshToken: `to renew ${token}` });
  };
  const refused = async (error: Error): Promise<void> => {
    await turns();
    signIns.at(-1)?.reject(error);
  };
  return { clock, session, acquire, signedIn, refused, signIns, signals, refreshTokens };
};

describe('the session of a credential', () => {
  it('signs in once for however many ask meanwhile, and not at all before anybody asks', async () => {
    const { acquire, signedIn, signIns } = startSession();
    expect(signIns).toHaveLength(0);
    const asked = [acquire(), acquire(), acquire()];
    await signedIn('first');
    expect(await Promise.all(asked)).toEqual(['first', 'first', 'first']);
    expect(await acquire()).toBe('first');
    expect(signIns).toHaveLength(1);
  });

  it('lets go of a token that the supplier refused, and of no other', async () => {
    const { session, acquire, signedIn, signIns } = startSession();
    const first = acquire();
    await signedIn('first');
    await first;
    session.tell({ kind: 'refused', token: 'an older one' });
    expect(await acquire()).toBe('first');
    session.tell({ kind: 'refused', token: 'first' });
    const second = acquire();
    await signedIn('second');
    expect(await second).toBe('second');
    expect(signIns).toHaveLength(2);
  });

  it('answers everybody who waits when signing in fails, and tries again when asked again', async () => {
    const { acquire, signedIn, refused, signIns } = startSession();
    const asked = [acquire(), acquire()];
    const outcomes = Promise.allSettled(asked);
    await refused(new Error('no'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = acquire();
    await signedIn('second');
    expect(await again).toBe('second');
    expect(signIns).toHaveLength(2);
  });

  it('stops signing in at once when the page is aborted, and begins anew for the next one', async () => {
    const { acquire, signedIn, signIns, signals } = startSession();
    const page = new AbortController();
    const outcome = Promise.allSettled([acquire(page.signal)]);
    await turns();
    page.abort(new Error('paused'));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    const next = acquire();
    await signedIn('second');
    expect(await next).toBe('second');
    expect(await outcome).toMatchObject([{ status: 'rejected', reason: { message: 'paused' } }]);
    expect(signIns).toHaveLength(2);
  });

  it('signs in anew from the instant on at which a token is no longer used', async () => {
    const { clock, acquire, signedIn } = startSession();
    const first = acquire();
    await signedIn('first', later(1_000));
    await first;
    clock.now = later(999);
    expect(await acquire()).toBe('first');
    clock.now = later(1_000);
    const second = acquire();
    await signedIn('second');
    expect(await second).toBe('second');
  });

  it('goes on with the session of an earlier life while it is good', async () => {
    const kept = { token: 'kept', expiresAt: later(1_000), refreshToken: 'to renew kept' };
    const { clock, acquire, signedIn, signIns, refreshTokens } = startSession(kept);
    expect(await acquire()).toBe('kept');
    expect(signIns).toHaveLength(0);
    clock.now = later(1_000);
    const next = acquire();
    await signedIn('next');
    expect(await next).toBe('next');
    expect(refreshTokens).toEqual(['to renew kept']);
  });

  it('signs in with the latest refresh token that it was given, also after a refused token', async () => {
    const { session, acquire, signedIn, refreshTokens } = startSession();
    const first = acquire();
    await signedIn('first');
    await first;
    session.tell({ kind: 'refused', token: 'first' });
    const second = acquire();
    await signedIn('second');
    await second;
    expect(refreshTokens).toEqual([undefined, 'to renew first']);
  });
});

it.each([
  ['half a minute before it ends', 600_000, 570_000],
  ['for four fifths of a short life', 10_000, 8_000],
])('uses a token until %s', (_name, lifetimeMs, usableMs) => {
  expect(usableUntil(noon, lifetimeMs)).toEqual(later(usableMs));
});
