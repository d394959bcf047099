import { describe, expect, it } from 'vitest';
import { type SweepDependencies, sweepActor } from '../../../actors/estimate/sweep.ts';
import { Failure } from '../../../domain/errors.ts';
import type { BatchMarked, ViewedBatch } from '../../../domain/estimate/ports.ts';
import { eventually } from '../../support/eventually.ts';
import { recordingLogger } from '../../support/recording-logger.ts';
import { createHarness } from '../runtime/harness.ts';

type Touch = (batch: ViewedBatch, nth: number) => Promise<BatchMarked>;

const nothing: BatchMarked = { inMs: undefined, last: undefined };

/** The actor over a store that answers as given. */
const sweeping = (touch: Touch, more: Partial<SweepDependencies> = {}) => {
  const asked: ViewedBatch[] = [];
  const due: number[] = [];
  const actor = createHarness().system.spawn(
    'sweep',
    sweepActor({
      queue: { markViewed: (batch) => touch(batch, asked.push(batch)) },
      liveMs: 1_000,
      onDue: (inMs) => due.push(inMs),
      log: recordingLogger(),
      batchSize: 2,
      ...more,
    }),
  );
  return { actor, asked, due };
};

const scopes = (asked: readonly ViewedBatch[]) => asked.map(({ customerIds, after }) => [customerIds, after]);

describe('the sweep over estimates that somebody looks at', () => {
  it('goes on batch by batch to the end, and tells when the first are due', async () => {
    const { actor, asked, due } = sweeping(async (_, nth) => (nth < 3 ? { inMs: nth, last: `est_${nth}` } : nothing));
    actor.tell({ kind: 'basis_changed' });
    actor.tell({ kind: 'basis_changed' });
    await eventually(() => asked.length === 3);
    expect(scopes(asked)).toEqual([
      [undefined, undefined],
      [undefined, 'est_1'],
      [undefined, 'est_2'],
    ]);
    expect(asked.every(({ limit, liveMs }) => limit === 2 && liveMs === 1_000)).toBe(true);
    expect(due).toEqual([1, 2]);
  });

  it('joins the customers that change while it is under way into one more sweep', async () => {
    const first = Promise.withResolvers<BatchMarked>();
    const { actor, asked } = sweeping((_, nth) => (nth === 1 ? first.promise : Promise.resolve(nothing)));
    actor.tell({ kind: 'customers_changed', customerIds: ['acme'] });
    await eventually(() => asked.length === 1);
    actor.tell({ kind: 'customers_changed', customerIds: ['globex'] });
    actor.tell({ kind: 'customers_changed', customerIds: ['initech', 'globex'] });
    first.resolve(nothing);
    await eventually(() => asked.length === 2);
    expect(scopes(asked)).toEqual([
      [['acme'], undefined],
      [['globex', 'initech'], undefined],
    ]);
  });

  it('goes on where it was once the store answers again', async () => {
    const { actor, asked } = sweeping(async (_, nth) => {
      if (nth === 2) throw new Failure('unavailable', 'the store is away');
      return nth === 1 ? { inMs: 0, last: 'est_1' } : nothing;
    });
    actor.tell({ kind: 'basis_changed' });
    await eventually(() => asked.length === 3);
    expect(asked.map(({ after }) => after)).toEqual([undefined, 'est_1', 'est_1']);
  });
});
