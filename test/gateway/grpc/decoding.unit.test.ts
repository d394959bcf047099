import { describe, expect, it } from 'vitest';
import { boundedDecoder } from '../../../gateway/grpc/decoding.ts';
import { BuildEstimateRequest } from '../../../proto/gen/svc/public/v1/estimate.ts';

const decode = boundedDecoder((bytes: Buffer) => BuildEstimateRequest.decode(bytes), 50_000);

const linesOf = (count: number): Buffer =>
  Buffer.from(
    BuildEstimateRequest.encode(
      BuildEstimateRequest.fromPartial({ lines: Array.from({ length: count }, (_, at) => ({ rawText: `R${at}` })) }),
    ).finish(),
  );

describe('a decoder within limits', () => {
  it('gives what the generated one gives', () => {
    for (const count of [0, 3, 10_000]) {
      const bytes = linesOf(count);
      expect(decode(bytes)).toEqual(BuildEstimateRequest.decode(bytes));
    }
  });

  it.each([
    ['entries of a list', Buffer.alloc(4_194_304, Buffer.from([0x12, 0x00]))],
    ['fields that nobody knows', Buffer.alloc(4_194_304, Buffer.from([0xa0, 0x3f, 0x00]))],
    ['groups side by side', Buffer.alloc(4_194_304, Buffer.from([0xa3, 0x3f, 0xa4, 0x3f]))],
  ])('stops half-way at too many %s', (_, bytes) => {
    expect(() => decode(bytes)).toThrow(expect.objectContaining({ kind: 'too_large' }));
  });

  it.each([
    ['groups one within the other', Buffer.alloc(4_194_304, 0xa3)],
    ['groups one within the other, in a small message', Buffer.alloc(4_000, Buffer.from([0xa3, 0x3f]))],
    ['a length beyond the end', Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f])],
  ])('takes %s for no message', (_, bytes) => {
    expect(() => decode(bytes)).toThrow(expect.objectContaining({ kind: 'invalid_argument' }));
  });
});
