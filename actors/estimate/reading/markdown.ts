/**
 * Tables as Markdown writes them: a heading, a line of dashes below it, and rows of cells parted by
 * bars. Lines outside of tables stay whole. Links, emphasis and code marks in cells are taken off;
 * they are dress, not text.
 */
import type { ReadLimits } from './limits.ts';
import { createTally } from './tally.ts';

/** The line between a heading and its rows: `|---|:--:|`, `--- | ---`. */
const ruler = /^\s{0,20}\|?(?:\s{0,100}:?-{1,1000}:?\s{0,100}\|){1,200}(?:\s{0,100}:?-{1,1000}:?)?\s{0,100}$/u;

/** A bar that parts cells; one behind a backslash is text. */
const bar = /(?<!\\)\|/u;

/** Characters of a line that can be a ruler. */
const longestRuler = 4_000;

const isRuler = (line: string): boolean => line.length <= longestRuler && ruler.test(line);

/** A link or a picture; what it shows stays. */
const link = /!?\[(?<shown>[^[\]]{0,500})\]\([^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?\s{0,10}\)/gu;

/** Words with marks of emphasis or code around them. */
const emphasis = /\*\*(?<strong>[^*]{1,500})\*\*|__(?<bold>[^_]{1,500})__|`(?<code>[^`]{1,500})`/gu;

/** The text of a cell or a line without the marks of Markdown. */
const plain = (text: string): string =>
  text.replace(link, '$<shown>').replace(emphasis, '$<strong>$<bold>$<code>').replaceAll('\\|', '|');

const cells = (line: string): readonly string[] => line.split(bar).map((cell) => plain(cell));

/**
 * A text with at least one table of Markdown as cells; undefined for any other. Throws
 * `too_many_cells`.
 */
export const readMarkdown = (
  lines: readonly string[],
  limits: ReadLimits,
): readonly (readonly string[])[] | undefined => {
  const isHeadOfTable = (at: number): boolean => bar.test(lines[at] ?? '') && isRuler(lines[at + 1] ?? '');
  if (!lines.some((_, at) => isHeadOfTable(at))) return undefined;
  const { addCells } = createTally(limits);
  let isInTable = false;
  return lines.map((line, at) => {
    isInTable = isHeadOfTable(at) || (isInTable && bar.test(line));
    const row = isInTable ? cells(line) : [plain(line)];
    addCells(row.length);
    return row;
  });
};
