import { describe, expect, it } from 'vitest';
import { type Condition, conditionCompiler } from '../../../domain/expressions/condition.ts';

const compile = conditionCompiler({
  customer: { id: 'string', groups: 'strings' },
  product: { manufacturer: 'string', characteristics: 'texts' },
  quantity: 'int',
  date: 'instant',
  isNew: 'bool',
  weight: 'double',
});

const condition = (source: string): Condition => {
  const compiled = compile(source);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return compiled.condition;
};

const errorOf = (source: string) => {
  const compiled = compile(source);
  return compiled.ok ? undefined : compiled.error;
};

const values = {
  customer: { id: 'acme', groups: ['gold', 'north'] },
  product: { manufacturer: undefined, characteristics: { voltage: '5 V' } },
  quantity: 100n,
  date: new Date('2026-03-01T00:00:00Z'),
  isNew: true,
  weight: 2.5,
};

describe('a condition', () => {
  it.each([
    ['"gold" in customer.groups && quantity >= 100', true],
    ['customer.id in ["other", "third"]', false],
    ['product.characteristics.voltage == "5 V"', true],
    ['has(product.characteristics.current)', false],
    ['date >= timestamp("2026-01-01T00:00:00Z") && isNew && weight > 2', true],
    ['customer.groups.exists(g, g.startsWith("nor"))', true],
  ])('holds or not as CEL says: %s', (source, expected) => {
    expect(condition(source).holds(values)).toBe(expected);
  });

  it('cannot be told when it depends on a value that is absent or not there, unless the rest decides', () => {
    expect(condition('product.manufacturer == "TI"').holds(values)).toBeUndefined();
    expect(condition('product.characteristics.current == "1 A"').holds(values)).toBeUndefined();
    expect(condition('quantity / 0 > 1').holds(values)).toBeUndefined();
    expect(condition('product.manufacturer == "TI" || quantity > 5').holds(values)).toBe(true);
    expect(condition('product.manufacturer == "TI" && quantity > 500').holds(values)).toBe(false);
  });

  it('never sees what an object inherits', () => {
    expect(condition('product.characteristics.constructor == "x"').holds(values)).toBeUndefined();
  });

  it('says which declared variables it speaks of', () => {
    expect([...condition('customer.groups.exists(g, g == customer.id) && quantity > 1').names]).toEqual([
      'customer',
      'quantity',
    ]);
    expect(condition('true').names.size).toBe(0);
  });
});

describe('compiling', () => {
  it.each([
    ['quantity +', 'Unexpected token: EOF', 10],
    ['quantity > "many"', 'no such overload: int > string', 0],
    ['isNew && nobody == 1', 'Unknown variable: nobody', 9],
    ['customer.name == "x"', 'No such key: name', 9],
    ['quantity + 1', 'gives int, but a condition gives bool', 0],
    [
      'isNew && customer.id.matches("(a+)+b")',
      'matches() is not available; use startsWith, endsWith, contains or ==',
      9,
    ],
  ])('refuses %s at its place', (source, message, start) => {
    expect(errorOf(source)).toMatchObject({ message, start });
  });

  it('counts lines and columns from 1', () => {
    expect(errorOf('isNew &&\n  nobody == 1')).toMatchObject({ line: 2, column: 3, start: 11, end: 17 });
  });

  it('refuses what could take long: too many characters, nodes or levels, comprehensions inside each other', () => {
    expect(errorOf(`"${'a'.repeat(2_000)}" == "b"`)?.message).toBe('longer than 2000 characters');
    expect(errorOf(Array.from({ length: 200 }, () => 'isNew').join(' && '))).toBeDefined();
    expect(errorOf(`${'('.repeat(100)}isNew${')'.repeat(100)}`)).toBeDefined();
    expect(errorOf('customer.groups.exists(a, customer.groups.exists(b, a == b))')?.message).toBe(
      'exists() inside another comprehension is not available',
    );
  });

  it('refuses the empty text and unfinished texts with a place instead of throwing', () => {
    for (const source of ['', ' ', '"', "'", '(', '[', '\u0000', '{'])
      expect(errorOf(source), JSON.stringify(source)).toMatchObject({ line: 1 });
  });
});
