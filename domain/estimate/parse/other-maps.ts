/**
 * What a document may mean besides the reading that was taken of it: other tables, and other
 * meanings of its columns, each with its score.
 */
import type { FoundTable } from './find-tables.ts';
import type { Doubt, OtherMap } from './parsed-bom.ts';
import type { Role, TableMap } from './roles.ts';

/** The most readings that are offered. */
const maxOffered = 20;

/** Another meaning of the columns is offered where so many columns fewer are likely to be right. */
const offeredMargin = 0.5;

/** Within these margins the columns are doubtful: cells alone tell less. */
const doubtfulMargin = { headed: 0.15, unheaded: 0.3 } as const;

/** Digits of a score that say anything. */
const rounded = (score: number): number => Math.round(100 * Math.min(1, Math.max(0, score))) / 100;

/** Other readings than that of the best table, the likeliest first. */
export const otherMapsOf = (best: FoundTable, others: readonly FoundTable[]): readonly OtherMap[] => {
  const tables = others.map(({ map, score }) => ({ ...map, score: rounded(score / best.score) }));
  const { rival } = best;
  const meanings =
    rival === undefined || rival.margin > offeredMargin
      ? []
      : [{ ...best.map, columns: rival.columns, score: rounded(1 - rival.margin) }];
  return [...meanings, ...tables].sort((a, b) => b.score - a.score).slice(0, maxOffered);
};

const name = (at: number, headings: Readonly<Record<number, string>>): string =>
  headings[at] === undefined ? `column ${at + 1}` : `column ${JSON.stringify(headings[at])}`;

const meaning = (role: Role | undefined): string => (role === undefined ? 'nothing' : role.replaceAll('_', ' '));

/** The first column that two readings of a table take for different things. */
const differing = ({ columns }: TableMap, rival: TableMap['columns']): number | undefined =>
  [...new Set([...Object.keys(columns), ...Object.keys(rival)])]
    .map(Number)
    .sort((a, b) => a - b)
    .find((at) => columns[at] !== rival[at]);

/** The doubt of a table whose columns may nearly as well mean something else. */
export const uncertainColumns = (
  { map, rival }: FoundTable,
  headings: Readonly<Record<number, string>>,
): Doubt | undefined => {
  const most = doubtfulMargin[map.headerRow === undefined ? 'unheaded' : 'headed'];
  if (rival === undefined || rival.margin > most) return undefined;
  const at = differing(map, rival.columns);
  if (at === undefined) return undefined;
  const [taken, other] = [map.columns[at], rival.columns[at]];
  const text = `${name(at, headings)} is read as ${meaning(taken)}; it may as well be ${meaning(other)}`;
  return { code: 'columns_uncertain', text };
};
