import { createHash } from 'node:crypto';

/** What signs a request of LCSC. */
export interface SigningContext {
  readonly now: Date;
  /** 32 hexadecimal digits, of which LCSC takes 16. */
  readonly nonce: string;
}

const nonceLength = 16;

/**
 * The query parameters that sign a request: SHA-1, in hexadecimal, of key, nonce, secret and time
 * in seconds, written in this order. It is a plain hash, not an HMAC, and holds for a minute around
 * the time in it.
 */
export const signedBy = (
  key: string,
  secret: string,
  { now, nonce: digits }: SigningContext,
): Readonly<Record<string, string>> => {
  const nonce = digits.slice(0, nonceLength);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const text = `key=${key}&nonce=${nonce}&secret=${secret}&timestamp=${timestamp}`;
  return { key, nonce, timestamp, signature: createHash('sha1').update(text).digest('hex') };
};
