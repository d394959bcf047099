import type { Cell, Document, Sheet } from '../../../domain/estimate/parse/document.ts';
import { decodeText } from './encoding.ts';
import { checkJson } from './json-bounds.ts';
import type { ReadLimits } from './limits.ts';
import { Unreadable } from './read-failure.ts';
import { createTally, type Tally, tooManyCells, tooManyCharacters } from './tally.ts';

type Json = unknown;

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const cellOf = (value: Json, { text }: Tally): Cell => {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number'))
    return text(value.join(', '));
  return '';
};

/** The list of an object that holds one: the longest array among its values. */
const listIn = (value: Json): readonly Json[] | undefined => {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const lists = Object.values(value).filter((each): each is readonly Json[] => Array.isArray(each));
  return lists.sort((a, b) => b.length - a.length)[0];
};

const rowsOfObjects = (objects: readonly Readonly<Record<string, Json>>[], tally: Tally): Sheet['rows'] => {
  const keys = new Set<string>();
  for (const object of objects) for (const key of Object.keys(object)) keys.add(key);
  const { maxColumns } = tally.limits;
  if (keys.size > maxColumns) throw new Unreadable('too_many_columns', `the objects have more than ${maxColumns} keys`);
  tally.addCells(keys.size * (objects.length + 1));
  const columns = [...keys];
  const under = (object: Readonly<Record<string, Json>>, key: string): Cell =>
    Object.hasOwn(object, key) ? cellOf(object[key], tally) : '';
  return [columns.map((key) => tally.text(key)), ...objects.map((object) => columns.map((key) => under(object, key)))];
};

const rowOfList = (list: readonly Json[], tally: Tally): readonly Cell[] => {
  const { maxColumns } = tally.limits;
  if (list.length > maxColumns)
    throw new Unreadable('too_many_columns', `a list of cells has more than ${maxColumns} entries`);
  tally.addCells(list.length);
  return list.map((value) => cellOf(value, tally));
};

const rowsOf = (list: readonly Json[], tally: Tally): Sheet['rows'] => {
  const { maxRows } = tally.limits;
  if (list.length > maxRows) throw new Unreadable('too_many_rows', `the list has more than ${maxRows} entries`);
  if (list.every(isObject)) return rowsOfObjects(list, tally);
  return list.map((each) => rowOfList(Array.isArray(each) ? each : [each], tally));
};

/**
 * Values that a document within the limit of cells can have: brackets and keys come to as many
 * again.
 */
const valuesFor = ({ maxCells }: ReadLimits): number => 2 * maxCells;

/** The value of a text. Its levels and values are counted before the first is made. */
const parsed = (text: string, limits: ReadLimits): Json => {
  if (text.length > limits.maxCharacters) throw tooManyCharacters(limits);
  const { levels, values } = checkJson(text, limits.maxJsonLevels);
  if (levels > limits.maxJsonLevels)
    throw new Unreadable('nested_too_deep', `the JSON is nested more than ${limits.maxJsonLevels} levels deep`);
  if (values > valuesFor(limits)) throw tooManyCells(limits);
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('malformed', 'the file is not valid JSON');
  }
};

/**
 * Reads JSON: a list of objects (their keys are the heading), of lists (rows of cells) or of texts,
 * or an object that holds one.
 */
export const readJson = (bytes: Uint8Array, limits: ReadLimits): Document => {
  const { encoding, text } = decodeText(bytes);
  const list = listIn(parsed(text, limits));
  if (list === undefined) throw new Unreadable('wrong_format', 'the JSON holds no list of lines');
  if (list.length === 0) throw new Unreadable('empty', 'the list is empty');
  const sheet = {
    name: '',
    hidden: false,
    rows: rowsOf(list, createTally(limits)),
    hiddenRows: [],
    hiddenColumns: [],
    merged: [],
  };
  return { format: 'json', encoding, sheets: [sheet] };
};
