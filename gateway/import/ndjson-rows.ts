import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { SourceRow } from './source-row.ts';

/** The members of a JSON object, as texts. */
export type Members = readonly (readonly [name: string, value: string])[];

/** Characteristics may stand in an object of their own; all else that is nested is kept as JSON. */
const membersOf = (object: object): Members =>
  Object.entries(object).flatMap(([name, value]: [string, unknown]): Members => {
    if (value === null || value === undefined) return [];
    if (typeof value !== 'object') return [[name, String(value)]];
    return name === 'characteristics' && !Array.isArray(value) ? membersOf(value) : [[name, JSON.stringify(value)]];
  });

const parseLine = (text: string): Members | string => {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? membersOf(value) : 'is not a JSON object';
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
};

/**
 * Rows of a file with one JSON object a line; blank lines are left out. Throws when the file cannot
 * be read.
 */
export async function* ndjsonRows(file: string): AsyncGenerator<SourceRow<Members>> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  let line = 0;
  for await (const raw of lines) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.trim() === '') continue;
    const parsed = parseLine(text);
    yield typeof parsed === 'string'
      ? { kind: 'malformed', line, raw: text, reason: parsed }
      : { kind: 'row', line, content: parsed };
  }
}
