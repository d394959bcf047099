/** The functions of a source and their lengths. */
import { field, isNode, type SourceFile, type SyntaxNode } from './syntax.ts';

/** A function, arrow function, method, accessor or constructor. */
export interface FunctionLength {
  /**
   * With the functions around it, joined by dots. A callback has the name of what it is given to.
   */
  readonly name: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From its first to its last, with the functions inside of it. */
  readonly lines: number;
  readonly isData: boolean;
}

const functions = new Set([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'FunctionDeclaration',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
]);

const nameOfNode = (node: unknown): string | undefined => {
  const value = field(node, 'value') ?? field(field(node, 'id'), 'value') ?? field(field(node, 'property'), 'value');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/** The name that a node gives to a function directly inside of it. */
const nameGiven = (node: SyntaxNode): string | undefined => {
  switch (node.type) {
    case 'VariableDeclarator':
      return nameOfNode(node.id);
    case 'KeyValueProperty':
    case 'ClassProperty':
    case 'PrivateProperty':
      return nameOfNode(node.key);
    case 'AssignmentExpression':
      return nameOfNode(node.left);
    case 'CallExpression':
    case 'NewExpression':
      return nameOfNode(node.callee);
    default:
      return undefined;
  }
};

/** All functions of a source, in its order. */
export const functionsOf = (
  source: SourceFile,
  isData: (start: number, end: number) => boolean,
): readonly FunctionLength[] => {
  const found: FunctionLength[] = [];
  const visit = (value: unknown, path: readonly string[], given: string): void => {
    if (!isNode(value)) return;
    let [inside, name] = [path, nameGiven(value) ?? given];
    if (functions.has(String(value.type))) {
      const lines = source.linesOf(value);
      inside = [...path, nameOfNode(value.identifier) ?? nameOfNode(value.key) ?? given];
      found.push({
        name: inside.join('.'),
        file: source.file,
        line: lines[0],
        lines: lines[1] - lines[0] + 1,
        isData: isData(...source.bytesOf(value)),
      });
      name = 'anonymous';
    }
    for (const each of Object.values(value)) visit(each, inside, name);
  };
  visit(source.body, [], 'anonymous');
  return found;
};
