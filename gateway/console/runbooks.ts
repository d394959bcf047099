import { readFileSync } from 'node:fs';

/**
 * What to do about an alert, as `docs/failure-modes.md` says it: each heading of the third level
 * there is one runbook.
 */

/** A piece of a runbook. */
export type RunbookBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string };

/** What to do about something. */
interface Runbook {
  readonly title: string;
  readonly blocks: readonly RunbookBlock[];
}

/** A part of a text: plain, code, or a link to another runbook or document. */
export type RunbookSpan =
  | { readonly kind: 'plain' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

const blockOf = (paragraph: string): RunbookBlock => {
  const lines = paragraph.split('\n');
  if (lines[0]?.startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') };
  if (lines.every((line) => /^\||^\s*$/.test(line)))
    return {
      kind: 'list',
      items: lines
        .filter((line) => !/^\|[-|\s]+$/.test(line))
        .slice(1)
        .map(cellsOf),
    };
  if (!/^(?:- |\d+\. )/.test(lines[0] ?? '')) return { kind: 'text', text: lines.join(' ') };
  const items = paragraph.split(/\n(?=- |\d+\. )/);
  return { kind: 'list', items: items.map((item) => item.replace(/^(?:- |\d+\. )/, '').replaceAll(/\n\s*/g, ' ')) };
};

/** A row of a table as one text. */
const cellsOf = (row: string): string =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(': ');

/** The runbooks of a document, by the anchors of their headings. */
export const runbooksIn = (document: string): ReadonlyMap<string, Runbook> =>
  new Map(
    document.split(/\n(?=#{1,3} )/).flatMap((part) => {
      const [heading = '', ...lines] = part.split('\n');
      if (!heading.startsWith('### ')) return [];
      const paragraphs = lines
        .join('\n')
        .trim()
        .split(/\n{2,}/);
      const title = heading.slice(4);
      return [[anchorOf(title), { title, blocks: paragraphs.filter((text) => text !== '').map(blockOf) }]];
    }),
  );

/** The anchor that a heading has on a page. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** The spans of a text. */
export const spansIn = (text: string): readonly RunbookSpan[] =>
  text.split(/(`[^`]*`|\[[^[\]]*\]\([^()[\]\s]*\))/).flatMap((part): readonly RunbookSpan[] => {
    if (part === '') return [];
    if (part.startsWith('`')) return [{ kind: 'code', text: part.slice(1, -1) }];
    const link = /^\[([^\]]*)\]\(([^)\s]*)\)$/.exec(part);
    return link === null
      ? [{ kind: 'plain', text: part }]
      : [{ kind: 'link', text: link[1]?.replaceAll('`', '') ?? '', to: link[2] ?? '' }];
  });

let known: ReadonlyMap<string, Runbook> | undefined;

/** The runbook of an anchor; undefined where there is none, or the documents are not installed. */
export const runbookOf = (anchor: string): Runbook | undefined => {
  known ??= runbooksIn(failureModes());
  return known.get(anchor);
};

const failureModes = (): string => {
  try {
    return readFileSync(new URL('../../docs/failure-modes.md', import.meta.url), 'utf8');
  } catch {
    return '';
  }
};
