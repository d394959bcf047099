import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldKnowledge } from '../../../domain/ingestion/fold.ts';
import { merge } from '../../../domain/ingestion/merge.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { effectivePrice } from '../../../domain/ingestion/price-hold.ts';
import { priceJumpOf, usualJumpFactor } from '../../../domain/ingestion/price-jump.ts';
import { observation, offerOf, priceOf, prices, stockOf } from '../../support/observations.ts';
import { hoursBefore } from '../../support/offers.ts';

const fold = (...said: readonly Observation[]) =>
  foldKnowledge(
    said.map((each) => ({ offerId: offerOf('A'), observation: each })),
    new Map(),
    usualJumpFactor,
  );

/** One observation a run, an hour apart, the last one at noon. */
const hourly = (...texts: readonly string[]) =>
  fold(
    ...texts.map((text, at) =>
      observation('A', { observedAt: hoursBefore(texts.length - 1 - at), runId: `run_${at}`, price: priceOf(text) }),
    ),
  );

describe('a price that jumps', () => {
  test('is held back, and the one before goes on counting', () => {
    const [, held] = hourly('1', '9');
    expect(held).toMatchObject({
      isPriceHeld: true,
      repriced: false,
      changed: ['price'],
      known: {
        price: { value: priceOf('9') },
        priceHold: { confirmed: { value: priceOf('1'), at: hoursBefore(1) }, since: hoursBefore(0), jump: 'ratio' },
      },
    });
  });

  test('counts once another run has seen about the same', () => {
    const last = hourly('1', '9', '8').at(-1);
    expect(last).toMatchObject({ isPriceHeld: false, repriced: true, changed: ['price'] });
    expect(last && effectivePrice(last.known)?.value).toEqual(priceOf('8'));
    expect(last?.known.priceHold).toBeUndefined();
  });

  test('is dismissed by a price about where the old one was', () => {
    const last = hourly('1', '9', '1').at(-1);
    expect(last).toMatchObject({ isPriceHeld: false, repriced: false, changed: ['price'] });
    expect(last && effectivePrice(last.known)?.value).toEqual(priceOf('1'));
    expect(last?.known.priceHold).toBeUndefined();
  });

  test('gives way to another jump, which needs a second look of its own', () => {
    const snapshots = hourly('1', '9', '100', '101');
    expect(snapshots.map(({ isPriceHeld }) => isPriceHeld)).toEqual([false, true, true, false]);
    expect(snapshots[2]?.known.priceHold).toMatchObject({ confirmed: { value: priceOf('1') }, since: hoursBefore(2) });
    expect(snapshots.map(({ known }) => effectivePrice(known)?.value)).toEqual(
      ['1', '1', '1', '101'].map((text) => priceOf(text)),
    );
  });

  test('is not confirmed by its own run, nor by silence about the price, nor told twice', () => {
    const at = (hours: number, said: Partial<Observation>) =>
      observation('A', { observedAt: hoursBefore(hours), runId: 'run_2', ...said });
    const snapshots = fold(
      at(9, { runId: 'run_1', price: priceOf('1') }),
      at(8, { price: priceOf('9') }),
      at(7, { price: priceOf('9') }),
      at(6, { runId: 'run_3', stock: stockOf(7) }),
    );
    expect(snapshots.map(({ isPriceHeld }) => isPriceHeld)).toEqual([false, true, false, false]);
    expect(snapshots.at(-1)?.known.priceHold).toMatchObject({ since: hoursBefore(8) });
    expect(snapshots.at(-1)?.changed).toEqual(['stock']);
  });

  test('neither settled nor held back by an observation that was overtaken', () => {
    const late = observation('A', { observedAt: hoursBefore(3), runId: 'run_9', price: priceOf('9') });
    const at = (hours: number, text: string) =>
      observation('A', { observedAt: hoursBefore(hours), runId: `run_${hours}`, price: priceOf(text) });
    expect(fold(at(4, '1'), at(2, '9'), late).at(-1)?.known.priceHold).toBeDefined();
    expect(fold(at(4, '1'), at(2, '1'), late).at(-1)?.known.priceHold).toBeUndefined();
  });
});

const runs = fc
  .array(fc.record({ price: fc.option(prices, { nil: undefined }), run: fc.nat(3), hours: fc.nat(6) }), {
    minLength: 1,
    maxLength: 10,
  })
  .map((all) =>
    all.map(({ price, run, hours }) =>
      observation('A', { observedAt: hoursBefore(hours), runId: `run_${run}`, ...(price && { price }) }),
    ),
  );

describe('whatever is observed in whatever order', () => {
  test('what the supplier said is what the merge rule makes of it', () => {
    fc.assert(
      fc.property(runs, (said) => {
        const last = fold(...said).at(-1);
        const { priceHold: _, ...known } = last?.known ?? {};
        expect(known).toEqual(said.reduce(merge, {}));
      }),
    );
  });

  test('the price that counts was said, is never blanked, and jumps only to what a second run has said', () => {
    fc.assert(
      fc.property(runs, (said) => {
        let before: ReturnType<typeof effectivePrice>;
        fold(...said).forEach(({ known }, at) => {
          const now = effectivePrice(known);
          const heard = said.slice(0, at + 1);
          if (before !== undefined) expect(now).toBeDefined();
          if (now !== undefined) expect(heard.map((each) => each.price)).toContainEqual(now.value);
          if (before !== undefined && now !== undefined && priceJumpOf(before.value, now.value, usualJumpFactor)) {
            const alike = heard.filter(
              ({ price }) => price && priceJumpOf(price, now.value, usualJumpFactor) === undefined,
            );
            expect(new Set(alike.map(({ runId }) => runId)).size).toBeGreaterThan(1);
          }
          before = now;
        });
      }),
      { numRuns: 500 },
    );
  });

  test('a price is held back exactly while the latest jumps from the one that counts', () => {
    fc.assert(
      fc.property(runs, (said) => {
        for (const { known } of fold(...said)) {
          if (known.priceHold === undefined || known.price === undefined) continue;
          expect(priceJumpOf(known.priceHold.confirmed.value, known.price.value, usualJumpFactor)).toBe(
            known.priceHold.jump,
          );
        }
      }),
    );
  });
});
