/**
 * What the record itself holds under a name that came from outside; undefined where it holds nothing. A plain look-up also finds
 * what every object inherits: `record['constructor']` is a function and never absent.
 */
export const ownProperty = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
