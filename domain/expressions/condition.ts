import {
  type ASTNode,
  TypeError as CelTypeError,
  Environment,
  EvaluationError,
  ParseError,
} from '@marcbachmann/cel-js';
import { compileTextCondition } from './compile-text-condition.ts';
import { declaredField, tooCostly } from './cost.ts';
import type { Declarations, FieldType } from './declarations.ts';
import { forbiddenIn, maxConditionLength, maxEntries, structuralLimits } from './limits.ts';
import { nodesOf, rootsOf } from './syntax-tree.ts';

/**
 * Conditions that operators write, in CEL (cel.dev, the Common Expression Language): the only door
 * to the library.
 *
 * A condition is compiled and type-checked once against the variables that its place declares, so a
 * name that does not exist or a comparison of a text with a number is an error when it is saved and
 * never when it is used. It has no side effects and always ends: `limits.ts` bounds its size and
 * the lists that it is evaluated with, `cost.ts` the time that it takes.
 */

/** What the variables are in one evaluation, by their declared names. */
export type Values = Readonly<Record<string, unknown>>;

/** A condition that is ready to be evaluated as often as one likes. */
export interface Condition {
  readonly source: string;
  /**
   * The declared variables that it refers to: it is evaluated again only when one of them changes.
   */
  readonly names: ReadonlySet<string>;
  /**
   * Whether it holds. Undefined when that cannot be told: it depends on a value that is absent,
   * speaks of a list or map of more than `maxEntries`, or divides by zero. A part that cannot be
   * told does no harm where the rest decides, as in `a || b` with `b` true.
   */
  holds(values: Values): boolean | undefined;
}

/**
 * Why a condition is not acceptable, and where: character offsets from 0, the end not included;
 * line and column from 1.
 */
export interface ConditionError {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/** A compiled condition, or why there is none. */
export type CompiledCondition =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly error: ConditionError };

/** Compiles conditions of one place. */
export type ConditionCompiler = (source: string) => CompiledCondition;

const celTypes: Readonly<Record<FieldType, string>> = {
  string: 'string',
  bool: 'bool',
  int: 'int',
  double: 'double',
  instant: 'google.protobuf.Timestamp',
  strings: 'list<string>',
  texts: 'map<string, string>',
};

const environmentOf = (declarations: Declarations): Environment => {
  const environment = new Environment({ limits: structuralLimits });
  for (const [name, type] of Object.entries(declarations)) {
    if (typeof type === 'string') {
      environment.registerVariable(name, celTypes[type]);
      continue;
    }
    const fields = Object.entries(type).map(([field, each]): [string, string] => [field, celTypes[each]]);
    environment.registerVariable({ name, schema: Object.fromEntries(fields) });
  }
  return environment;
};

const rejected = (source: string, message: string, range: { start: number; end: number }): CompiledCondition => {
  const before = source.slice(0, range.start).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { ok: false, error: { message, start: range.start, end: range.end, line: before.length, column } };
};

/**
 * The library's own errors have a place in the source; anything else that it throws is about the
 * whole of it.
 */
const rejectedBy = (source: string, error: unknown): CompiledCondition => {
  const whole = { start: 0, end: source.length };
  if (error instanceof ParseError || error instanceof CelTypeError || error instanceof EvaluationError)
    return rejected(source, error.summary, error.range ?? whole);
  return rejected(source, 'not a CEL expression', whole);
};

/** Where a list or map is among the values. */
type ListPlace = readonly [variable: string, field?: string];

/** The lists and maps that a syntax tree refers to. */
const listsIn = (ast: ASTNode, declarations: Declarations): readonly ListPlace[] =>
  nodesOf(ast).flatMap((node): readonly ListPlace[] => {
    const named = declaredField(declarations, node);
    if (named !== undefined) return isList(named.type) ? [[named.variable, named.field]] : [];
    const type = node.op === 'id' && Object.hasOwn(declarations, node.args) ? declarations[node.args] : undefined;
    return node.op === 'id' && typeof type === 'string' && isList(type) ? [[node.args]] : [];
  });

const isList = (type: FieldType): boolean => type === 'strings' || type === 'texts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isTooLong = (values: Values, [variable, field]: ListPlace): boolean => {
  const outer = values[variable];
  const value = field === undefined ? outer : isRecord(outer) ? outer[field] : undefined;
  if (Array.isArray(value)) return value.length > maxEntries;
  return isRecord(value) && Object.keys(value).length > maxEntries;
};

const evaluated = (run: (values: Values) => unknown, values: Values): boolean | undefined => {
  try {
    return run(values) === true;
  } catch {
    return undefined;
  }
};

/** A compiler of conditions over the declared variables. */
export const conditionCompiler = (declarations: Declarations): ConditionCompiler => {
  const environment = environmentOf(declarations);
  return (source) => {
    if (source.length > maxConditionLength)
      return rejected(source, `longer than ${maxConditionLength} characters`, {
        start: maxConditionLength,
        end: source.length,
      });
    try {
      const run = environment.parse(source);
      const ast: ASTNode = run.ast;
      const forbidden = forbiddenIn(ast);
      if (forbidden !== undefined) return rejected(source, forbidden.message, forbidden.range);
      const { valid, type, error } = run.check();
      if (!valid) return rejectedBy(source, error);
      if (type !== 'bool') return rejected(source, `gives ${type}, but a condition gives bool`, ast.range);
      const costly = tooCostly(ast, declarations);
      if (costly !== undefined) return rejected(source, costly.message, costly.range);
      const names = new Set(rootsOf(ast).filter((name) => Object.hasOwn(declarations, name)));
      const lists = listsIn(ast, declarations);
      const evaluate = compileTextCondition(ast, declarations) ?? ((values: Values) => evaluated(run, values));
      const holds = (values: Values): boolean | undefined =>
        lists.some((place) => isTooLong(values, place)) ? undefined : evaluate(values);
      return { ok: true, condition: { source, names, holds } };
    } catch (error) {
      return rejectedBy(source, error);
    }
  };
};
