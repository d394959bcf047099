import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSealer } from '../../storage/sealing.ts';
import { testKey, testSealer } from '../support/sealer.ts';

const secret = { login: 'borealis', password: 'open sesame' };

describe('sealing', () => {
  test('any secret opens again for the row that it was sealed for', () => {
    const sealer = testSealer();
    const secrets = fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' }), { noNullPrototype: true });
    fc.assert(
      fc.property(secrets, fc.string(), (given, rowId) => {
        expect(sealer.open(sealer.seal(given, rowId), rowId)).toEqual(given);
      }),
    );
  });

  test('the same secret never looks the same twice', () => {
    const sealer = testSealer();
    expect(sealer.seal(secret, 'crd_1')).not.toBe(sealer.seal(secret, 'crd_1'));
  });

  test('a secret does not open for another row', () => {
    const sealer = testSealer();
    expect(() => sealer.open(sealer.seal(secret, 'crd_1'), 'crd_2')).toThrow('a stored secret cannot be opened');
  });

  test('a sealed secret of which any character was changed does not open', () => {
    const sealer = testSealer();
    const sealed = sealer.seal(secret, 'crd_1');
    // The last character of each base64url part may carry unused bits, which decode to the same bytes.
    const parts = sealed.split('.');
    const ends = parts.map((_, index) => parts.slice(0, index + 1).join('.').length - 1);
    for (let at = 0; at < sealed.length; at++) {
      if (ends.includes(at)) continue;
      const other = sealed[at] === 'A' ? 'B' : 'A';
      expect(() => sealer.open(sealed.slice(0, at) + other + sealed.slice(at + 1), 'crd_1')).toThrow();
    }
  });

  test('a truncated tag is refused', () => {
    const sealer = testSealer();
    const [keyId, nonce, text = ''] = sealer.seal({}, 'crd_1').split('.');
    const short = Buffer.from(text, 'base64url').subarray(0, 8).toString('base64url');
    expect(() => sealer.open([keyId, nonce, short].join('.'), 'crd_1')).toThrow('a stored secret cannot be opened');
  });

  test('a failure names the row and the key and never the secret or the key itself', () => {
    const other = createSealer({ activeKeyId: 'k2', keys: new Map([['k2', testKey(2)]]) });
    const attempt = () => other.open(testSealer().seal(secret, 'crd_1'), 'crd_1');
    expect(attempt).toThrow(
      expect.objectContaining({
        kind: 'internal',
        internal: 'secret of crd_1: it is sealed under key k1, which the key ring lacks',
      }),
    );
  });

  test('a ring that cannot work is refused with the reason', () => {
    const ring = (activeKeyId: string, id: string, key: Uint8Array) => () =>
      createSealer({ activeKeyId, keys: new Map([[id, key]]) });
    expect(ring('k1', 'k2', testKey(1))).toThrow('the active key k1 is not in the key ring');
    expect(ring('k1', 'k1', new Uint8Array(16))).toThrow('key k1 has 16 bytes instead of 32');
    expect(ring('a.b', 'a.b', testKey(1))).toThrow('key id "a.b"');
  });
});
