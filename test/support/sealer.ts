import { createCipheriv, randomBytes } from 'node:crypto';
import { createSealer, type Sealer } from '../../storage/secrets/sealing.ts';

/** A key for tests, all bytes alike. */
export const testKey = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

/** A sealer with one key. */
export const testSealer = (): Sealer => createSealer({ activeKeyId: 'k1', keys: new Map([['k1', testKey(1)]]) });

/** A secret as they were sealed before bindings: by that sealer's key, for its row alone. */
export const sealedForRowAlone = (secret: Readonly<Record<string, string>>, rowId: string): string => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', testKey(1), nonce).setAAD(Buffer.from(rowId));
  const text = Buffer.concat([cipher.update(JSON.stringify(secret)), cipher.final(), cipher.getAuthTag()]);
  return `k1.${nonce.toString('base64url')}.${text.toString('base64url')}`;
};
