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

/** Whether a value of a tree is an object: a node, or a list of nodes. */
export const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null;

/** A field of a node; undefined where there is no node. */
export const field = (node: unknown, name: string): unknown => (isNode(node) ? node[name] : undefined);

function* nodesOf(value: unknown): Generator<SyntaxNode> {
  if (!isNode(value)) return;
  if (typeof value.type === 'string') yield value;
  for (const each of Object.values(value)) yield* nodesOf(each);
}

/** A file with all of its nodes, the outer ones first. */
export interface SourceFile {
  readonly file: string;
  /** The source itself. */
  readonly text: string;
  /** The statements at the top level. */
  readonly body: readonly SyntaxNode[];
  readonly nodes: readonly SyntaxNode[];
  readonly placeOf: (node: SyntaxNode) => Place;
  /** First and last line of a node, from 1. */
  readonly linesOf: (node: SyntaxNode) => readonly [first: number, last: number];
  /** Start and end of a node, as offsets of bytes in the source. */
  readonly bytesOf: (node: SyntaxNode) => readonly [start: number, end: number];
  /** The source of a node. */
  readonly textOf: (node: unknown) => string;
}

/** Finds the line of an offset of bytes. */
const lineFinder = (bytes: Buffer): ((offset: number) => number) => {
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
};

/** Parses one file. Throws where it is no TypeScript. */
export const parseSource = (file: string, text: string): SourceFile => {
  const bytes = Buffer.from(text);
  const lineOf = lineFinder(bytes);
  // Offsets of the parser count bytes from 1.
  const offset = (node: unknown, end: 'start' | 'end'): number => Number(field(field(node, 'span'), end)) - 1;
  const { body } = parseSync(text, { syntax: 'typescript', target: 'esnext' }) as unknown as {
    readonly body: readonly SyntaxNode[];
  };
  return {
    file,
    text,
    body,
    nodes: [...nodesOf(body)],
    placeOf: (node) => ({ file, line: lineOf(offset(node, 'start')) }),
    linesOf: (node) => [lineOf(offset(node, 'start')), lineOf(offset(node, 'end') - 1)],
    bytesOf: (node) => [offset(node, 'start'), offset(node, 'end')],
    textOf: (node) => bytes.subarray(offset(node, 'start'), offset(node, 'end')).toString(),
  };
};

/** Reads one file. Throws where it is no TypeScript. */
export const readSource = (file: string): SourceFile => parseSource(file, readFileSync(file, 'utf8'));
