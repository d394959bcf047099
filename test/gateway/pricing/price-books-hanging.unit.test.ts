import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPriceBooks } from '../../../gateway/pricing/price-books.ts';
import { hangingPort, standingOf } from '../../support/hanging-port.ts';
import { caller, noon, offer } from '../../support/offers.ts';
import { off, rule } from '../../support/pricing-rules.ts';

const nextTurn = () => new Promise(setImmediate);

const booksOverHangingStores = async (answersAfter: () => Promise<unknown> = async () => undefined) => {
  const stored = { revision: 0, ruleId: 'first' };
  const rules = hangingPort({
    rules: async () => {
      await answersAfter();
      return [{ ...rule(stored.ruleId, off('10')), version: 1, recordedAt: noon, recordedBy: 'key_1' }];
    },
  });
  const books = createPriceBooks({
    pricingRules: rules.port,
    exchangeRates: { rates: async () => [] },
    pricingRevisions: { revision: async () => `${stored.revision}` },
    now: () => noon,
  });
  await books.refresh();
  const change = (ruleId: string): void => {
    stored.ruleId = ruleId;
    stored.revision += 1;
  };
  const ids = (): readonly string[] =>
    books
      .current()
      .candidates(caller, 'EU', offer([]))
      .map(({ rule: { id } }) => id);
  return { books, rules, change, ids };
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('refuses in time who waits for a store that hangs, and follows again once it answers', async () => {
  const { books, rules, change, ids } = await booksOverHangingStores();
  change('second');
  rules.hang();
  const waiting = books.refresh();
  waiting.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await standingOf(waiting)).toMatchObject({ kind: 'unavailable' });
  rules.recover();
  await books.refresh();
  expect(ids()).toEqual(['second']);
});

it('does not let a late answer take the place of a newer one', async () => {
  const { books, rules, change, ids } = await booksOverHangingStores();
  change('second');
  rules.hang();
  void books.refresh().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  change('third');
  rules.recover();
  void books.refresh().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(ids()).toEqual(['third']);
  await rules.release();
  expect(ids()).toEqual(['third']);
});

it('resolves for everyone, although others ask again all the time', async () => {
  const { books, rules, change } = await booksOverHangingStores(nextTurn);
  change('second');
  const first = books.refresh();
  let isDone = false;
  void first.then(() => {
    isDone = true;
  });
  for (let turn = 0; turn < 20 && !isDone; turn += 1) {
    change(`${turn}`);
    void books.refresh();
    await nextTurn();
  }
  expect(isDone).toBe(true);
  expect(rules.calls('rules')).toBeLessThan(20);
});

it('makes a book of the past again after the store has hung', async () => {
  const { books, rules } = await booksOverHangingStores();
  rules.hang();
  const waiting = books.asOf(noon);
  waiting.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await standingOf(waiting)).toMatchObject({ kind: 'unavailable' });
  rules.recover();
  const later = books.asOf(noon);
  later.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(await standingOf(later)).toHaveProperty('rulePeriodAt');
});
