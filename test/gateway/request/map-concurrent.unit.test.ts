import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapConcurrentInOrder } from '../../../gateway/request/map-concurrent.ts';
import { eventually } from '../../support/eventually.ts';

async function* numbers(count: number, onEnd = (): void => undefined): AsyncGenerator<number> {
  try {
    for (let at = 0; at < count; at += 1) yield at;
  } finally {
    onEnd();
  }
}

const all = async <Each>(results: AsyncIterable<Each>): Promise<readonly Each[]> => {
  const taken: Each[] = [];
  for await (const each of results) taken.push(each);
  return taken;
};

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

describe('work in order', () => {
  it('gives every result once and in the order of the items, however long each takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(20)), fc.integer({ min: 1, max: 8 }), async (lengths, atOnce) => {
        const work = (at: number) => (lengths[at] === 0 ? at : turns(lengths[at] ?? 0).then(() => at));
        expect(await all(mapConcurrentInOrder(numbers(lengths.length), work, atOnce))).toEqual([...lengths.keys()]);
      }),
    );
  });

  it('has many under way at a time, and no more than it may', async () => {
    let underWay = 0;
    let most = 0;
    const work = async (at: number) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await turns(50);
      underWay -= 1;
      return at;
    };
    await all(mapConcurrentInOrder(numbers(200), work, 16));
    expect(most).toBe(16);
  });

  it('begins no more while the taker takes nothing', async () => {
    let begun = 0;
    const results = mapConcurrentInOrder(
      numbers(1_000),
      (at) => {
        begun += 1;
        return at;
      },
      16,
    );
    await results.next();
    await turns(1_000);
    expect(begun).toBe(16);
    await results.return(undefined);
  });

  it('gives the results before the first failure, then fails with it, and stops the source', async () => {
    let stopped = false;
    const work = async (at: number) => {
      if (at === 3) throw new Error('third');
      await turns(30 - at);
      return at;
    };
    const taken: number[] = [];
    const take = async () => {
      const source = numbers(100, () => {
        stopped = true;
      });
      for await (const each of mapConcurrentInOrder(source, work, 8)) taken.push(each);
    };
    await expect(take()).rejects.toThrow('third');
    expect(taken).toEqual([0, 1, 2]);
    await eventually(() => stopped);
  });

  it('fails as the source does, after the results of what the source gave before', async () => {
    const source = async function* () {
      yield 0;
      yield 1;
      throw new Error('source');
    };
    const taken: number[] = [];
    const take = async () => {
      for await (const each of mapConcurrentInOrder(source(), (at) => turns(20).then(() => at), 8)) taken.push(each);
    };
    await expect(take()).rejects.toThrow('source');
    expect(taken).toEqual([0, 1]);
  });

  it('fails at once though the source gives nothing more', async () => {
    const silent = async function* () {
      yield 0;
      await new Promise(() => undefined);
    };
    await expect(all(mapConcurrentInOrder(silent(), () => Promise.reject(new Error('first')), 8))).rejects.toThrow(
      'first',
    );
  });

  it('stops the source when the taker stops', async () => {
    let stopped = false;
    const source = numbers(100, () => {
      stopped = true;
    });
    for await (const each of mapConcurrentInOrder(source, (at) => at, 8)) if (each === 5) break;
    await eventually(() => stopped);
  });
});
