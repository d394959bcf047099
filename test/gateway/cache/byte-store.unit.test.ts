import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ByteStore, createByteStore } from '../../../gateway/cache/byte-store.ts';
import { heldBytes } from '../../support/heap.ts';

const read = (store: ByteStore, key: string): string | undefined => {
  const position = store.find(key);
  return position === undefined ? undefined : store.at(position).toString();
};

const write = (store: ByteStore, key: string, text: string): number | undefined => store.set(key, Buffer.from(text));

const segmentBytes = 64;
const small = (): ByteStore => createByteStore({ maxBytes: 4 * segmentBytes, segmentBytes });

/** What a key and a value take together. */
const sizeOf = (key: string, text: string): number => 6 + Buffer.byteLength(key) + Buffer.byteLength(text);

/**
 * What the store is to hold: everything from the beginning of the oldest segment on that is still
 * within its window.
 */
const createModel = () => {
  const begins = new Map<string, { readonly text: string; readonly at: number }>();
  let end = 0;
  let oldest = 0;
  return {
    set(key: string, text: string): void {
      const bytes = sizeOf(key, text);
      begins.delete(key);
      if (bytes > segmentBytes) return;
      const left = (segmentBytes - (end % segmentBytes)) % segmentBytes;
      if (bytes > left) {
        end += left;
        oldest = Math.max(oldest, end - 3 * segmentBytes);
      }
      begins.set(key, { text, at: end });
      end += bytes;
    },
    delete: (key: string): void => void begins.delete(key),
    clear(): void {
      begins.clear();
    },
    get(key: string): string | undefined {
      const found = begins.get(key);
      return found === undefined || found.at < oldest ? undefined : found.text;
    },
  };
};

const key = fc.constantFrom('', 'a', 'b', 'ofr_1', 'ofr_2', 'größe', '日本');
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('set' as const), key, text: fc.string({ maxLength: 70 }) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('delete' as const), key }) },
);

describe('a store of bytes', () => {
  it('holds what was written last for each key, as far as it is within its room', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const store = small();
        const model = createModel();
        for (const each of steps) {
          if (each.does === 'delete') {
            store.delete(each.key);
            model.delete(each.key);
          } else {
            write(store, each.key, each.text);
            model.set(each.key, each.text);
          }
          for (const known of ['', 'a', 'b', 'ofr_1', 'ofr_2', 'größe', '日本'])
            expect(read(store, known)).toBe(model.get(known));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('finds each of many keys, however many others were written, replaced and deleted', () => {
    const store = createByteStore({ maxBytes: 2 ** 26, segmentBytes: 2 ** 20 });
    const keys = Array.from({ length: 50_000 }, (_, at) => `ofr_${at}`);
    for (const each of keys) write(store, each, `${each} first`);
    for (const each of keys.filter((_, at) => at % 3 === 0)) write(store, each, `${each} second`);
    for (const each of keys.filter((_, at) => at % 5 === 0)) store.delete(each);
    const expected = keys.map((each, at) =>
      at % 5 === 0 ? undefined : `${each} ${at % 3 === 0 ? 'second' : 'first'}`,
    );
    expect(keys.map((each) => read(store, each))).toEqual(expected);
  });

  it('never gives one place to two writings, and says so where it kept nothing', () => {
    const store = small();
    const places = new Set<number | undefined>();
    for (let round = 0; round < 200; round += 1) {
      places.add(write(store, `key ${round % 3}`, `value ${round}`));
      if (round % 50 === 49) store.clear();
    }
    expect(places.size).toBe(200);
    expect(places).not.toContain(undefined);
    expect(write(store, 'key 0', 'x'.repeat(segmentBytes))).toBeUndefined();
    expect(store.find('key 0')).toBeUndefined();
  });

  it('forgets everything when it is cleared, and keeps on', () => {
    const store = small();
    const before = write(store, 'a', 'first');
    store.clear();
    expect(store.find('a')).toBeUndefined();
    expect(() => store.at(before ?? 0)).toThrow(RangeError);
    write(store, 'b', 'second');
    expect([read(store, 'a'), read(store, 'b')]).toEqual([undefined, 'second']);
  });

  it('lets a key that is not there in from the second time on, once its room is used up', () => {
    const store = small();
    const asked = (key: string): boolean[] => [store.admits(key), store.admits(key)];
    expect(asked('first')).toEqual([true, true]);
    for (let at = 0; at < 5; at += 1) write(store, `key ${at}`, 'x'.repeat(segmentBytes - 20));
    expect(asked('first')).toEqual([false, true]);
    expect(asked('key 4')).toEqual([true, true]);
    store.clear();
    expect(asked('second')).toEqual([true, true]);
  });

  it('keeps what has room when more is asked for in a circle than fits', () => {
    const store = createByteStore({ maxBytes: 2 ** 20 });
    const keys = Array.from({ length: 30_000 }, (_, at) => `ofr_${at}`);
    const askRound = (): number =>
      keys.filter((key) => {
        if (store.find(key) !== undefined) return true;
        if (store.admits(key)) write(store, key, 'x'.repeat(80));
        return false;
      }).length;
    askRound();
    // About a third of them fit.
    for (let round = 0; round < 5; round += 1) expect(askRound()).toBeGreaterThan(8_000);
  });

  it('costs the heap nothing that grows with what it holds', () => {
    const store = createByteStore({ maxBytes: 2 ** 26 });
    const value = Buffer.alloc(500, 'x');
    const before = heldBytes();
    for (let at = 0; at < 100_000; at += 1) store.set(`ofr_${at}`, value);
    expect(heldBytes() - before).toBeLessThan(1_000_000);
    expect(store.find('ofr_0')).toBeDefined();
  });
});
