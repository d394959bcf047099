import { Environment } from '@marcbachmann/cel-js';
import { describe, expect, it } from 'vitest';
import { conditionCompiler } from '../../../domain/expressions/condition.ts';
import { tooCostly } from '../../../domain/expressions/cost.ts';
import type { Declarations } from '../../../domain/expressions/declarations.ts';

const declarations: Declarations = {
  caller: { customer: 'string', groups: 'strings' },
  tags: 'strings',
  product: { description: 'string', characteristics: 'texts' },
};

const environment = new Environment({ limits: { maxAstNodes: 10_000, maxListElements: 10_000 } });

const isTaken = (source: string): boolean => tooCostly(environment.parse(source).ast, declarations) === undefined;

/** The most plain parts that a condition may have; `sourceOf` writes one with so many. */
const maxOf = (sourceOf: (parts: readonly string[]) => string): number => {
  let [taken, refused] = [0, 6_000];
  while (refused - taken > 1) {
    const middle = (taken + refused) >> 1;
    if (isTaken(sourceOf(Array.from({ length: middle }, () => 'true')))) taken = middle;
    else refused = middle;
  }
  return taken;
};

/** For each of 500 tags 400 steps may be made, of which going on to the next takes some. */
const stepsOf = (part: string): number => 397 - maxOf((parts) => `tags.all(x, [${[part, ...parts].join(', ')}])`);

/** Beside nine lists of 5,000 units and what holds them there is room for 4,999. */
const sizeOf = (part: string): number =>
  4_999 - maxOf((parts) => `[${[part, ...Array.from({ length: 9 }, () => 'tags'), ...parts].join(', ')}]`);

describe('the steps of one part', () => {
  it.each([
    // A value, a name, a field.
    ['true', 1],
    ['x', 1],
    ['tags', 1],
    ['unknown', 1],
    ['product.description', 1],
    ['!true', 2],
    ['true && true', 3],
    ['true ? x : true', 4],
    // A text is ten units, and what is joined is copied.
    ['true + true', 5],
    ['x + x', 23],
    ['[true] + [true, true]', 10],
    // Compared are as many units as the shorter has.
    ['x == true', 4],
    ['x == x', 13],
    ['x != x', 13],
    ['x == tags', 13],
    ['product.description == x', 13],
    ['unknown == x', 13],
    // What is said of one of two may be said of the longer.
    ['(true ? x : true) == x', 16],
    ['(true ? true : x) == x', 16],
    ['(x || x) == x', 6],
    // An entry of a list or map is as long as its longest.
    ['true in [true, true]', 7],
    ['tags[0] == x', 15],
    ['caller.groups[0] == x', 15],
    ['product.characteristics["a"] == x', 15],
    ['[x, true][0] == x', 17],
    ['[true, x][0] == x', 17],
    ['{true: x}[true] == x', 17],
    // A function reads what it is given, and gives twice as much at most.
    ['size(x)', 12],
    ['x.size()', 12],
    ['x.size() == x', 15],
    ['x.trim() + x', 44],
    ['x.split(true) == tags', 27],
    ['[true, true].join() + x', 22],
    ['[true, true].join(x) + x', 53],
    // A bound name is counted where it is bound, and stands for what it is bound to.
    ['cel.bind(v, x, v + v)', 24],
    ['cel.bind(v, tags, v[0] == x)', 16],
    // Each entry of a list is gone through.
    ['[x, true].exists(y, y == x)', 31],
    ['[x, true].exists(y, y == x) == x', 34],
    ['[x, x].map(y, y)[0] == x', 21],
    ['[x, true].filter(y, true)[0] == x', 21],
    ['x.all(y, y == x)', 15],
  ])('%s takes %i', (part, steps) => {
    expect(stepsOf(part)).toBe(steps);
  });

  it('is not that of a field where a bound name hides the declared object', () => {
    expect(stepsOf('cel.bind(product, true, product.description == x)')).toBeLessThan(
      stepsOf('cel.bind(other, true, product.description == x)'),
    );
  });
});

describe('the size of one part', () => {
  it.each([
    ['true', 1],
    ['product.description', 10],
    ['caller.customer', 10],
    ['unknown', 10],
    ['[true, true]', 3],
    ['[product.description]', 11],
    ['product.description + product.description', 20],
    ['product.description.split("")', 11],
    ['[true, true].map(y, product.description)', 20],
  ])('%s has %i units', (part, size) => {
    expect(sizeOf(part)).toBe(size);
  });

  it('of a joined text is bounded too', () => {
    const joined = (count: number): string =>
      `tags.join(${Array.from({ length: count }, () => 'product.description').join(' + ')})`;
    expect([8, 9, 10].map((count) => isTaken(joined(count)))).toEqual([true, true, false]);
  });
});

describe('what is still taken', () => {
  const many = (count: number): string => Array.from({ length: count }, () => 'true').join(', ');

  it('is an evaluation of 200,000 steps', () => {
    const ofSteps = (steps: number): boolean => isTaken(`[tags.all(x, [${many(397)}]), ${many(steps - 199_502)}]`);
    expect([ofSteps(200_000), ofSteps(200_001)]).toEqual([true, false]);
  });

  it('is a value of 50,000 units', () => {
    const ofUnits = (units: number): boolean =>
      isTaken(`[${Array.from({ length: 9 }, () => 'tags').join(', ')}, ${many(units - 45_001)}]`);
    expect([ofUnits(50_000), ofUnits(50_001)]).toEqual([true, false]);
  });

  const compile = conditionCompiler(declarations);
  const listed = (count: number, entry: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => entry(at)).join(',');

  it.each<[what: string, most: number, sourceOf: (count: number) => string]>([
    ['characters', 2_000, (count) => 'true'.padEnd(count, ' ')],
    ['entries of a list', 200, (count) => `1 in [${listed(count, String)}]`],
    ['entries of a map', 50, (count) => `1 in {${listed(count, (at) => `${at}:1`)}}`],
    ['levels', 24, (count) => `${'('.repeat(count - 1)}true${')'.repeat(count - 1)}`],
  ])('are %s: %i', (_, most, sourceOf) => {
    expect([most, most + 1].map((count) => compile(sourceOf(count)).ok)).toEqual([true, false]);
  });
});
