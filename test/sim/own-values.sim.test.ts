import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { field, type Place, readSource, type SyntaxNode } from '../../ops/structure/syntax.ts';

/**
 * A table that the source holds, by the names of anything: what `Record<string, ...>` says of an
 * object that is written out.
 */
const isTable = (node: SyntaxNode, textOf: (node: unknown) => string): boolean => {
  const type = field(field(node.id, 'typeAnnotation'), 'typeAnnotation');
  return (
    node.type === 'VariableDeclarator' &&
    field(node.init, 'type') === 'ObjectExpression' &&
    (field(node.init, 'properties') as readonly unknown[]).length > 0 &&
    type !== undefined &&
    type !== null &&
    /^(?:Readonly<)?Record<string,/u.test(textOf(type))
  );
};

/**
 * Whether a node looks something up in a table by a name that the source does not say:
 * `table[name]`, `name in table`.
 */
const isPlainLookUp = (node: SyntaxNode, tables: ReadonlySet<unknown>): boolean => {
  const property = field(node.property, 'expression');
  const isComputed = node.type === 'MemberExpression' && field(node.property, 'type') === 'Computed';
  if (isComputed)
    return tables.has(field(node.object, 'value')) && !String(field(property, 'type')).endsWith('Literal');
  return node.type === 'BinaryExpression' && node.operator === 'in' && tables.has(field(node.right, 'value'));
};

const plainLookUps = (file: string): readonly Place[] => {
  const { nodes, placeOf, textOf } = readSource(file);
  const written = new Set(nodes.filter(({ type }) => type === 'AssignmentExpression').map(({ left }) => left));
  const tables = new Set(nodes.filter((node) => isTable(node, textOf)).map(({ id }) => field(id, 'value')));
  return tables.size === 0
    ? []
    : nodes.filter((node) => !written.has(node) && isPlainLookUp(node, tables)).map(placeOf);
};

/** Where a workbook's own elements and entities are told apart, in the reader's thread. */
const exempt = ['actors/estimate/reading/xlsx/sheet.ts', 'actors/estimate/reading/xlsx/xml-scan.ts'];

it('tables by names from outside are asked for what they themselves hold, by `ownProperty` or `Object.hasOwn`', () => {
  const files = globSync('{domain,telemetry,storage,streams,actors,gateway}/**/*.ts');
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => !exempt.includes(file)).flatMap(plainLookUps)).toEqual([]);
});
