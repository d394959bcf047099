import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  nextInTurn,
  type RunningCounts,
  turnAt,
  turnLimits,
} from '../../../domain/enrichment/turns.ts';

const start = new Date('2026-03-01T12:00:00Z');
const none: RunningCounts = { byType: new Map(), byCustomer: new Map() };
const limits = { perType: { ...turnLimits.perType, discovery: 3 }, perCustomer: 2 };

const candidate = (id: string, seconds: number, changes: Partial<Candidate> = {}): Candidate => ({
  id,
  type: 'discovery',
  customerId: id,
  turnAt: new Date(start.getTime() + seconds * 1_000),
  ...changes,
});

const next = (candidates: readonly Candidate[], underWay: Partial<RunningCounts> = {}, places = 10) =>
  nextInTurn(candidates, { ...none, ...underWay }, limits, places).map(({ id }) => id);

describe("a job's turn", () => {
  it.each([
    ['high', 0],
    ['normal', 60],
    ['low', 300],
  ] as const)('of priority %s comes %d seconds after it is asked for', (priority, seconds) => {
    expect(turnAt(start, priority)).toEqual(new Date(start.getTime() + seconds * 1_000));
  });
});

describe('the jobs that begin', () => {
  it('do so in the order of their turns, those of one instant in that of their ids', () => {
    expect(next([candidate('c', 0), candidate('b', 5), candidate('a', 0)])).toEqual(['a', 'c', 'b']);
  });

  it('are as many as there are places', () => {
    const two = [candidate('a', 0), candidate('b', 1)];
    expect(next(two, {}, 1)).toEqual(['a']);
    expect(next(two, {}, 0)).toEqual([]);
    expect(next(two, {}, 2)).toEqual(['a', 'b']);
  });

  it('are no more of a type than may be under way, without holding up those of others', () => {
    const other = { type: 'refresh_observation' } as const;
    const waiting = [candidate('a', 0), candidate('b', 1), candidate('c', 2), candidate('d', 3, other)];
    expect(next(waiting, { byType: new Map([['discovery', 1]]) })).toEqual(['a', 'b', 'd']);
    expect(next(waiting, { byType: new Map([['discovery', 3]]) })).toEqual(['d']);
  });

  it('are no more of a customer than may be under way, without holding up those of others', () => {
    const acme = { customerId: 'acme' };
    const waiting = [candidate('a', 0, acme), candidate('b', 1, acme), candidate('c', 2, acme), candidate('d', 3)];
    expect(next(waiting)).toEqual(['a', 'b', 'd']);
    expect(next(waiting, { byCustomer: new Map([['acme', 1]]) })).toEqual(['a', 'd']);
    expect(next(waiting, { byCustomer: new Map([['acme', 2]]) })).toEqual(['d']);
  });
});
