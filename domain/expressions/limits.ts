import type { ASTNode, SourceRange } from '@marcbachmann/cel-js';
import { childrenOf } from './syntax-tree.ts';

/**
 * How large a condition may be. With these bounds, what `forbiddenIn` refuses and what `cost.ts`
 * counts, an evaluation takes a few milliseconds at the very most and microseconds as a rule: it
 * needs no timer, and none could interrupt it.
 */
export const structuralLimits = {
  maxAstNodes: 256,
  maxDepth: 24,
  maxListElements: 200,
  maxMapEntries: 50,
  maxCallArguments: 8,
} as const;

/** Characters of a condition. */
export const maxConditionLength = 2_000;

/**
 * Entries of a list or map that a condition is evaluated with; whether it holds for a longer one
 * cannot be told.
 */
export const maxEntries = 500;

/** What goes through a list. */
export const comprehensions: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** A forbidden part of a condition, and where it is. */
export interface Forbidden {
  readonly message: string;
  readonly range: SourceRange;
}

const forbiddenAt = (node: ASTNode, isInside: boolean): Forbidden | undefined => {
  const called = node.op === 'rcall' || node.op === 'call' ? node.args[0] : undefined;
  // The library matches with a backtracking engine, so a short pattern could run for hours on what
  // a supplier wrote.
  if (called === 'matches')
    return { message: 'matches() is not available; use startsWith, endsWith, contains or ==', range: node.range };
  const isComprehension = called !== undefined && comprehensions.has(called);
  if (isComprehension && isInside)
    return { message: `${called}() inside another comprehension is not available`, range: node.range };
  for (const child of childrenOf(node)) {
    const found = forbiddenAt(child, isInside || isComprehension);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The first thing in a syntax tree whose time could not be bounded. */
export const forbiddenIn = (ast: ASTNode): Forbidden | undefined => forbiddenAt(ast, false);
