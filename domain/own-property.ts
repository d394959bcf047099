/**
 * The record's own value under a name from outside; undefined where it has none. A plain look-up
 * also finds inherited properties: `record['constructor']` is a function and never absent.
 */
export const ownProperty = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
