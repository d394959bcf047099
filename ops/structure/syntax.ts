/** Source files as trees of syntax. */
import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

/** Where something stands in the source. */
export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A node as the parser gives it. */
export interface SyntaxNode {
  readonly type?: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null;

/** A field of a node; undefined where there is no node. */
export const field = (node: unknown, name: string): unknown => (isNode(node) ? node[name] : undefined);

function* nodesOf(value: unknown): Generator<SyntaxNode> {
  if (!isNode(value)) return;
  if (typeof value.type === 'string') yield value;
  for (const each of Object.values(value)) yield* nodesOf(each);
}

/** A file with all of its nodes, the outer ones first. */
export interface SourceFile {
  readonly nodes: readonly SyntaxNode[];
  readonly placeOf: (node: SyntaxNode) => Place;
  /** The source of a node. */
  readonly textOf: (node: unknown) => string;
}

/** Reads one file. Throws where it is no TypeScript. */
export const readSource = (file: string): SourceFile => {
  const bytes = readFileSync(file);
  // Offsets of the parser count bytes from 1.
  const offset = (node: unknown, end: 'start' | 'end'): number => Number(field(field(node, 'span'), end)) - 1;
  return {
    nodes: [...nodesOf(parseSync(bytes.toString(), { syntax: 'typescript', target: 'esnext' }).body)],
    placeOf: (node) => ({ file, line: bytes.subarray(0, offset(node, 'start')).toString().split('\n').length }),
    textOf: (node) => bytes.subarray(offset(node, 'start'), offset(node, 'end')).toString(),
  };
};
