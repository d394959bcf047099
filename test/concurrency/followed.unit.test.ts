import { NEVER, Subject, type Subscription } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followed } from '../../concurrency/followed.ts';

describe('followed state', () => {
  let signals: Subject<void>;
  let reads: PromiseWithResolvers<string>[];
  let aborted: boolean[];
  let values: string[];
  let errors: unknown[];
  let subscription: Subscription;
  beforeEach(() => {
    vi.useFakeTimers();
    [signals, reads, aborted, values, errors] = [new Subject(), [], [], [], []];
    subscription = followed({
      what: 'a state',
      read: (signal) => {
        const at = reads.length;
        aborted[at] = false;
        signal.addEventListener('abort', () => {
          aborted[at] = true;
        });
        const reading = Promise.withResolvers<string>();
        reads.push(reading);
        return reading.promise;
      },
      deadlineMs: 500,
      signals,
      everyMs: 1_000,
      onError: (error) => errors.push(error),
    }).subscribe((value) => values.push(value));
  });
  afterEach(async () => {
    subscription.unsubscribe();
    await pass(0);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('is read at once at a signal', async () => {
    expect(reads).toHaveLength(0);
    signals.next();
    expect(reads).toHaveLength(1);
    reads[0]?.resolve('first');
    await pass(0);
    expect(values).toEqual(['first']);
  });

  it('is read so long after the last read when no signal comes', async () => {
    await pass(999);
    expect(reads).toHaveLength(0);
    await pass(1);
    reads[0]?.resolve('first');
    await pass(999);
    expect(reads).toHaveLength(1);
    signals.next();
    reads[1]?.resolve('second');
    await pass(999);
    expect(reads).toHaveLength(2);
    await pass(1);
    expect(reads).toHaveLength(3);
  });

  it('is read once more after all signals that come while it is read', async () => {
    signals.next();
    signals.next();
    signals.next();
    expect(reads).toHaveLength(1);
    reads[0]?.resolve('first');
    await pass(0);
    expect(reads).toHaveLength(2);
    reads[1]?.resolve('second');
    await pass(0);
    expect(values).toEqual(['first', 'second']);
    expect(reads).toHaveLength(2);
  });

  it('drops what comes after the deadline, so that it never overtakes what is newer', async () => {
    signals.next();
    signals.next();
    await pass(500);
    expect(errors).toMatchObject([{ kind: 'unavailable' }]);
    expect(aborted).toEqual([true, false]);
    reads[1]?.resolve('newer');
    await pass(0);
    reads[0]?.resolve('older');
    await pass(0);
    expect(values).toEqual(['newer']);
  });

  it('reports a failure, gives no value for it, and goes on', async () => {
    signals.next();
    reads[0]?.reject(new Error('down'));
    await pass(1_000);
    reads[1]?.resolve('up');
    await pass(0);
    expect(errors).toMatchObject([{ message: 'down' }]);
    expect(values).toEqual(['up']);
  });

  it('begins nothing after it is unsubscribed, and aborts what is being read', async () => {
    signals.next();
    signals.next();
    subscription.unsubscribe();
    expect(aborted).toEqual([true]);
    reads[0]?.resolve('late');
    await pass(5_000);
    expect(reads).toHaveLength(1);
    expect([values, errors]).toEqual([[], []]);
  });

  it('reports a read that throws before it waits, and goes on', async () => {
    const thrown: unknown[] = [];
    const throwing = followed({
      what: 'a state',
      read: () => {
        throw new Error('at once');
      },
      deadlineMs: 500,
      signals: NEVER,
      everyMs: 300,
      onError: (error) => thrown.push(error),
    }).subscribe();
    await pass(700);
    throwing.unsubscribe();
    expect(thrown).toHaveLength(2);
  });

  it('is read at signals only when no interval is given', async () => {
    const read = vi.fn(async () => 'state');
    const rare = followed({ what: 'a state', read, deadlineMs: 500, signals, onError: () => undefined }).subscribe();
    await pass(900);
    expect(read).not.toHaveBeenCalled();
    signals.next();
    await pass(900);
    expect(read).toHaveBeenCalledTimes(1);
    rare.unsubscribe();
  });
});
