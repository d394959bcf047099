/** Where prose stands in a Markdown page. */

/** What begins or ends a block of code. */
const fence = /^ *(?:```|~~~)/;

/** Rows of a table, headings, definitions of links, pictures, HTML: each is one line by nature. */
const oneLine = /^ *(?:\||#|\[[^\]]+\]:|!\[|<)/;

/** The lines of a Markdown text that are prose, which can be cut, from 1. */
export const proseLines = (text: string): ReadonlySet<number> => {
  const lines = new Set<number>();
  let isCode = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (fence.test(line)) isCode = !isCode;
    else if (!isCode && !oneLine.test(line)) lines.add(index + 1);
  }
  return lines;
};
