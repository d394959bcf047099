/**
 * Sealing: secrets are stored encrypted with AES-256-GCM (NIST SP 800-38D) under a key that the database never sees.
 *
 * A sealed secret is `{key id}.{nonce}.{ciphertext and tag}`, the last two base64url. It is bound to the id of the row that it
 * was sealed for, as additional data: moved to another row, or changed by one bit, it does not open. Nonces are 96 random bits.
 *
 * Rotation: add the new key to the ring of every process, then make it the active one; the stores seal anew what they find
 * sealed under another. The old key may go when every secret was read once since.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Failure } from '../domain/errors.ts';

/** The keys that open secrets, by id (letters, digits, dash, underscore), each of 32 bytes, and which of them seals. */
export interface KeyRing {
  readonly activeKeyId: string;
  readonly keys: ReadonlyMap<string, Uint8Array>;
}

/** A secret: names and values, such as login and password. */
type Secret = Readonly<Record<string, string>>;

/** Seals secrets and opens them. */
export interface Sealer {
  /** Seals under the active key for the row with this id. */
  seal(secret: Secret, rowId: string): string;
  /** Opens what was sealed for this row under any key of the ring; throws `internal` when the key is missing or it does not fit. */
  open(sealed: string, rowId: string): Secret;
  /** Whether the active key seals it. */
  isCurrent(sealed: string): boolean;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Creates a sealer. Throws a RangeError that names the fault when the ring is not usable; key material is never in the text. */
export const createSealer = ({ activeKeyId, keys }: KeyRing): Sealer => {
  for (const [id, key] of keys) {
    if (!/^[\w-]+$/.test(id))
      throw new RangeError(`key id ${JSON.stringify(id)} may hold letters, digits, - and _ only`);
    if (key.length !== keyBytes) throw new RangeError(`key ${id} has ${key.length} bytes instead of ${keyBytes}`);
  }
  const activeKey = keys.get(activeKeyId);
  if (activeKey === undefined) throw new RangeError(`the active key ${activeKeyId} is not in the key ring`);
  return {
    seal: (secret, rowId) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, activeKey, nonce, { authTagLength: tagBytes }).setAAD(
        Buffer.from(rowId),
      );
      const text = Buffer.concat([cipher.update(JSON.stringify(secret)), cipher.final(), cipher.getAuthTag()]);
      return [activeKeyId, nonce.toString('base64url'), text.toString('base64url')].join('.');
    },
    open: (sealed, rowId) => {
      const [keyId = '', nonce = '', text = ''] = sealed.split('.');
      const key = keys.get(keyId);
      if (key === undefined) throw unopenable(rowId, `it is sealed under key ${keyId}, which the key ring lacks`);
      try {
        return decrypt(key, Buffer.from(nonce, 'base64url'), Buffer.from(text, 'base64url'), rowId);
      } catch (error) {
        throw unopenable(rowId, `it was changed, or sealed for another row or with another key ${keyId}`, error);
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${activeKeyId}.`),
  };
};

const decrypt = (key: Uint8Array, nonce: Buffer, text: Buffer, rowId: string): Secret => {
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(rowId));
  decipher.setAuthTag(text.subarray(-tagBytes));
  const plain = Buffer.concat([decipher.update(text.subarray(0, -tagBytes)), decipher.final()]);
  return JSON.parse(plain.toString('utf8'));
};

const unopenable = (rowId: string, why: string, cause?: unknown): Failure =>
  new Failure('internal', 'a stored secret cannot be opened', { internal: `secret of ${rowId}: ${why}`, cause });
