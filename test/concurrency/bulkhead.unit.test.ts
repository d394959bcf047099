import { expect, it } from 'vitest';
import { createBulkhead } from '../../concurrency/bulkhead.ts';
import { Failure } from '../../domain/errors.ts';

const never = new AbortController().signal;

it('a bulkhead does so many works at once, keeps so many waiting in order, and refuses more', async () => {
  const bulkhead = createBulkhead({ places: 2, waiting: 2, refuse: () => new Failure('exhausted', 'busy') });
  const begun: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
  const works = ends.map(({ promise }, at) =>
    bulkhead.run(never, () => {
      begun.push(at);
      return promise;
    }),
  );
  await expect(bulkhead.run(never, async () => 9)).rejects.toMatchObject({ kind: 'exhausted' });
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('failed'));
  await expect(works[1]).rejects.toThrow('failed');
  expect(begun).toEqual([0, 1, 2]);
  const last = bulkhead.run(never, async () => 4);
  for (const [at, { resolve }] of ends.entries()) resolve(at);
  expect(await Promise.all([works[0], works[2], works[3], last])).toEqual([0, 2, 3, 4]);
});

it('a work that is not wanted any more while it waits leaves a place for another', async () => {
  const bulkhead = createBulkhead({ places: 1, waiting: 1, refuse: () => new Failure('exhausted', 'busy') });
  const end = Promise.withResolvers<string>();
  const first = bulkhead.run(never, () => end.promise);
  const gone = new AbortController();
  const left = bulkhead.run(gone.signal, async () => 'left');
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const second = bulkhead.run(never, async () => 'second');
  end.resolve('first');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});
