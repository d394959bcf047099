import { expect, test } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import { optimise } from '../../../domain/estimate/optimise.ts';
import type { EstimateProblem, LineOffer } from '../../../domain/estimate/problem.ts';
import { plainOffer } from '../../support/estimates.ts';

const problemOf = (offersOfLines: readonly (readonly LineOffer[])[], orderCosts = {}): EstimateProblem => ({
  lines: offersOfLines.map((offers, index) => ({
    id: `l${index}`,
    pieces: 1_000,
    attritionPercent: 0,
    substitutePolicy: 'never',
    backOrderPolicy: 'never',
    interchangeableGroup: undefined,
    offers,
  })),
  orderCosts,
});

const failureOf = (problem: EstimateProblem): unknown => {
  try {
    optimise(problem, { mode: 'min_price', isOver: () => false });
    return undefined;
  } catch (error) {
    return error;
  }
};

test('an estimate whose sums leave the safe integers is refused, naming the line', () => {
  const failure = failureOf(problemOf([[plainOffer('s0', 5)], [plainOffer('s0', 2 ** 43)], [plainOffer('s1', 7)]]));
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({
    kind: 'too_large',
    message: 'the estimate costs more than can be counted exactly; most of it is line "l1"',
  });
});

test('order costs count too', () => {
  expect(failureOf(problemOf([[plainOffer('s0', 5)]], { s0: 2 ** 51 }))).toMatchObject({ kind: 'too_large' });
});

test('many lines that are countable each may be too many together', () => {
  const lines = Array.from({ length: 300 }, () => [plainOffer('s0', 2 ** 33)]);
  expect(failureOf(problemOf(lines))).toMatchObject({ kind: 'too_large' });
});

test('just below the limit the sum and the proof are exact to the unit', () => {
  const near = 2 ** 39;
  const problem = problemOf(
    [
      [plainOffer('s0', near + 1), plainOffer('s1', near)],
      [plainOffer('s0', 3), plainOffer('s1', 4)],
    ],
    { s0: 999, s1: 1_000 },
  );
  const { objective, certificate } = optimise(problem, { mode: 'min_price', isOver: () => false });
  expect(objective.total).toBe(1_000 * near + 4_999);
  expect(certificate).toMatchObject({ gap: 0, lowerBound: objective.total });
});

test('an absurdly dear offer beside usual ones costs neither the best basket nor its proof', () => {
  const lines = Array.from({ length: 40 }, (_, index) => [
    plainOffer(`s${index % 7}`, 50 + index),
    plainOffer(`s${(index + 3) % 7}`, 49 + index),
    plainOffer('s9', 2 ** 34),
  ]);
  const problem = problemOf(lines, Object.fromEntries(Array.from({ length: 10 }, (_, s) => [`s${s}`, 20_000])));
  const usual = { ...problem, lines: problem.lines.map((line) => ({ ...line, offers: line.offers.slice(0, 2) })) };
  const best = optimise(problem, { mode: 'min_price', isOver: () => false });
  const expected = optimise(usual, { mode: 'min_price', isOver: () => false });
  expect(best.objective).toEqual(expected.objective);
  expect(best.certificate.gap).toBe(0);
});
