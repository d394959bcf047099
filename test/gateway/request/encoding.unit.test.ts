import { describe, expect, test, vi } from 'vitest';
import { encoder, lazyDecoder, withBytes } from '../../../gateway/request/encoding.ts';
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

describe('a message that is decoded when it is looked at', () => {
  const bytes = generated(product('A', 'a resistor'));
  const setUp = () => {
    const decode = vi.fn((given: Uint8Array) => Product.decode(given));
    return { decode, message: lazyDecoder({ decode })(bytes) };
  };

  test('is sent on and waited for without being decoded', async () => {
    const { decode, message } = setUp();
    expect(encode(await Promise.resolve(message))).toBe(bytes);
    expect(message instanceof Promise).toBe(false);
    expect(decode).not.toHaveBeenCalled();
  });

  test('is the message in every respect, decoded once', () => {
    const { decode, message } = setUp();
    expect(message.mpn).toBe('A');
    expect({ ...message }).toEqual(product('A', 'a resistor'));
    expect(message).toEqual(product('A', 'a resistor'));
    expect(JSON.stringify(message)).toBe(JSON.stringify(product('A', 'a resistor')));
    expect(Product.toJSON(message)).toEqual(Product.toJSON(product('A', 'a resistor')));
    expect('mpn' in message).toBe(true);
    expect(Object.keys(message)).toEqual(Object.keys(product('A')));
    expect(encode(message)).toBe(bytes);
    expect(decode).toHaveBeenCalledOnce();
  });

  test('is not changed', () => {
    const { message } = setUp();
    expect(() => Object.assign(message, { mpn: 'B' })).toThrow(TypeError);
    expect(() => Reflect.deleteProperty(message, 'mpn')).not.toThrow();
    expect(message.mpn).toBe('A');
  });
});
