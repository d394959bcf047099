import { describe, expect, it } from 'vitest';
import { judge } from '../../domain/freshness.ts';
import { hoursBefore, noon } from '../support/offers.ts';

describe('the next observation', () => {
  it.each([
    { plan: 'is told as planned', refreshEta: hoursBefore(-1), told: hoursBefore(-1) },
    { plan: 'is expected now when it is overdue', refreshEta: hoursBefore(1), told: noon },
    { plan: 'stays unknown when none is planned', refreshEta: undefined, told: undefined },
  ])('$plan', ({ refreshEta, told }) => {
    const verdict = judge({ kind: 'price', observedAt: hoursBefore(3), refreshEta }, noon);
    expect(verdict.refreshEta).toEqual(told);
  });
});
