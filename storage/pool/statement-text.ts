/**
 * The text of a statement of postgres.js with `?` in the place of every value, so that nothing of
 * what was asked for is in it; fragments are written out. Empty for what is no statement.
 */
export const statementText = (query: object): string => written(query).replaceAll(/\s+/g, ' ').trim();

const written = (query: object): string => {
  const strings: unknown = Reflect.get(query, 'strings');
  const values: unknown = Reflect.get(query, 'args');
  if (!Array.isArray(strings) || !Array.isArray(values)) return '';
  return strings.map((text, at) => (at === 0 ? text : `${placeOf(values[at - 1])}${text}`)).join('');
};

const placeOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'strings' in value ? written(value) : '?';
