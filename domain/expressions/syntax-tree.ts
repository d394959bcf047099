import type { ASTNode } from '@marcbachmann/cel-js';

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value;

const nodesIn = (value: unknown): readonly ASTNode[] => {
  if (isNode(value)) return [value];
  return Array.isArray(value) ? value.flatMap(nodesIn) : [];
};

/** The operands of a node of a CEL syntax tree, in the order of the source. */
export const childrenOf = (node: ASTNode): readonly ASTNode[] => nodesIn(node.args);

/** Every plain name in the tree: variables, and what comprehensions call their elements. */
export const rootsOf = (node: ASTNode): readonly string[] =>
  node.op === 'id' ? [node.args] : childrenOf(node).flatMap(rootsOf);

/** Every node of the tree, the root first. */
export const nodesOf = (node: ASTNode): readonly ASTNode[] => [node, ...childrenOf(node).flatMap(nodesOf)];
