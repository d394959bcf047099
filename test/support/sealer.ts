import { createSealer, type Sealer } from '../../storage/sealing.ts';

/** A key for tests, all bytes alike. */
export const testKey = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

/** A sealer with one key. */
export const testSealer = (): Sealer => createSealer({ activeKeyId: 'k1', keys: new Map([['k1', testKey(1)]]) });
