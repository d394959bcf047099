import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageFrames } from '../../../../gateway/grpc/door/tracked-call.ts';
import { framed } from '../../../doors/raw-grpc.ts';

describe('MessageFrames', () => {
  it('knows how many messages came whole and how much of the next, however they are cut into pieces', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 });
    const lengths = fc.array(fc.nat({ max: 50 }), { maxLength: 8 });
    fc.assert(
      fc.property(lengths, fc.nat({ max: 30 }), cuts, (messages, begun, pieces) => {
        const whole = messages.map((length) => framed(Buffer.alloc(length, 1)));
        const started = framed(Buffer.alloc(64, 1)).subarray(0, begun);
        const bytes = Buffer.concat([...whole, started]);
        const meter = new MessageFrames(64);
        for (let at = 0, cut = 0; at < bytes.length; cut += 1) {
          const size = pieces[cut % pieces.length] ?? 1;
          expect(meter.take(bytes.subarray(at, at + size))).toBeUndefined();
          at += size;
        }
        expect(meter.messages).toBe(messages.length);
        expect(meter.unfinishedBytes).toBe(begun);
      }),
    );
  });

  it('refuses a length that is too large when it is declared', () => {
    const meter = new MessageFrames(64);
    expect(meter.take(framed(Buffer.alloc(0), { length: 2 ** 32 - 1 }))).toBe('too_large');
  });

  it('refuses a message that says that it is compressed', () => {
    expect(new MessageFrames(64).take(framed(Buffer.from('x'), { isCompressed: true }))).toBe('compressed');
  });

  it('refuses a message of bytes that come one by one, and takes one that comes in packets', () => {
    const trickled = new MessageFrames(1_000_000);
    const message = framed(Buffer.alloc(100_000, 1));
    const faults = [...message].map((byte) => trickled.take(Buffer.of(byte)));
    expect(faults).toContain('pieces');
    const packed = new MessageFrames(1_000_000);
    for (let at = 0; at < message.length; at += 100)
      expect(packed.take(message.subarray(at, at + 100))).toBeUndefined();
    expect(packed.messages).toBe(1);
  });
});
