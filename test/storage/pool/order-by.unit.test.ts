import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * Columns that a statement answers as text under their own name: `id::text`, or
 * `"rate"::text as rate`.
 */
const answeredAsText = (source: string): ReadonlySet<string> =>
  new Set(
    [...source.matchAll(/(\w+)"?::text(?!\[|::)(?:\s+as\s+"?(\w+))?/g)].flatMap(([, column = '', name = column]) =>
      name === column ? [column] : [],
    ),
  );

/** Columns by which the statements of a file sort and that are named without their table. */
const sortedBare = (source: string): readonly string[] =>
  [...source.matchAll(/order by\s+([^`)]*)/g)].flatMap(([, list = '']) =>
    (list.split(/\blimit\b|\bfor\b/)[0] ?? '')
      .split(',')
      .flatMap((key) => /^\s*"?(\w+)"?(?:\s+(?:asc|desc)\b|\s*$)/.exec(key)?.[1] ?? []),
  );

/**
 * The columns that are sorted by their text: SQL sorts by a column of the answer before one of the
 * table.
 */
const sortedByText = (source: string): readonly string[] => {
  const texts = answeredAsText(source);
  return sortedBare(source).filter((column) => texts.has(column));
};

describe('the order of what statements answer', () => {
  it('is never that of a number turned into text: such a column is sorted by under the name of its table', () => {
    const wrong = globSync('storage/**/*.ts').flatMap((path) =>
      sortedByText(readFileSync(path, 'utf8')).map((column) => `${path}: order by ${column}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ["const columns = 'id::text, trigger'; sql`select * from run order by id desc limit 9`", ['id']],
    ['sql`select run.id::text from run order by at, id`', ['id']],
    ['sql`select id::text from run order by run.id desc`', []],
    ['sql`select at::text as id from run order by at`', []],
    ['sql`select id from run where id = any(list::text[]) order by id`', []],
  ])('%s', (source, columns) => {
    expect(sortedByText(source)).toEqual(columns);
  });
});
