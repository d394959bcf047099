import { expect, it } from 'vitest';
import { findAlternates } from '../../../actors/estimate/parse-source.ts';
import { createSemaphore } from '../../../concurrency/semaphore.ts';
import type { EstimateDraft } from '../../../domain/estimate/draft.ts';
import { chosenResolution, type ListResolver } from '../../../domain/estimate/resolution.ts';
import { documentRequest } from '../../support/estimate-request.ts';
import { handLine } from '../../support/hand-market.ts';

/** A draft of which a person has chosen the products of so many lines. */
const chosen = (count: number): EstimateDraft => ({
  lines: Array.from({ length: count }, (_, at) => ({
    ...handLine(at + 1, '1'),
    resolution: chosenResolution(`p${at}`, { grades: ['upgrade'] }),
  })),
  skipped: {},
  doubts: [],
});

const estimate = {
  id: 'est_1',
  request: { ...documentRequest, substitutePolicy: 'when_cheaper' as const, alternateGrades: ['upgrade' as const] },
  caller: { customerId: 'acme', keyId: 'key_1', groupIds: [] },
};
const { signal } = new AbortController();

it('gives way to another customer between every few products', async () => {
  const turns = createSemaphore(1);
  const order: string[] = [];
  const alternatesOf: ListResolver['alternatesOf'] = async (ids) => {
    if (order.length === 0) {
      const other = { name: 'globex', signal };
      void turns.withPermit(other, async () => void order.push('globex'));
    }
    order.push(`acme ${ids.length}`);
    const alternate = { grade: 'upgrade', differences: [] } as const;
    return new Map(ids.map((id) => [id, [{ productId: `${id}-alt`, score: 1, rule: 'alternate_upgrade', alternate }]]));
  };
  const resolverFor = () => ({ resolve: async () => [], alternatesOf });
  const found = await findAlternates(estimate, chosen(50), { resolverFor, turns }, signal);
  expect(order).toEqual(['acme 20', 'globex', 'acme 20', 'acme 10']);
  expect(found.lines.map(({ resolution }) => resolution)).toMatchObject(
    Array.from({ length: 50 }, (_, at) => ({ productId: `p${at}`, alternatives: [{ productId: `p${at}-alt` }] })),
  );
  // They are found once.
  expect(await findAlternates(estimate, found, { resolverFor, turns }, signal)).toBe(found);
  expect(order).toHaveLength(4);
});

it('is done for the first thousand products, and the others have none', async () => {
  const asked: string[] = [];
  const alternatesOf: ListResolver['alternatesOf'] = async (ids) => {
    asked.push(...ids);
    return new Map();
  };
  const deps = { resolverFor: () => ({ resolve: async () => [], alternatesOf }), turns: createSemaphore(1) };
  const found = await findAlternates(estimate, chosen(1_050), deps, signal);
  expect(asked).toHaveLength(1_000);
  expect(found.lines.at(-1)?.resolution).toEqual(chosenResolution('p1049', {}));
});
