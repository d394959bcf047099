import { invalidArgument } from '../../domain/errors.ts';

/**
 * Reading proto3 JSON that somebody else wrote. Every reader throws `invalid_argument` that names
 * the field with its path (`price.breaks[2].quantity`). A field that is absent or null is absent:
 * it is never read as zero or as an empty text, except where proto3 itself leaves out a zero
 * (`count`, `flag`) or an empty list.
 */

/** A JSON object and where it stands. */
export interface Fields {
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>>;
}

const at = (fields: Fields, name: string): string => (fields.path === '' ? name : `${fields.path}.${name}`);

const bad = (field: string, description: string): Error => invalidArgument({ field, description });

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

const asFields = (value: unknown, path: string): Fields => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(path, 'must be an object');
  return { path, json: value as Readonly<Record<string, unknown>> };
};

/** The payload of a message. */
export const parseFields = (payload: Uint8Array): Fields => {
  let value: unknown;
  try {
    // A view of the same bytes: a copy would cost as much as the reading.
    value = JSON.parse(Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('utf8'));
  } catch {
    throw bad('payload', 'must be JSON');
  }
  return { path: '', json: asFields(value, 'payload').json };
};

/** A text if present. */
export const optionalText = (fields: Fields, name: string): string | undefined => {
  const value = fields.json[name];
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'string') throw bad(at(fields, name), 'must be a text');
  return value;
};

/** A text that must be there and not be empty. */
export const text = (fields: Fields, name: string): string => {
  const value = optionalText(fields, name);
  if (value === undefined || value === '') throw bad(at(fields, name), 'is missing');
  return value;
};

/** A text out of a closed set if present. */
export const optionalEnumValue = <Word extends string>(
  fields: Fields,
  name: string,
  words: readonly Word[],
): Word | undefined => {
  const value = optionalText(fields, name);
  if (value === undefined) return undefined;
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw bad(at(fields, name), `must be one of ${words.join(', ')}`);
  return word;
};

/** A text out of a closed set that must be there. */
export const enumValue = <Word extends string>(fields: Fields, name: string, words: readonly Word[]): Word => {
  const value = optionalEnumValue(fields, name, words);
  if (value === undefined) throw bad(at(fields, name), 'is missing');
  return value;
};

/** The greatest int32. */
export const maxInt32 = 2_147_483_647;

/** What a whole number may be, both ends included. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

const wholeText = /^-?\d{1,19}$/;

/** A whole number if present; proto3 JSON writes the 64-bit ones as text as well. */
export const optionalInteger = (fields: Fields, name: string, { min, max }: Range): number | undefined => {
  const value = fields.json[name];
  if (isAbsent(value)) return undefined;
  const number = typeof value === 'string' && wholeText.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw bad(at(fields, name), 'must be a whole number');
  if (number < min || number > max) throw bad(at(fields, name), `must be from ${min} to ${max}`);
  return number;
};

/** A whole number that must be there. */
export const integer = (fields: Fields, name: string, range: Range): number => {
  const value = optionalInteger(fields, name, range);
  if (value === undefined) throw bad(at(fields, name), 'is missing');
  return value;
};

/** A count, which proto3 leaves out when it is zero. */
export const count = (fields: Fields, name: string): number =>
  optionalInteger(fields, name, { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? 0;

/** A flag, which proto3 leaves out when it is false. */
export const flag = (fields: Fields, name: string): boolean => {
  const value = fields.json[name] ?? false;
  if (typeof value !== 'boolean') throw bad(at(fields, name), 'must be true or false');
  return value;
};

const instantText = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** An RFC 3339 instant that must be there, to the millisecond. */
export const instant = (fields: Fields, name: string): Date => {
  const value = text(fields, name);
  const date = new Date(value);
  if (!instantText.test(value) || Number.isNaN(date.getTime()))
    throw bad(at(fields, name), 'must be an RFC 3339 instant');
  return date;
};

/** An object if present. */
export const optionalObject = (fields: Fields, name: string): Fields | undefined => {
  const value = fields.json[name];
  return isAbsent(value) ? undefined : asFields(value, at(fields, name));
};

/** An object that must be there. */
export const object = (fields: Fields, name: string): Fields => {
  const value = optionalObject(fields, name);
  if (value === undefined) throw bad(at(fields, name), 'is missing');
  return value;
};

const items = (fields: Fields, name: string): readonly unknown[] => {
  const value = fields.json[name] ?? [];
  if (!Array.isArray(value)) throw bad(at(fields, name), 'must be a list');
  return value;
};

/** A list of objects, which proto3 leaves out when it is empty. */
export const objects = (fields: Fields, name: string): readonly Fields[] =>
  items(fields, name).map((item, index) => asFields(item, `${at(fields, name)}[${index}]`));

/** A list of texts, which proto3 leaves out when it is empty. */
export const texts = (fields: Fields, name: string): readonly string[] =>
  items(fields, name).map((item, index) => {
    if (typeof item !== 'string') throw bad(`${at(fields, name)}[${index}]`, 'must be a text');
    return item;
  });

/** A list of whole numbers of 32 bits, which proto3 leaves out when it is empty. */
export const integers = (fields: Fields, name: string): readonly number[] =>
  items(fields, name).map((item, index) => {
    if (typeof item !== 'number' || !Number.isInteger(item) || Math.abs(item) > maxInt32)
      throw bad(`${at(fields, name)}[${index}]`, 'must be a whole number');
    return item;
  });

/** A map of texts; undefined when it is empty, because proto3 leaves it out then. */
export const optionalTextMap = (fields: Fields, name: string): Readonly<Record<string, string>> | undefined => {
  const map = optionalObject(fields, name);
  if (map === undefined) return undefined;
  const entries = Object.keys(map.json).map((key): [string, string] => [key, optionalText(map, key) ?? '']);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};

/** A text that `parse` must understand. */
export const parsed = <Value>(
  fields: Fields,
  name: string,
  parse: (text: string) => Value | undefined,
  expected: string,
): Value => {
  const value = parse(text(fields, name));
  if (value === undefined) throw bad(at(fields, name), `must be ${expected}`);
  return value;
};

/** Fails with a field of these fields. */
export const reject = (fields: Fields, name: string, description: string): never => {
  throw bad(at(fields, name), description);
};
