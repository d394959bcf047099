import { ownProperty } from '../../domain/own-property.ts';
import { field, isNode, type SourceFile, type SyntaxNode } from '../../ops/structure/syntax.ts';

/**
 * Deliberate changes of a source, each of which some test should notice: operators, conditions,
 * numbers, and the comparisons of SQL in template literals.
 */

/** One deliberate change. */
export interface Mutant {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Offsets in bytes. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** Whether it changes a statement of SQL. */
  readonly isSql: boolean;
  /** For people: `a < b becomes a <= b`. */
  readonly says: string;
}

const swapped: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};

const swappedNames: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
};

/** Of SQL: what stands between blanks, and what is put in its place. */
const sqlSwaps: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )<=(?= )/g, '<'],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )>=(?= )/g, '>'],
  [/(?<=\s)and(?=\s)/g, 'or'],
  [/(?<=\s)or(?=\s)/g, 'and'],
  [/\bgreatest(?=\()/g, 'least'],
  [/\bleast(?=\()/g, 'greatest'],
  [/\bis not null\b/g, 'is null'],
  [/\bis null\b/g, 'is not null'],
  [/\bnot exists\b/g, 'exists'],
  [/(?<= )desc\b/g, 'asc'],
  [/(?<= )\+(?= )/g, '-'],
  [/(?<= )-(?= )/g, '+'],
];

const looksLikeSql = /\b(?:select|insert into|update|delete from|where)\b/;

/** Kinds of node that only wrap an expression; every other `Ts` node is a type. */
const wrappers = new Set(['TsAsExpression', 'TsSatisfiesExpression', 'TsNonNullExpression', 'TsConstAssertion']);

const isType = ({ type }: SyntaxNode): boolean => type?.startsWith('Ts') === true && !wrappers.has(type);

/** Whether it is 1 or -1: where both ends of a condition are, it is an order, by the sign alone. */
const isSign = (node: unknown): boolean =>
  field(node, 'value') === 1 || (field(node, 'operator') === '-' && isSign(field(node, 'argument')));

/** The nodes that do something when the program runs, the outer ones first. */
function* runningNodes(value: unknown): Generator<SyntaxNode> {
  if (!isNode(value)) return;
  if (value.type === 'ConditionalExpression' && isSign(value.consequent) && isSign(value.alternate)) {
    yield value;
    // Which of two comes first that have the same place is all the same.
    const { test } = value;
    yield* isNode(test) && test.type === 'BinaryExpression'
      ? runningNodes([test.left, test.right])
      : runningNodes(test);
    return;
  }
  if (typeof value.type === 'string') {
    if (isType(value) || value.type === 'ImportDeclaration' || value.type === 'ThrowStatement') return;
    yield value;
  }
  for (const each of Object.values(value)) yield* runningNodes(each);
}

const isText = (node: unknown): boolean => ['StringLiteral', 'TemplateLiteral'].includes(String(field(node, 'type')));

/** Every change of a source. Those that no run can tell from the original are among them. */
export const mutantsOf = (source: SourceFile): readonly Mutant[] => {
  const bytes = Buffer.from(source.text);
  const mutants: Mutant[] = [];
  const change = (node: SyntaxNode, start: number, end: number, replacement: string): void => {
    const was = bytes.subarray(start, end).toString();
    const { file, line } = source.placeOf(node);
    const isSql = node.type === 'TemplateElement';
    mutants.push({ file, line, start, end, replacement, isSql, says: `${was} becomes ${replacement}` });
  };
  const changeWhole = (node: SyntaxNode, replacement: string): void =>
    change(node, ...source.bytesOf(node), replacement);
  for (const node of source.body.flatMap((statement) => [...runningNodes(statement)]))
    changes(node, source, bytes, change, changeWhole);
  return mutants;
};

type Change = (node: SyntaxNode, start: number, end: number, replacement: string) => void;

const changes = (
  node: SyntaxNode,
  source: SourceFile,
  bytes: Buffer,
  change: Change,
  changeWhole: (node: SyntaxNode, replacement: string) => void,
): void => {
  switch (node.type) {
    case 'BinaryExpression': {
      const { operator, left, right } = node;
      const replacement = ownProperty(swapped, String(operator));
      if (replacement === undefined || !isNode(left) || !isNode(right)) return;
      if (operator === '+' && (isText(left) || isText(right))) return;
      const [from, to] = [source.bytesOf(left)[1], source.bytesOf(right)[0]];
      const at = bytes.subarray(from, to).indexOf(String(operator));
      if (at >= 0) change(node, from + at, from + at + String(operator).length, replacement);
      return;
    }
    case 'ConditionalExpression':
    case 'IfStatement':
      if (isNode(node.test)) changeWhole(node.test, `!(${source.textOf(node.test)})`);
      return;
    case 'UnaryExpression':
      if (node.operator === '!' && isNode(node.argument)) changeWhole(node, source.textOf(node.argument));
      return;
    case 'NumericLiteral':
      changeWhole(node, String(Number(node.value) + 1));
      return;
    case 'BooleanLiteral':
      changeWhole(node, String(!node.value));
      return;
    case 'MemberExpression': {
      const { property } = node;
      const replacement = ownProperty(swappedNames, String(field(property, 'value')));
      if (isNode(property) && property.type === 'Identifier' && replacement !== undefined)
        changeWhole(property, replacement);
      return;
    }
    case 'TemplateLiteral':
      if (looksLikeSql.test(source.textOf(node))) changesOfSql(node, source, change);
      return;
  }
};

const changesOfSql = (node: SyntaxNode, source: SourceFile, change: Change): void => {
  for (const quasi of Array.isArray(node.quasis) ? (node.quasis as SyntaxNode[]) : []) {
    const text = source.textOf(quasi);
    const [start] = source.bytesOf(quasi);
    for (const [pattern, replacement] of sqlSwaps) {
      for (const match of text.matchAll(pattern)) {
        const from = start + Buffer.byteLength(text.slice(0, match.index));
        change(quasi, from, from + Buffer.byteLength(match[0]), replacement);
      }
    }
  }
};
