import { expect, it } from 'vitest';
import { askedCategory, categoryPath, categoryTree, maxPathLength } from '../../../domain/catalog/category.ts';

it.each<[text: string, path: string | undefined]>([
  ['', undefined],
  ['  ', undefined],
  ['---', '---'],
  ['Gizmos', 'Gizmos'],
])('%j asks for %j', (text, path) => {
  expect(askedCategory(text)).toBe(path);
});

it('a path has four levels of sixty characters at most', () => {
  const level = 'Zq'.repeat(31);
  const path = categoryPath([level, level, level, level, 'Fifth'].join('>'));
  expect(path?.split(' > ').map(({ length }) => length)).toEqual([60, 60, 60, 60]);
  expect(path).toHaveLength(maxPathLength);
});

it('a text is read up to three hundred characters', () => {
  expect(categoryPath(`${'-'.repeat(299)}a`)).toBeDefined();
  expect(categoryPath(`${'-'.repeat(300)}a`)).toBeUndefined();
});

it.each([[['Resistor', 'Resistors']], [['Battery', 'Batteries']], [['Switch', 'Switches']]])(
  '%j are one category',
  (names) => {
    expect(new Set(names.map(categoryPath)).size).toBe(1);
  },
);

it('a tree is in the order of its paths, down to so many levels below one', () => {
  const counts = [
    ['B', 1],
    ['A > X > Deep', 2],
    ['A > C', 4],
    ['A', 8],
  ] as const;
  const tree = (under: string | undefined, levels: number) =>
    categoryTree(counts, { under, levels }).map(({ path, products }) => `${path}: ${products}`);
  expect(tree(undefined, 1)).toEqual(['A: 14', 'B: 1']);
  expect(tree(undefined, 2)).toEqual(['A: 14', 'A > C: 4', 'A > X: 2', 'B: 1']);
  expect(tree('A', 1)).toEqual(['A > C: 4', 'A > X: 2']);
  expect(tree('A', 2)).toEqual(['A > C: 4', 'A > X: 2', 'A > X > Deep: 2']);
});
