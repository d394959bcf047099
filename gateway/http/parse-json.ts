import { invalidArgument } from '../../domain/errors.ts';

/**
 * JSON of a caller, read within bounds. What a body may hold is looked at once before anything else
 * works on it, so that no schema, walk or store ever meets a list without end, a value of any
 * depth, or a text that cannot be stored.
 */

/** Values inside each other; nothing that a client means comes near it. */
const maxDepth = 64;

/** Entries of one list, as many as an estimate may have lines; and fields of one object. */
const maxEntries = 20_000;
const maxFields = 2_000;

/** What is wrong with a value, and the way to it, innermost name first. */
interface Fault {
  readonly path: (string | number)[];
  readonly description: string;
}

const fault = (description: string): Fault => ({ path: [], description });

const within = (name: string | number, found: Fault): Fault => {
  found.path.push(name);
  return found;
};

const faultOfText = (text: string): Fault | undefined => {
  if (!text.isWellFormed()) return fault('must be Unicode: half of a surrogate pair stands alone');
  return text.includes('\u0000') ? fault('must not hold U+0000') : undefined;
};

/** As a name of an object it means something else to the language, and would be lost on the way. */
const faultOfName = (name: string): Fault | undefined =>
  name === '__proto__' ? fault('is a name that cannot be taken') : faultOfText(name);

const faultInList = (list: readonly unknown[], depth: number): Fault | undefined => {
  if (list.length > maxEntries) return fault(`must have at most ${maxEntries} entries`);
  for (const [index, each] of list.entries()) {
    const found = faultIn(each, depth);
    if (found !== undefined) return within(index, found);
  }
  return undefined;
};

const faultInObject = (object: object, depth: number): Fault | undefined => {
  const entries = Object.entries(object);
  if (entries.length > maxFields) return fault(`must have at most ${maxFields} fields`);
  for (const [name, each] of entries) {
    const found = faultOfName(name) ?? faultIn(each, depth);
    if (found !== undefined) return within(name, found);
  }
  return undefined;
};

/** The first fault in a value. Recursion is bounded: nothing below `maxDepth` is looked at. */
const faultIn = (value: unknown, depth: number): Fault | undefined => {
  if (typeof value === 'string') return faultOfText(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= maxDepth) return fault(`must not be nested deeper than ${maxDepth} levels`);
  return Array.isArray(value) ? faultInList(value, depth + 1) : faultInObject(value, depth + 1);
};

/**
 * A whole body has no name in the names of its fields; a value that is a field of something else
 * has.
 */
const fieldOf = (path: string, whole: string): string => {
  if (path === '') return whole;
  return whole === 'body' ? path : `${whole}.${path}`;
};

/**
 * A JSON text as its value. Throws `invalid_argument` for one that is no JSON, nested too deep, too
 * long in one of its lists or objects, or holds a text that cannot be stored; it names the place,
 * or `whole` where that is the text itself.
 */
export const parseJson = (text: string, whole: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which may hold anything.
    throw invalidArgument({ field: whole, description: 'is not valid JSON' });
  }
  const found = faultIn(value, 0);
  if (found === undefined) return value;
  const path = found.path.reverse().join('.').toWellFormed();
  throw invalidArgument({ field: fieldOf(path, whole), description: found.description });
};
