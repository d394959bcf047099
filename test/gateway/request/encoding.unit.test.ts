import { expect, test } from 'vitest';
import { encoder, withBytes } from '../../../gateway/request/encoding.ts';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';

const encode = encoder(Product);

const product = (mpn: string, description = ''): Product => Product.fromPartial({ id: 'prd_1', mpn, description });

const generated = (message: Product): Buffer => Buffer.from(Product.encode(message).finish());

test('gives the bytes of the generated encoder, whatever was encoded before', () => {
  for (const message of [product('A'), product('BC', 'x'.repeat(100_000)), product(''), product('D', 'ß€')]) {
    expect(encode(message)).toEqual(generated(message));
  }
});

test('bytes given stay as they are when more is encoded', () => {
  const first = encode(product('FIRST'));
  encode(product('SECOND'));
  expect(first).toEqual(generated(product('FIRST')));
});

test('encodes on after a message that could not be encoded', () => {
  const broken = { ...product('A'), relevance: 1n as unknown as number };
  expect(() => encode(broken)).toThrow(TypeError);
  expect(encode(product('B'))).toEqual(generated(product('B')));
});

test('gives the bytes that a message is known to be, and encodes any other every time', () => {
  const bytes = generated(product('A'));
  expect(encode(withBytes(product('A'), bytes))).toBe(bytes);
  const own = product('B');
  encode(own);
  own.mpn = 'C';
  expect(encode(own)).toEqual(generated(product('C')));
});
