/**
 * What a migration may not do, because processes of the version before go on while it is applied
 * and after: take away or narrow what their statements name. What is to go is first left unused by
 * a release. The migration of a later one that takes it away has a line `-- needs: NNNN` with the
 * last migration of that release: programs that do not know it refuse the schema.
 */
const contractions: readonly RegExp[] = [
  /\bdrop\s+(?:table|column|function|procedure|(?:materialized\s+)?view|type|schema|sequence|domain)\b[^;]*/gi,
  /\brename\s+(?:to|column|constraint|value)?\b[^;]*/gi,
  /\bset\s+not\s+null\b/gi,
  /\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b[^;]*/gi,
  /\bdrop\s+default\b/gi,
];

const addedColumn = /\badd\s+column\s+(?:if\s+not\s+exists\s+)?(\w+)((?:[^,;()]|\([^()]*\))*)/gi;

const withoutComments = (sql: string): string => sql.replaceAll(/--.*$/gm, '').replaceAll(/\/\*[\s\S]*?\*\//g, '');

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The parts of a migration that take away or narrow what there is, in their order of kind. */
export const contractionsIn = (sql: string): readonly string[] => {
  const text = withoutComments(sql);
  const removed = contractions.flatMap((each) => [...text.matchAll(each)].map(([found]) => oneLine(found)));
  const demanded = [...text.matchAll(addedColumn)]
    .filter(([, , rest = '']) => /\bnot\s+null\b/i.test(rest) && !/\b(?:default|generated)\b/i.test(rest))
    .map(([found]) => oneLine(found));
  return [...removed, ...demanded];
};
