import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { observationId, offerId, productId, randomId } from '../../domain/ids.ts';

/** The first 100 bits, five a character, in Crockford's base 32. */
const firstBits = (hex: string): string => {
  const bits = BigInt(`0x${hex}`)
    .toString(2)
    .padStart(hex.length * 4, '0')
    .slice(0, 100);
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => '0123456789abcdefghjkmnpqrstvwxyz'[Number.parseInt(five, 2)])
    .join('');
};

const derivedFrom = (...names: readonly string[]): string => firstBits(hash('sha256', names.join('\u0000'), 'hex'));

describe('an id that a name gives', () => {
  it('is made of the first hundred bits of the digest of its parts, for ever', () => {
    expect(offerId('alpha', 'SKU-1')).toBe(`ofr_${derivedFrom('alpha', 'SKU-1')}`);
    expect(productId('electronics', 'ACME', 'X1')).toBe(`prd_${derivedFrom('electronics', 'ACME', 'X1')}`);
    expect(observationId('run_1', { phase: 'prices', page: 3 }, 'SKU-1')).toBe(
      `obs_${derivedFrom('run_1', 'prices', '3', 'SKU-1')}`,
    );
    expect(observationId('run_1', { phase: 'lookup', nonce: 'n' }, 'SKU-1')).toBe(
      `obs_${derivedFrom('run_1', 'lookup', 'n', 'SKU-1')}`,
    );
  });

  it('tells parts from each other that are the same when joined', () => {
    expect(offerId('a', 'bc')).not.toBe(offerId('ab', 'c'));
  });
});

describe('an id of chance', () => {
  it('is made of the first hundred bits that come in', () => {
    const bytes = Uint8Array.from({ length: 13 }, (_, at) => 37 * at + 200);
    expect(randomId('key', bytes)).toBe(`key_${firstBits(Buffer.from(bytes).toString('hex'))}`);
    expect(() => randomId('key', bytes.subarray(1))).toThrow(RangeError);
  });
});
