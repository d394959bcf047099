/** Where comments stand in a source, by language. */
import type { SourceFile } from './syntax.ts';

/** A comment: its offsets of characters in the text. */
export interface Comment {
  readonly start: number;
  readonly end: number;
}

const texts = new Set(['StringLiteral', 'TemplateElement', 'RegExpLiteral']);

/**
 * The source with the content of strings, templates and regular expressions blanked, byte by byte.
 */
const withoutTexts = (source: SourceFile): Buffer => {
  const bytes = Buffer.from(source.text);
  for (const node of source.nodes) {
    if (!texts.has(String(node.type))) continue;
    const [start, end] = source.bytesOf(node);
    for (let at = start; at < end; at += 1) if (bytes[at] !== 10) bytes[at] = 32;
  }
  return bytes;
};

/** The comments of a TypeScript source. Offsets are bytes of UTF-8 and are told as such. */
export const commentBytes = (source: SourceFile): readonly Comment[] => {
  // One character a byte, so that offsets of the expression are offsets of bytes.
  const code = withoutTexts(source).toString('latin1');
  return [...code.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
};

/** The comments of SQL: from `--` to the end of the line, outside of quotes. */
const sqlComment = /'(?:[^']|'')*'|"[^"]*"|(--[^\n]*|\/\*[\s\S]*?\*\/)/g;

/** The comments of a shell script that have lines of their own. */
const shellComment = /^[ \t]*(#.*)$/gm;

const linesOfMatches = (text: string, expression: RegExp): ReadonlySet<number> => {
  const lines = new Set<number>();
  for (const { 0: whole, 1: comment, index } of text.matchAll(expression)) {
    if (comment === undefined) continue;
    const first = text.slice(0, index + whole.indexOf(comment)).split('\n').length;
    for (let line = first; line < first + comment.split('\n').length; line += 1) lines.add(line);
  }
  return lines;
};

/** The lines of an SQL text that hold a comment, from 1. */
export const sqlCommentLines = (text: string): ReadonlySet<number> => linesOfMatches(text, sqlComment);

/** The lines of a shell script that are comments, from 1. */
export const shellCommentLines = (text: string): ReadonlySet<number> => linesOfMatches(text, shellComment);

/** The lines of a TypeScript source that hold a comment, and those that hold code, from 1. */
export const commentAndCodeLines = (
  source: SourceFile,
): { readonly comment: ReadonlySet<number>; readonly code: ReadonlySet<number> } => {
  const bytes = Buffer.from(source.text);
  const comment = new Set<number>();
  let [line, at] = [1, 0];
  const goTo = (offset: number): number => {
    for (; at < offset; at += 1) if (bytes[at] === 10) line += 1;
    return line;
  };
  for (const { start, end } of commentBytes(source)) {
    const first = goTo(start);
    for (let each = first; each <= goTo(end); each += 1) comment.add(each);
    for (let each = start; each < end; each += 1) if (bytes[each] !== 10) bytes[each] = 32;
  }
  const code = new Set<number>();
  for (const [index, each] of bytes.toString('latin1').split('\n').entries()) {
    if (each.trim() !== '') code.add(index + 1);
  }
  return { comment, code };
};

/**
 * What must stand on one line whatever its width: orders to a tool, and a word that cannot be cut.
 */
const unbreakable = /biome-ignore|@ts-expect-error|^\W*\S+$/;

/** The lines among these that are wider than allowed, in characters. */
export const tooWide = (text: string, lines: ReadonlySet<number>, width: number): readonly number[] =>
  text.split('\n').flatMap((line, index) => {
    const isTooWide = lines.has(index + 1) && [...line].length > width && !unbreakable.test(line);
    return isTooWide ? [index + 1] : [];
  });
