import { describe, expect, it } from 'vitest';
import type { VisibilityPolicy } from '../../../domain/visibility/policy.ts';
import { createPolicyBook } from '../../../gateway/visibility/policy-book.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { caller, noon } from '../../support/offers.ts';
import { policy } from '../../support/policies.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

const bookOf = (...policies: readonly VisibilityPolicy[]) => {
  const metrics = createMetrics('test').visibility;
  const stored = { revision: 1, policies, isDown: false };
  const answered = async <Answer>(answer: Answer): Promise<Answer> => {
    if (stored.isDown) throw new Error('down');
    return answer;
  };
  const store = {
    all: () => answered({ revision: `${stored.revision}`, policies: stored.policies }),
    revision: () => answered(`${stored.revision}`),
  };
  const counted = async (name: 'cacheHits' | 'cacheMisses' | 'compileErrors') =>
    (await metrics[name].get()).values[0]?.value;
  return { book: createPolicyBook({ store, metrics, log: recordingLogger() }), stored, counted };
};

describe('the book of policies', () => {
  it('shows everything to everyone where there is no policy, without deciding anything', async () => {
    const { book, counted } = bookOf();
    await book.refresh();
    expect(book.callerPoliciesOf(caller, noon)).toBeUndefined();
    expect(await counted('cacheMisses')).toBe(0);
  });

  it('decides once for a caller, however often its key is looked up anew, and again for another one', async () => {
    const { book, counted } = bookOf(policy('a'));
    await book.refresh();
    const first = book.callerPoliciesOf(caller, noon);
    expect(book.callerPoliciesOf(caller, noon)).toBe(first);
    expect(book.callerPoliciesOf({ ...caller, keyId: 'key_2' }, noon)).toBe(first);
    expect([await counted('cacheHits'), await counted('cacheMisses')]).toEqual([2, 1]);
    expect(book.callerPoliciesOf({ ...caller, groupIds: [] }, noon)).not.toBe(first);
    expect(await counted('cacheMisses')).toBe(2);
  });

  it('decides again when a policy begins or ends by its dates', async () => {
    const later = new Date(noon.getTime() + 1);
    const { book } = bookOf(policy('a', { validUntil: later }));
    await book.refresh();
    expect(book.callerPoliciesOf(caller, noon)?.restrictsNothing).toBe(false);
    expect(book.callerPoliciesOf(caller, later)?.restrictsNothing).toBe(true);
  });

  it('follows another revision, and none without one', async () => {
    const { book, stored } = bookOf(policy('a'));
    await book.refresh();
    const before = book.callerPoliciesOf(caller, noon);
    stored.policies = [policy('a', { isEnabled: false })];
    await book.refresh();
    expect(book.callerPoliciesOf(caller, noon)).toBe(before);
    stored.revision += 1;
    await book.refresh();
    expect(book.callerPoliciesOf(caller, noon)?.restrictsNothing).toBe(true);
  });

  it('tells how many policies do not compile until they are saved anew or removed', async () => {
    const { book, stored } = bookOf(policy('a', { condition: 'no ( condition' }), policy('b'));
    await book.refresh();
    expect(book.broken()).toBe(1);
    stored.policies = [policy('b')];
    stored.revision += 1;
    await book.refresh();
    expect(book.broken()).toBe(0);
    stored.policies = [];
    stored.revision += 1;
    await book.refresh();
    expect(book.broken()).toBe(0);
  });

  it('goes by what was read last while the store is down', async () => {
    const { book, stored } = bookOf(policy('a'));
    await book.refresh();
    stored.isDown = true;
    stored.revision += 1;
    await expect(book.refresh()).rejects.toThrow('down');
    expect(book.callerPoliciesOf(caller, noon)?.restricts('product')).toBe(true);
    stored.isDown = false;
    stored.policies = [];
    await book.refresh();
    expect(book.callerPoliciesOf(caller, noon)).toBeUndefined();
  });

  it('counts policies that do not compile, and restricts what they could', async () => {
    const { book, counted } = bookOf(policy('a', { condition: 'product.colour == "red"' }));
    await book.refresh();
    expect(await counted('compileErrors')).toBe(1);
    expect(book.callerPoliciesOf(caller, noon)?.evaluate('product', {})).toEqual({ kind: 'hidden', by: 'a' });
  });
});
