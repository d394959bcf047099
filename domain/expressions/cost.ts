import type { ASTNode, SourceRange } from '@marcbachmann/cel-js';
import type { Declarations, FieldType } from './declarations.ts';
import { comprehensions, type Forbidden, maxEntries } from './limits.ts';
import { childrenOf } from './syntax-tree.ts';

/**
 * How long an evaluation can take at most, told from the syntax tree before there is one: each part
 * is given the steps that it takes and the measure of what it gives, for lists as long as they may
 * be. What copies or compares a list for each entry of another comes to the product of both and is
 * refused.
 */

/**
 * Steps of one evaluation; a step is well under a microsecond, and copies or compares a thousand
 * characters at most.
 */
const maxSteps = 200_000;

/** Units of one value, a thousand characters or an entry each. */
const maxSize = 50_000;

/** How large a value can be: its units, its entries, and the measure of one entry. */
interface Measure {
  readonly size: number;
  readonly length: number;
  readonly entry: Measure | undefined;
}

interface Cost {
  readonly steps: number;
  readonly gives: Measure;
}

const small: Measure = { size: 1, length: 1, entry: undefined };

const charactersOfUnit = 1_000;

/**
 * A text of a supplier or of an operator: 10,000 characters, which is longer than any but the
 * longest.
 */
const text: Measure = { size: 10, length: 1, entry: undefined };

const listOf = (entry: Measure, length: number): Measure => ({ size: entry.size * length, length, entry });

const measureOf = (type: FieldType): Measure => {
  if (type === 'string') return text;
  return type === 'strings' || type === 'texts' ? listOf(text, maxEntries) : small;
};

const larger = (a: Measure, b: Measure): Measure => (a.size >= b.size ? a : b);

/** Both together, as a concatenation gives them. */
const sum = (a: Measure, b: Measure): Measure => ({
  size: a.size + b.size,
  length: a.entry === undefined && b.entry === undefined ? 1 : a.length + b.length,
  entry: a.entry && b.entry ? larger(a.entry, b.entry) : (a.entry ?? b.entry),
});

/** Names that are known at a place, with what they stand for. */
type Scope = ReadonlyMap<string, Measure>;

/** Thrown at the first part beyond the limit; never leaves this file. */
class CostLimitExceeded extends Error {
  readonly range: SourceRange;

  constructor(range: SourceRange) {
    super('too much');
    this.range = range;
  }
}

const bounded = (node: ASTNode, cost: Cost): Cost => {
  if (cost.steps > maxSteps || cost.gives.size > maxSize) throw new CostLimitExceeded(node.range);
  return cost;
};

interface Called {
  readonly name: string;
  readonly receiver: ASTNode | undefined;
  readonly args: readonly ASTNode[];
}

const calledIn = (node: ASTNode): Called | undefined => {
  if (node.op === 'call') return { name: node.args[0], receiver: undefined, args: node.args[1] };
  return node.op === 'rcall' ? { name: node.args[0], receiver: node.args[1], args: node.args[2] } : undefined;
};

/** The costs of the syntax trees of one place. */
class Estimator {
  private readonly declarations: Declarations;

  constructor(declarations: Declarations) {
    this.declarations = declarations;
  }

  costOf(node: ASTNode, scope: Scope): Cost {
    return bounded(node, this.unbounded(node, scope));
  }

  private unbounded(node: ASTNode, scope: Scope): Cost {
    const called = calledIn(node);
    if (called !== undefined) return this.ofCall(called, scope);
    if (node.op === 'id') return { steps: 1, gives: scope.get(node.args) ?? this.declared(node.args) };
    if (node.op === 'value') return { steps: 1, gives: small };
    const field = this.fieldOf(node, scope);
    if (field !== undefined) return { steps: 1, gives: field };
    return this.ofOperator(node, scope);
  }

  private declared(name: string): Measure {
    const type = Object.hasOwn(this.declarations, name) ? this.declarations[name] : undefined;
    return typeof type === 'string' ? measureOf(type) : text;
  }

  /** A field of a declared object. */
  private fieldOf(node: ASTNode, scope: Scope): Measure | undefined {
    const field = declaredField(this.declarations, node);
    return field === undefined || scope.has(field.variable) ? undefined : measureOf(field.type);
  }

  private ofOperator(node: ASTNode, scope: Scope): Cost {
    const parts = childrenOf(node).map((each) => this.costOf(each, scope));
    const steps = parts.reduce((all, each) => all + each.steps, 1);
    const [left = small, right = small, third = small] = parts.map(({ gives }) => gives);
    const together = parts.reduce<Measure>((all, { gives }) => sum(all, gives), { ...small, size: 0 });
    switch (node.op) {
      case '+':
        return { steps: steps + (together.entry === undefined ? together.size : together.length), gives: together };
      case '==':
      case '!=':
        return { steps: steps + Math.min(left.size, right.size), gives: small };
      case 'in':
        return { steps: steps + right.length, gives: small };
      case '?:':
        return { steps, gives: larger(right, third) };
      case '[]':
      case '[?]':
      case '.':
      case '.?':
        return { steps, gives: left.entry ?? left };
      case 'list':
      case 'map': {
        const entry = parts.reduce((most, { gives }) => larger(most, gives), small);
        return { steps, gives: { size: together.size + 1, length: parts.length, entry } };
      }
      default:
        return { steps, gives: small };
    }
  }

  private ofCall({ name, receiver, args }: Called, scope: Scope): Cost {
    const from = receiver && this.costOf(receiver, scope);
    if (from !== undefined && comprehensions.has(name)) return this.ofComprehension(name, from, args, scope);
    const [variable, value, body] = args;
    if (name === 'bind' && variable?.op === 'id' && value !== undefined && body !== undefined) {
      const bound = this.costOf(value, scope);
      const inner = this.costOf(body, new Map(scope).set(variable.args, bound.gives));
      return { steps: bound.steps + inner.steps, gives: inner.gives };
    }
    const parts = [...(from ? [from] : []), ...args.map((each) => this.costOf(each, scope))];
    const gives = parts.map((part) => part.gives);
    const size = gives.reduce((all, each) => all + each.size, 0);
    return { steps: parts.reduce((all, part) => all + part.steps, 1) + size, gives: givenBy(name, gives, size) };
  }

  private ofComprehension(name: string, from: Cost, args: readonly ASTNode[], scope: Scope): Cost {
    const [variable, ...bodies] = args;
    const entry = from.gives.entry ?? from.gives;
    const inner = variable?.op === 'id' ? new Map(scope).set(variable.args, entry) : scope;
    const costs = bodies.map((each) => this.costOf(each, inner));
    const steps = from.steps + from.gives.length * costs.reduce((all, each) => all + each.steps, 1);
    if (name === 'map') return { steps, gives: listOf(costs.at(-1)?.gives ?? small, from.gives.length) };
    return { steps, gives: name === 'filter' ? from.gives : small };
  }
}

/**
 * What a function gives; one that is not named here gives no more than it is given, or a number.
 */
const givenBy = (name: string, gives: readonly Measure[], size: number): Measure => {
  const [first = small, second] = gives;
  if (name === 'split') return { size, length: size * charactersOfUnit, entry: small };
  if (name === 'join') return { size: first.size + first.length * (second?.size ?? 0), length: 1, entry: undefined };
  return sizeless.has(name) ? small : { ...first, size: 2 * size };
};

const sizeless: ReadonlySet<string> = new Set(['size', 'has', 'contains', 'startsWith', 'endsWith', 'indexOf']);

/** A field of a declared object that a node names, with its type. */
export const declaredField = (
  declarations: Declarations,
  node: ASTNode,
): { readonly variable: string; readonly field: string; readonly type: FieldType } | undefined => {
  if (node.op !== '.' && node.op !== '.?') return undefined;
  const [object, name] = node.args;
  if (object.op !== 'id' || typeof name !== 'string') return undefined;
  const type = Object.hasOwn(declarations, object.args) ? declarations[object.args] : undefined;
  const field = typeof type === 'object' && Object.hasOwn(type, name) ? type[name] : undefined;
  return field && { variable: object.args, field: name, type: field };
};

/** The first part of a syntax tree whose evaluation could take too long. */
export const tooCostly = (ast: ASTNode, declarations: Declarations): Forbidden | undefined => {
  try {
    new Estimator(declarations).costOf(ast, new Map());
    return undefined;
  } catch (error) {
    if (!(error instanceof CostLimitExceeded)) throw error;
    const message = `takes too long where lists have ${maxEntries} entries: a list must not be copied or searched for each entry of another`;
    return { message, range: error.range };
  }
};
