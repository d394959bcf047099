import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Caller } from '../../domain/callers/caller.ts';
import { Failure } from '../../domain/errors.ts';
import { originOf } from '../http/admit.ts';
import type { HttpEdge } from '../http/edge.ts';
import type { EdgeEnv } from '../http/edge-env.ts';
import { createSessionSealer, fitsSession, nonceBytes, sessionMs } from './session.ts';

const cookieName = 'os_session';

/** A caller with the key or token of its session. */
export interface SignedIn {
  readonly credential: string;
  readonly caller: Caller;
}

/** Who is signed in, by the cookie of a request. */
export const createGate = (edge: HttpEdge, secret: Uint8Array) => {
  const sealer = createSessionSealer(secret);
  const isTls = ({ env }: Context<EdgeEnv>): boolean => 'encrypted' in env.incoming.socket;
  const cookie = (context: Context<EdgeEnv>, value: string, maxAgeS: number): string =>
    `${cookieName}=${value}; Path=/console; HttpOnly; SameSite=Strict; Max-Age=${maxAgeS}${isTls(context) ? '; Secure' : ''}`;
  const authenticated = async (context: Context<EdgeEnv>, credential: string): Promise<SignedIn> => ({
    credential,
    caller: await edge.auth.authenticate(credential, () => originOf(context, edge)),
  });
  return {
    /** Undefined where there is no session, or its key is none any more. */
    signedIn: async (context: Context<EdgeEnv>): Promise<SignedIn | undefined> => {
      const session = sealer.open(getCookie(context, cookieName) ?? '', edge.now().getTime());
      if (session === undefined) return undefined;
      try {
        return await authenticated(context, session.credential);
      } catch (thrown) {
        if (thrown instanceof Failure && thrown.kind === 'unauthenticated') return undefined;
        throw thrown;
      }
    },
    /** The header that begins a session. Throws `Failure` for a key that is none. */
    signIn: async (context: Context<EdgeEnv>, credential: string): Promise<string> => {
      if (!fitsSession(credential)) throw new Failure('unauthenticated', 'the token is too long for a session');
      await authenticated(context, credential);
      const endsAtMs = edge.now().getTime() + sessionMs;
      return cookie(context, sealer.seal({ credential, endsAtMs }, randomBytes(nonceBytes)), sessionMs / 1_000);
    },
    signOut: (context: Context<EdgeEnv>): string => cookie(context, '', 0),
  };
};

/** Lets callers in and out. */
export type Gate = ReturnType<typeof createGate>;
