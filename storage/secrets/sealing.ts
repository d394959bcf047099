/**
 * Sealing: secrets are stored encrypted with AES-256-GCM (NIST SP 800-38D) under a key that the
 * database never sees.
 *
 * A sealed secret is `{key id}.2.{nonce}.{ciphertext and tag}`, the last two base64url. As
 * additional data it is bound to the id of its row, and to the plug-in and origins that it was
 * entered for: moved to another row, used for another host, or changed by one bit, it does not
 * open. Nonces are 96 random bits.
 *
 * Secrets from before bindings have no `2.` and are bound to their row alone. They open only for
 * the binding that their row recorded when bindings came, and the stores seal them anew when they
 * read them.
 *
 * Rotation: add the new key to the ring of every process, then make it the active one; the stores
 * seal anew what they find sealed under another, and `npm run rotate:secrets` all the rest.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Failure } from '../../domain/errors.ts';
import { bindingText, isSameBinding, type SecretBinding } from '../../domain/secret-binding.ts';

/**
 * The keys that open secrets, by id (letters, digits, dash, underscore), each of 32 bytes, and
 * which of them seals.
 */
export interface KeyRing {
  readonly activeKeyId: string;
  readonly keys: ReadonlyMap<string, Uint8Array>;
}

/** A secret: names and values, such as login and password. */
type Secret = Readonly<Record<string, string>>;

/** What a secret is sealed for. */
export interface SealedFor {
  readonly rowId: string;
  readonly boundTo: SecretBinding;
}

/** Where a sealed secret is found, and what it is to be used for. */
export interface OpenedFor extends SealedFor {
  /** What the row says that it was sealed for; looked at for secrets from before bindings alone. */
  readonly recorded: SecretBinding | undefined;
}

/** Seals secrets and opens them. */
export interface Sealer {
  /** Begins every text that is sealed under the active key with its binding. */
  readonly currentPrefix: string;
  /** Seals under the active key. */
  seal(secret: Secret, sealedFor: SealedFor): string;
  /**
   * Opens what was sealed for this row and binding under any key of the ring; undefined when it was
   * changed, or sealed for another row or binding. Throws `internal` when the ring lacks its key.
   */
  open(sealed: string, openedFor: OpenedFor): Secret | undefined;
  /** The id of the key that seals it where the ring lacks that key; otherwise undefined. */
  missingKey(sealed: string): string | undefined;
  /** Whether the active key seals it, with its binding. */
  isCurrent(sealed: string): boolean;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Marks secrets whose seal holds their binding; no nonce is that short. */
export const boundMark = '2';

/**
 * Creates a sealer. Throws a RangeError that names the fault when the ring is not usable; key
 * material is never in the text.
 */
export const createSealer = ({ activeKeyId, keys }: KeyRing): Sealer => {
  for (const [id, key] of keys) {
    if (!/^[\w-]+$/.test(id))
      throw new RangeError(`key id ${JSON.stringify(id)} may hold letters, digits, - and _ only`);
    if (key.length !== keyBytes) throw new RangeError(`key ${id} has ${key.length} bytes instead of ${keyBytes}`);
  }
  const activeKey = keys.get(activeKeyId);
  if (activeKey === undefined) throw new RangeError(`the active key ${activeKeyId} is not in the key ring`);
  const currentPrefix = `${activeKeyId}.${boundMark}.`;
  return {
    currentPrefix,
    seal: (secret, sealedFor) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, activeKey, nonce, { authTagLength: tagBytes }).setAAD(
        boundData(sealedFor),
      );
      const text = Buffer.concat([cipher.update(JSON.stringify(secret)), cipher.final(), cipher.getAuthTag()]);
      return `${currentPrefix}${nonce.toString('base64url')}.${text.toString('base64url')}`;
    },
    open: (sealed, openedFor) => {
      const [keyId = '', ...parts] = sealed.split('.');
      const key = keys.get(keyId);
      if (key === undefined) throw keyMissing(openedFor.rowId, keyId);
      const isBound = parts[0] === boundMark;
      if (!isBound && !isRecorded(openedFor)) return undefined;
      const [nonce = '', text = ''] = isBound ? parts.slice(1) : parts;
      const data = isBound ? boundData(openedFor) : Buffer.from(openedFor.rowId);
      return decrypt(key, { nonce: Buffer.from(nonce, 'base64url'), text: Buffer.from(text, 'base64url'), data });
    },
    missingKey: (sealed) => {
      const [keyId = ''] = sealed.split('.');
      return keys.has(keyId) ? undefined : keyId;
    },
    isCurrent: (sealed) => sealed.startsWith(currentPrefix),
  };
};

/** JSON, so that no two pairs of row and binding have the same text. */
const boundData = ({ rowId, boundTo }: SealedFor): Buffer => Buffer.from(JSON.stringify([rowId, bindingText(boundTo)]));

const isRecorded = ({ boundTo, recorded }: OpenedFor): boolean =>
  recorded !== undefined && isSameBinding(recorded, boundTo);

interface Encrypted {
  readonly nonce: Buffer;
  readonly text: Buffer;
  /** Authenticated, but not in the text. */
  readonly data: Buffer;
}

const decrypt = (key: Uint8Array, { nonce, text, data }: Encrypted): Secret | undefined => {
  try {
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(data);
    decipher.setAuthTag(text.subarray(-tagBytes));
    const plain = Buffer.concat([decipher.update(text.subarray(0, -tagBytes)), decipher.final()]);
    return JSON.parse(plain.toString('utf8'));
  } catch {
    return undefined;
  }
};

const keyMissing = (rowId: string, keyId: string): Failure =>
  new Failure('internal', 'a stored secret cannot be opened', {
    internal: `secret of ${rowId}: it is sealed under key ${keyId}, which the key ring lacks`,
  });
const lacksKeys = (): never => {
  throw new Failure(
    'failed_precondition',
    'this process has no key for secrets; ask one that was started with SECRETS_KEY',
  );
};

/**
 * Of a process that has nothing to do with secrets and was given no key. Throws
 * `failed_precondition` at any use.
 */
export const withoutKeys: Sealer = {
  get currentPrefix() {
    return lacksKeys();
  },
  seal: lacksKeys,
  open: lacksKeys,
  missingKey: lacksKeys,
  isCurrent: lacksKeys,
};
