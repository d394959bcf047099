import { beforeEach, describe, expect, it } from 'vitest';
import type { CredentialState } from '../../../../domain/offers/offer-record.ts';
import { noPlan } from '../../../../domain/offers/refresh-plan.ts';
import {
  type CredentialTable,
  createCredentialTable,
} from '../../../../gateway/pricing/offer-cache/credential-table.ts';
import { credential } from '../../../support/offers.ts';

const state = (id: string, label = 'first', supplierId = 'borealis'): CredentialState => ({
  ref: credential({ id, label, supplierId }),
  plan: noPlan,
});

const { signal } = new AbortController();

describe('a table of credentials', () => {
  let queries: ({ readonly ids: readonly string[] } & PromiseWithResolvers<readonly CredentialState[]>)[];
  let table: CredentialTable;
  beforeEach(() => {
    queries = [];
    table = createCredentialTable({
      credentials: (ids) => {
        const query = { ids, ...Promise.withResolvers<readonly CredentialState[]>() };
        queries.push(query);
        return query.promise;
      },
    });
  });
  const turn = (): Promise<void> => new Promise(setImmediate);
  const answer = async (...states: readonly CredentialState[]): Promise<void> => {
    await turn();
    queries.at(-1)?.resolve(states);
    await turn();
  };
  const filled = async (...states: readonly CredentialState[]): Promise<void> => {
    const reading = table.ensure(new Set(states.map(({ ref }) => ref.id)), signal);
    await answer(...states);
    await reading;
  };
  const labelOf = (id: string) => table.stateOf(id)?.ref.label;

  it('reads what it does not have, and only that', async () => {
    await filled(state('a'), state('b'));
    const more = table.ensure(new Set(['a', 'b', 'c']), signal);
    await answer(state('c'));
    await more;
    await table.ensure(new Set(['a', 'c']), signal);
    expect(queries.map(({ ids }) => ids)).toEqual([['a', 'b'], ['c']]);
    expect(['a', 'b', 'c', 'd'].map(labelOf)).toEqual(['first', 'first', 'first', undefined]);
  });

  it('reads again what it has, and nothing that nobody asked for', async () => {
    await filled(state('a'));
    const again = table.refresh(['a', 'b', 'a'], signal);
    await answer(state('a', 'second'));
    await again;
    await table.refresh(['b'], signal);
    await table.refresh([], signal);
    expect(queries.map(({ ids }) => ids)).toEqual([['a'], ['a']]);
    expect(labelOf('a')).toBe('second');
  });

  it.each([
    { first: 0, second: 1 },
    { first: 1, second: 0 },
  ])(
    'reads again what is being read for the first time, because that may be older than the change: $first before $second',
    async ({ first, second }) => {
      const readings = [table.ensure(new Set(['a']), signal), table.refresh(['a'], signal)];
      const found = [state('a', 'before the change'), state('a', 'after')] as const;
      for (const at of [first, second]) {
        queries[at]?.resolve(found.slice(at, at + 1));
        await turn();
      }
      await Promise.all(readings);
      expect(labelOf('a')).toBe('after');
    },
  );

  it('is not held up by a query that hangs, ends it with its signal and drops what it brings afterwards', async () => {
    await filled(state('a'));
    const patience = new AbortController();
    const hanging = table.refresh(['a'], patience.signal);
    const again = table.refresh(['a'], signal);
    await answer(state('a', 'second'));
    await again;
    expect(labelOf('a')).toBe('second');
    patience.abort(new Error('too late'));
    await expect(hanging).rejects.toThrow('too late');
    table.clear();
    queries[1]?.resolve([state('a', 'late')]);
    await turn();
    expect(labelOf('a')).toBeUndefined();
  });

  it('reads once more what was being read when everything was forgotten', async () => {
    const reading = table.ensure(new Set(['a']), signal);
    await turn();
    table.clear();
    await answer(state('a', 'before'));
    expect(labelOf('a')).toBeUndefined();
    await answer(state('a', 'after'));
    await reading;
    expect(labelOf('a')).toBe('after');
  });

  it('counts the changes at each supplier, and a state that is the same is none', async () => {
    await filled(state('a'), state('x', 'first', 'xenon'));
    const [here, there] = [table.changesAt('borealis'), table.changesAt('xenon')];
    const same = table.refresh(['a', 'x'], signal);
    await answer(state('a'), state('x', 'first', 'xenon'));
    await same;
    expect([table.changesAt('borealis'), table.changesAt('xenon')]).toEqual([here, there]);
    const other = table.refresh(['a'], signal);
    await answer(state('a', 'second'));
    await other;
    expect(table.changesAt('borealis')).not.toBe(here);
    expect(table.changesAt('xenon')).toBe(there);
  });

  it('says so when it cannot read, keeps what it has and goes on', async () => {
    await filled(state('a'));
    const failing = expect(table.refresh(['a'], signal)).rejects.toThrow('down');
    await turn();
    queries.at(-1)?.reject(new Error('down'));
    await failing;
    expect(labelOf('a')).toBe('first');
    await filled(state('b'));
    expect(labelOf('b')).toBe('first');
  });
});
