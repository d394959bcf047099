import type { ASTNode } from '@marcbachmann/cel-js';
import { ownProperty } from '../own-property.ts';
import { declaredField } from './cost.ts';
import type { Declarations, FieldType } from './declarations.ts';

/**
 * Conditions as functions, for those that most are: texts that are compared, looked for in lists,
 * or asked for, and what `&&`, `||` and `!` make of that. The library walks its syntax tree at each
 * evaluation and throws for what is absent; these give the same in a tenth of the time. Whatever
 * else a condition has, the library evaluates the whole of it.
 *
 * Undefined means in all of this that it cannot be told, as an error does in the library.
 */

type Values = Readonly<Record<string, unknown>>;
type TextOf = (values: Values) => string | undefined;

/** Whether a part of a condition holds; undefined when that cannot be told. */
export type TruthOf = (values: Values) => boolean | undefined;

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** An own part of what may be an object. */
const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

const literalOf = (node: ASTNode): string | undefined => (node.op === 'value' ? asText(node.args) : undefined);

/** The value of a field that is declared with one of the types. */
const fieldOf = (node: ASTNode, declarations: Declarations, types: readonly FieldType[]) => {
  const declared = node.op === '.' ? declaredField(declarations, node) : undefined;
  if (declared === undefined || !types.includes(declared.type)) return undefined;
  const { variable, field } = declared;
  return (values: Values): unknown => partOf(values[variable], field);
};

/** The name in a record of texts, written with a dot or in brackets. */
const entryName = (node: ASTNode): string | undefined => {
  if (node.op === '.') return asText(node.args[1]);
  return node.op === '[]' ? literalOf(node.args[1]) : undefined;
};

const textOf = (node: ASTNode, declarations: Declarations): TextOf | undefined => {
  const literal = literalOf(node);
  if (literal !== undefined) return () => literal;
  if (node.op === 'id') {
    const name = node.args;
    return declarations[name] === 'string' ? (values) => asText(values[name]) : undefined;
  }
  const field = fieldOf(node, declarations, ['string']);
  if (field !== undefined) return (values) => asText(field(values));
  const name = entryName(node);
  if (name === undefined || (node.op !== '.' && node.op !== '[]')) return undefined;
  const texts = fieldOf(node.args[0], declarations, ['texts']);
  return texts && ((values) => asText(partOf(texts(values), name)));
};

const compared = (node: ASTNode, declarations: Declarations): TruthOf | undefined => {
  if (node.op !== '==' && node.op !== '!=') return undefined;
  const [left, right] = node.args.map((each) => textOf(each, declarations));
  if (left === undefined || right === undefined) return undefined;
  const isEqual = node.op === '==';
  return (values) => {
    const [one, other] = [left(values), right(values)];
    return one === undefined || other === undefined ? undefined : (one === other) === isEqual;
  };
};

/** Whether a text is among those that a node stands for. */
const membershipOf = (node: ASTNode, declarations: Declarations) => {
  if (node.op === 'list') {
    const literals = node.args.map(literalOf);
    if (literals.includes(undefined)) return undefined;
    const names: ReadonlySet<unknown> = new Set(literals);
    return (_: Values, text: string): boolean | undefined => names.has(text);
  }
  const strings = fieldOf(node, declarations, ['strings']);
  if (strings !== undefined)
    return (values: Values, text: string) => {
      const list = strings(values);
      return Array.isArray(list) ? list.includes(text) : undefined;
    };
  const texts = fieldOf(node, declarations, ['texts']);
  return (
    texts &&
    ((values: Values, text: string) => {
      const record = texts(values);
      return record === undefined ? undefined : partOf(record, text) !== undefined;
    })
  );
};

const lookedFor = (node: ASTNode, declarations: Declarations): TruthOf | undefined => {
  if (node.op !== 'in') return undefined;
  const text = textOf(node.args[0], declarations);
  const isAmong = membershipOf(node.args[1], declarations);
  if (text === undefined || isAmong === undefined) return undefined;
  return (values) => {
    const sought = text(values);
    return sought === undefined ? undefined : isAmong(values, sought);
  };
};

const functions: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
  contains: (text, part) => text.includes(part),
};

const called = (node: ASTNode, declarations: Declarations): TruthOf | undefined => {
  if (node.op === 'call') return asked(node.args, declarations);
  if (node.op !== 'rcall') return undefined;
  const [name, receiver, [argument, ...more]] = node.args;
  const apply = ownProperty(functions, name);
  if (apply === undefined || argument === undefined || more.length > 0) return undefined;
  const [text, part] = [textOf(receiver, declarations), textOf(argument, declarations)];
  if (text === undefined || part === undefined) return undefined;
  return (values) => {
    const [one, other] = [text(values), part(values)];
    return one === undefined || other === undefined ? undefined : apply(one, other);
  };
};

/** `has(variable.field)`. */
const asked = (
  [name, [argument]]: readonly [string, readonly ASTNode[]],
  declarations: Declarations,
): TruthOf | undefined => {
  const declared = name === 'has' && argument?.op === '.' ? declaredField(declarations, argument) : undefined;
  if (declared === undefined) return undefined;
  const { variable, field } = declared;
  return (values) => {
    const outer = values[variable];
    return typeof outer === 'object' && outer !== null ? partOf(outer, field) !== undefined : undefined;
  };
};

const combined = (node: ASTNode, declarations: Declarations): TruthOf | undefined => {
  if (node.op === '!_') {
    const inner = compileTextCondition(node.args, declarations);
    if (inner === undefined) return undefined;
    return (values) => {
      const holds = inner(values);
      return holds === undefined ? undefined : !holds;
    };
  }
  if (node.op !== '&&' && node.op !== '||') return undefined;
  const [left, right] = node.args.map((each) => compileTextCondition(each, declarations));
  if (left === undefined || right === undefined) return undefined;
  const decisive = node.op === '||';
  return (values) => {
    const one = left(values);
    if (one === decisive) return decisive;
    const other = right(values);
    return other === decisive ? decisive : one === undefined ? undefined : other;
  };
};

/** What a syntax tree that was checked says, as a function; undefined: the library is to say it. */
export const compileTextCondition = (node: ASTNode, declarations: Declarations): TruthOf | undefined =>
  combined(node, declarations) ??
  compared(node, declarations) ??
  lookedFor(node, declarations) ??
  called(node, declarations);
