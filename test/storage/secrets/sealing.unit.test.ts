import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bindingTo } from '../../../domain/secret-binding.ts';
import { createSealer } from '../../../storage/secrets/sealing.ts';
import { sealedForRowAlone, testKey, testSealer } from '../../support/sealer.ts';

const secret = { login: 'borealis', password: 'open sesame' };
const boundTo = bindingTo('generic', 'https://api.borealis.example');
const sealedFor = { rowId: 'crd_1', boundTo };
const openedFor = { ...sealedFor, recorded: boundTo };

describe('sealing', () => {
  test('any secret opens again for the row and the origins that it was sealed for', () => {
    const sealer = testSealer();
    const secrets = fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' }), { noNullPrototype: true });
    fc.assert(
      fc.property(secrets, fc.string(), fc.webUrl(), (given, rowId, url) => {
        const of = { rowId, boundTo: bindingTo('generic', url) };
        expect(sealer.open(sealer.seal(given, of), { ...of, recorded: undefined })).toEqual(given);
      }),
    );
  });

  test('the same secret never looks the same twice', () => {
    const sealer = testSealer();
    expect(sealer.seal(secret, sealedFor)).not.toBe(sealer.seal(secret, sealedFor));
  });

  test('a secret does not open for another row', () => {
    const sealer = testSealer();
    expect(sealer.open(sealer.seal(secret, sealedFor), { ...openedFor, rowId: 'crd_2' })).toBeUndefined();
  });

  test.each([
    ['another host', bindingTo('generic', 'https://api.thief.example')],
    ['another port', bindingTo('generic', 'https://api.borealis.example:8443')],
    ['another scheme', bindingTo('generic', 'http://api.borealis.example')],
    ['another plug-in', bindingTo('demo-bulk', 'https://api.borealis.example')],
    ['a further host', bindingTo('generic', 'https://api.borealis.example', ['https://id.thief.example'])],
  ])('a secret does not open for %s, whatever its row says', (_, other) => {
    const sealer = testSealer();
    const sealed = sealer.seal(secret, sealedFor);
    expect(sealer.open(sealed, { rowId: 'crd_1', boundTo: other, recorded: other })).toBeUndefined();
  });

  test('a secret opens for another path of its origin, and however the origin is written', () => {
    const sealer = testSealer();
    const same = bindingTo('generic', 'HTTPS://API.borealis.example:443/v2/');
    expect(sealer.open(sealer.seal(secret, sealedFor), { ...openedFor, boundTo: same })).toEqual(secret);
  });

  test('a secret from before bindings opens only for what its row recorded, and is not current', () => {
    const sealer = testSealer();
    const sealed = sealedForRowAlone(secret, 'crd_1');
    const other = bindingTo('generic', 'https://api.thief.example');
    expect(sealer.open(sealed, openedFor)).toEqual(secret);
    expect(sealer.open(sealed, { ...openedFor, boundTo: other })).toBeUndefined();
    expect(sealer.open(sealed, { ...openedFor, recorded: undefined })).toBeUndefined();
    expect(sealer.open(sealed, { ...openedFor, rowId: 'crd_2' })).toBeUndefined();
    expect([sealer.isCurrent(sealed), sealer.isCurrent(sealer.seal(secret, sealedFor))]).toEqual([false, true]);
  });

  test('a secret with its binding does not open as one from before bindings', () => {
    const sealer = testSealer();
    const [keyId, , nonce, text] = sealer.seal(secret, sealedFor).split('.');
    expect(sealer.open([keyId, nonce, text].join('.'), openedFor)).toBeUndefined();
  });

  test('a sealed secret of which any character was changed does not open', () => {
    const sealer = testSealer();
    const sealed = sealer.seal(secret, sealedFor);
    // The last character of each base64url part may carry unused bits, which decode to the same
    // bytes.
    const parts = sealed.split('.');
    const ends = parts.map((_, index) => parts.slice(0, index + 1).join('.').length - 1);
    const opens = (text: string): boolean => {
      try {
        return sealer.open(text, openedFor) !== undefined;
      } catch {
        return false;
      }
    };
    for (let at = 0; at < sealed.length; at++) {
      if (ends.includes(at)) continue;
      const other = sealed[at] === 'A' ? 'B' : 'A';
      expect(opens(sealed.slice(0, at) + other + sealed.slice(at + 1))).toBe(false);
    }
  });

  test('a truncated tag is refused', () => {
    const sealer = testSealer();
    const [keyId, mark, nonce, text = ''] = sealer.seal({}, sealedFor).split('.');
    const short = Buffer.from(text, 'base64url').subarray(0, 8).toString('base64url');
    expect(sealer.open([keyId, mark, nonce, short].join('.'), openedFor)).toBeUndefined();
  });

  test('a failure names the row and the key and never the secret or the key itself', () => {
    const other = createSealer({ activeKeyId: 'k2', keys: new Map([['k2', testKey(2)]]) });
    const attempt = () => other.open(testSealer().seal(secret, sealedFor), openedFor);
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
