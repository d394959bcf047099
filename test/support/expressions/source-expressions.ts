/** Finds the regular expressions of source files by parsing them. */
import { field, type Place, readSource, type SyntaxNode } from '../../../ops/structure/syntax.ts';
import type { Use } from './time-growth.ts';

/** An expression that stands in the source as a literal. */
export interface LiteralExpression {
  readonly place: Place;
  readonly source: string;
  readonly flags: string;
  readonly use: Use;
}

/** The expressions of a file: literals, and the places that build one from text. */
export interface FileExpressions {
  readonly literals: readonly LiteralExpression[];
  readonly built: readonly Place[];
}

const isSplit = (node: SyntaxNode): boolean =>
  node.type === 'CallExpression' && field(field(node.callee, 'property'), 'value') === 'split';

const isBuilt = (node: SyntaxNode): boolean =>
  (node.type === 'NewExpression' || node.type === 'CallExpression') && field(node.callee, 'value') === 'RegExp';

/** What is split by: the first arguments, and what the variables among them hold. */
const splitters = (nodes: readonly SyntaxNode[]): ReadonlySet<unknown> => {
  const split = nodes.filter(isSplit).map((call) => field(field(call.arguments, '0'), 'expression'));
  const names = new Set(split.map((each) => field(each, 'value')));
  const held = nodes.filter(({ type, id }) => type === 'VariableDeclarator' && names.has(field(id, 'value')));
  return new Set([...split, ...held.map(({ init }) => init)]);
};

/** Reads one file. Throws where it is no TypeScript. */
export const expressionsIn = (file: string): FileExpressions => {
  const { nodes, placeOf } = readSource(file);
  const split = splitters(nodes);
  const literals = nodes
    .filter(({ type }) => type === 'RegExpLiteral')
    .map((node) => ({
      place: placeOf(node),
      source: String(node.pattern),
      flags: String(node.flags),
      use: split.has(node) ? ('split' as const) : ('test' as const),
    }));
  return { literals, built: nodes.filter(isBuilt).map(placeOf) };
};
