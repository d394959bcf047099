/**
 * What counts as data and not as logic.
 *
 * Data is a literal (object, array, string, template), or a call or `new` that is given literals,
 * that decides nothing: it holds no function with a body in braces, no `await`, no condition, no
 * assignment, and no call that is given a variable of an enclosing function. A call that stands
 * alone as a statement is not data, but what it is given may be. So tables, schemas, routes, SQL
 * texts and catalogues of metrics are data; wiring, and mappings that call, are logic.
 *
 * A function or a file is data when at least nine tenths of its characters lie in data. Blanks,
 * comments and imports count for neither side.
 */
import { commentBytes } from './comments.ts';
import { isNode, type SourceFile, type SyntaxNode } from './syntax.ts';

const share = 0.9;

const literals = new Set(['ObjectExpression', 'ArrayExpression', 'StringLiteral', 'TemplateLiteral']);

const calls = new Set(['CallExpression', 'NewExpression']);

const deciding = new Set([
  'FunctionBody',
  'BlockStatement',
  'AwaitExpression',
  'YieldExpression',
  'ConditionalExpression',
  'AssignmentExpression',
  'UpdateExpression',
]);

const conditions = new Set(['??', '&&', '||']);

const some = (value: unknown, holds: (node: SyntaxNode) => boolean): boolean => {
  if (!isNode(value)) return false;
  if (typeof value.type === 'string' && holds(value)) return true;
  return Object.values(value).some((each) => some(each, holds));
};

/** The parser numbers scopes: 1 is the world, 2 the module, the rest are inside of functions. */
const isLocal = (node: SyntaxNode): boolean => node.type === 'Identifier' && Number(node.ctxt) > 2;

const decides = (node: SyntaxNode): boolean => {
  if (deciding.has(String(node.type))) return true;
  if (node.type === 'BinaryExpression') return conditions.has(String(node.operator));
  if (calls.has(String(node.type))) return some(node.arguments, isLocal);
  return false;
};

const isLiteral = (node: SyntaxNode): boolean => literals.has(String(node.type));

const isData = (node: SyntaxNode): boolean =>
  (isLiteral(node) || (calls.has(String(node.type)) && some(node, isLiteral))) && !some(node, decides);

/** Tells every outermost piece of data. */
const visitData = (value: unknown, visit: (node: SyntaxNode) => void): void => {
  if (!isNode(value)) return;
  if (isData(value)) {
    visit(value);
    return;
  }
  const inside = value.type === 'ExpressionStatement' && isNode(value.expression) ? value.expression : value;
  for (const each of Object.values(inside)) visitData(each, visit);
};

/** Sums from the first byte to each, so that a range costs two look-ups. */
const sumsOf = (marks: Uint8Array): Uint32Array => {
  const sums = new Uint32Array(marks.length + 1);
  for (const [index, mark] of marks.entries()) sums[index + 1] = (sums[index] ?? 0) + mark;
  return sums;
};

/** Answers whether a range of bytes of a source is data. */
export const dataOf = (source: SourceFile): ((start: number, end: number) => boolean) => {
  const code = Uint8Array.from(Buffer.from(source.text), (byte) => (byte > 32 ? 1 : 0));
  for (const { start, end } of commentBytes(source)) code.fill(0, start, end);
  for (const node of source.body) if (node.type === 'ImportDeclaration') code.fill(0, ...source.bytesOf(node));
  const data = new Uint8Array(code.length);
  visitData(source.body, (node) => {
    const [start, end] = source.bytesOf(node);
    data.set(code.subarray(start, end), start);
  });
  const [codeSums, dataSums] = [sumsOf(code), sumsOf(data)];
  const within = (sums: Uint32Array, start: number, end: number): number => (sums[end] ?? 0) - (sums[start] ?? 0);
  return (start, end) => {
    const all = within(codeSums, start, end);
    return all > 0 && within(dataSums, start, end) / all >= share;
  };
};
