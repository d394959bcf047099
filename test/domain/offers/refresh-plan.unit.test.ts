import { expect, test } from 'vitest';
import { noPlan, type RefreshPlan, refreshEta } from '../../../domain/offers/refresh-plan.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1, 12, minute));

const queue: NonNullable<RefreshPlan['queue']> = { topUntil: at(20), until: at(40), probeAt: undefined };
const looksUp: RefreshPlan = { nextTickAt: at(1), queue };

test('who plans nothing never looks', () => {
  expect(refreshEta(noPlan, { dueAt: at(5), isTop: false })).toBeUndefined();
  expect(refreshEta({ nextTickAt: undefined, queue }, { dueAt: at(5), isTop: false })).toBeUndefined();
});

test('bulk data come with the next tick, whatever is in a queue', () => {
  expect(refreshEta({ nextTickAt: at(7), queue: undefined }, undefined)).toEqual(at(7));
  expect(refreshEta({ nextTickAt: at(7), queue: undefined }, { dueAt: at(30), isTop: true })).toEqual(at(7));
});

test('a part that is in no queue is never looked up', () => {
  expect(refreshEta(looksUp, undefined)).toBeUndefined();
});

test('a part comes when it is due, not before the next tick, and behind what is due before it: top parts behind top parts only', () => {
  expect(refreshEta(looksUp, { dueAt: at(50), isTop: false })).toEqual(at(50));
  expect(refreshEta(looksUp, { dueAt: at(5), isTop: false })).toEqual(at(40));
  expect(refreshEta(looksUp, { dueAt: at(5), isTop: true })).toEqual(at(20));
  const idle = { nextTickAt: at(9), queue: { topUntil: undefined, until: undefined, probeAt: undefined } };
  expect(refreshEta(idle, { dueAt: at(5), isTop: true })).toEqual(at(9));
});

test('a credential that fails looks nothing up before it is tried again', () => {
  const failing = { nextTickAt: at(1), queue: { ...queue, probeAt: at(55) } };
  expect(refreshEta(failing, { dueAt: at(5), isTop: true })).toEqual(at(55));
});
