import { NEVER, of, Subject, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { latestValues } from '../../../gateway/request/latest-values.ts';

const open = new AbortController().signal;

describe('newest', () => {
  it('gives a slow reader the newest value and the last, and skips those between', async () => {
    const source = new Subject<number>();
    const values = latestValues(source, open);
    const first = values.next();
    source.next(1);
    expect(await first).toEqual({ done: false, value: 1 });
    for (const value of [2, 3, 4]) source.next(value);
    expect(await values.next()).toEqual({ done: false, value: 4 });
    source.next(5);
    source.complete();
    expect(await values.next()).toEqual({ done: false, value: 5 });
    expect(await values.next()).toEqual({ done: true, value: undefined });
  });

  it('waits for a value that comes later, however often', async () => {
    const source = new Subject<number>();
    const values = latestValues(source, open);
    for (const value of [1, 2, 3]) {
      const next = values.next();
      source.next(value);
      expect(await next).toEqual({ done: false, value });
    }
  });

  it('throws what the source fails with', async () => {
    const values = latestValues(
      throwError(() => new Error('broken')),
      open,
    );
    await expect(values.next()).rejects.toThrow('broken');
  });

  it('stops with the reason once its reader goes away, and lets go of the source', async () => {
    const gone = new AbortController();
    const values = latestValues(NEVER, gone.signal);
    const next = values.next();
    gone.abort(new Error('gone'));
    await expect(next).rejects.toThrow('gone');

    const source = new Subject<number>();
    const left = latestValues(source, open);
    const first = left.next();
    source.next(1);
    await first;
    await left.return(undefined);
    expect(source.observed).toBe(false);
  });

  it('gives everything of a source that is complete before it is read, if only the last', async () => {
    const got: number[] = [];
    for await (const value of latestValues(of(1, 2, 3), open)) got.push(value);
    expect(got).toEqual([3]);
  });
});
