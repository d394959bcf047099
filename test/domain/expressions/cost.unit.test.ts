import { describe, expect, it } from 'vitest';
import { conditionCompiler } from '../../../domain/expressions/condition.ts';

const compile = conditionCompiler({
  caller: { customer: 'string', groups: 'strings' },
  tags: 'strings',
  product: { description: 'string', characteristics: 'texts' },
});

const messageOf = (source: string): string | undefined => {
  const compiled = compile(source);
  return compiled.ok ? undefined : compiled.error.message;
};

const times = (count: number, part: string): string => Array.from({ length: count }, () => part).join(' + ');

/** Binds a name to twice the one before it, so often. */
const doubled = (levels: number, innermost: string): string =>
  Array.from({ length: levels }).reduceRight<string>(
    (inner, _, at) => `cel.bind(v${at + 1}, v${at} + v${at}, ${inner})`,
    innermost,
  );

describe('a condition whose evaluation could grow beyond all bounds is refused when it is saved', () => {
  it.each([
    ['a copy of a list for each entry of it', 'tags.map(x, tags + tags).size() > 0'],
    ['many copies of a list for each entry', `tags.map(x, ${times(60, 'tags')}).size() > 0`],
    ['a list in itself, compared with itself', 'tags.map(x, tags) == tags.map(x, tags)'],
    [
      'a list of lists within a list',
      '[tags.map(x, tags), tags.map(x, tags)] == [tags.map(x, tags), tags.map(x, tags)]',
    ],
    ['one list looked for in another, entry by entry', 'tags.all(x, x in caller.groups)'],
    ['a joined list for each entry', 'tags.all(x, tags.join(",") != x)'],
    ['a text joined by itself', 'product.description.split("").join(product.description) != ""'],
    ['doubling by names', `cel.bind(v0, tags, ${doubled(10, 'v10.size() > 0')})`],
  ])('%s', (_, source) => {
    expect(messageOf(source)).toMatch(/^takes too long/);
  });

  it('says where the part stands that takes too long', () => {
    const compiled = compile('caller.customer == "acme" && tags.map(x, tags + tags).size() > 0');
    expect(compiled).toMatchObject({ ok: false, error: { start: 29, column: 30 } });
  });
});

describe('a condition that goes through each list once is taken', () => {
  it.each([
    'tags.exists(t, t.startsWith("rohs"))',
    'caller.groups.exists(g, g in ["gold", "silver", "bronze"])',
    'tags.filter(t, t.contains("x")).size() > 2 && caller.groups.all(g, g != "none")',
    'product.description.lowerAscii().split(" ").exists(word, word == "obsolete")',
    '"export" in product.characteristics && product.characteristics["export"] == "restricted"',
    'tags.exists(t, t + "-" + caller.customer == "a-b") || tags == caller.groups',
    'cel.bind(all, tags + caller.groups, "gold" in all)',
  ])('%s', (source) => {
    expect(messageOf(source)).toBeUndefined();
  });
});

describe('values beyond what a condition is bounded for', () => {
  const holds = (source: string, values: Readonly<Record<string, unknown>>): boolean | undefined => {
    const compiled = compile(source);
    if (!compiled.ok) throw new Error(compiled.error.message);
    return compiled.condition.holds(values);
  };
  const list = (length: number): readonly string[] => Array.from({ length }, (_, at) => `t${at}`);
  const characteristics = (length: number) => ({
    product: { description: 'd', characteristics: Object.fromEntries(list(length).map((name) => [name, ''])) },
  });

  it('a list or map of over 500 entries cannot be told of', () => {
    expect(holds('tags.exists(t, t == "t1")', { tags: list(501) })).toBeUndefined();
    expect(holds('"t1" in product.characteristics', characteristics(501))).toBeUndefined();
  });

  it('up to 500 entries are looked at, and what is not asked for does not count', () => {
    expect(holds('tags.exists(t, t == "t499")', { tags: list(500) })).toBe(true);
    expect(holds('"t499" in product.characteristics', characteristics(500))).toBe(true);
    expect(holds('product.description == "d"', { ...characteristics(5_000), tags: list(9_000) })).toBe(true);
  });
});
