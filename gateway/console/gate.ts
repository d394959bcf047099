import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Caller } from '../../domain/callers/caller.ts';
import { Failure } from '../../domain/errors.ts';
import { originOf } from '../http/admit.ts';
import type { HttpEdge } from '../http/edge.ts';
import type { EdgeEnv } from '../http/operation.ts';

/**
 * Sessions of the console: the caller's key or token with the end of the session, sealed
 * (AES-256-GCM) into a cookie that scripts cannot read. Every gateway opens what another sealed,
 * nothing is stored, and a key that is revoked ends its sessions, because each request is
 * authenticated with it anew.
 */

/** Whom a session speaks for, and until when. */
interface Session {
  /** The API key or web token. */
  readonly credential: string;
  /** In milliseconds since 1970. */
  readonly endsAtMs: number;
}

/** Seals and opens sessions. */
interface SessionSealer {
  /** `nonce` has 12 random bytes. */
  seal(session: Session, nonce: Uint8Array): string;
  /** Undefined for what was not sealed here, was changed, or has ended. */
  open(sealed: string, nowMs: number): Session | undefined;
}

/** How long a session lasts: a working day. */
const sessionMs = 12 * 3_600_000;

/** Random bytes of a sealed session. */
const nonceBytes = 12;
const tagBytes = 16;

/** A key is of 40 characters, a web token of some thousand; more fits into no cookie. */
const maxSealedLength = 3_900;

/** Makes the sealer of all processes that share `secret`. */
export const createSessionSealer = (secret: Uint8Array): SessionSealer => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'offerstream console session', 32));

  const opened = (bytes: Buffer): Session => {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString();
    const at = text.indexOf(' ');
    return { endsAtMs: Number(text.slice(0, at)), credential: text.slice(at + 1) };
  };

  return {
    seal: ({ credential, endsAtMs }, nonce) => {
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      const sealed = Buffer.concat([nonce, cipher.update(`${endsAtMs} ${credential}`), cipher.final()]);
      return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
    },
    open: (sealed, nowMs) => {
      if (sealed.length > maxSealedLength) return undefined;
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= nonceBytes + tagBytes) return undefined;
      try {
        const session = opened(bytes);
        return session.endsAtMs > nowMs ? session : undefined;
      } catch {
        return undefined;
      }
    },
  };
};

/** Whether a key or token is short enough for a session. */
export const fitsSession = (credential: string): boolean => credential.length <= (maxSealedLength * 3) / 4 - 64;

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
