import type { Cell, Document, Sheet } from '../../../domain/estimate/parse/document.ts';
import { decodeText } from './encoding.ts';
import type { ReadLimits } from './limits.ts';
import { Unreadable } from './read-failure.ts';

type Json = unknown;

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const cellOf = (value: Json): Cell => {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number'))
    return value.join(', ');
  return '';
};

/** The list of an object that holds one: the longest array among its values. */
const listIn = (value: Json): readonly Json[] | undefined => {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const lists = Object.values(value).filter((each): each is readonly Json[] => Array.isArray(each));
  return lists.sort((a, b) => b.length - a.length)[0];
};

const rowsOfObjects = (objects: readonly Readonly<Record<string, Json>>[], limits: ReadLimits): Sheet['rows'] => {
  const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  if (keys.length > limits.maxColumns)
    throw new Unreadable('too_many_columns', `the objects have more than ${limits.maxColumns} keys`);
  return [keys, ...objects.map((object) => keys.map((key) => cellOf(object[key])))];
};

const rowsOf = (list: readonly Json[], limits: ReadLimits): Sheet['rows'] => {
  if (list.length > limits.maxRows)
    throw new Unreadable('too_many_rows', `the list has more than ${limits.maxRows} entries`);
  if (list.every(isObject)) return rowsOfObjects(list, limits);
  return list.map((each) => (Array.isArray(each) ? each.map(cellOf) : [cellOf(each)]));
};

/** Reads JSON: a list of objects (their keys are the heading), of lists (rows of cells) or of texts, or an object that holds one. */
export const readJson = (bytes: Uint8Array, limits: ReadLimits): Document => {
  const { encoding, text } = decodeText(bytes);
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unreadable('malformed', 'the file is not valid JSON');
  }
  const list = listIn(value);
  if (list === undefined) throw new Unreadable('wrong_format', 'the JSON holds no list of lines');
  if (list.length === 0) throw new Unreadable('empty', 'the list is empty');
  const sheet = { name: '', hidden: false, rows: rowsOf(list, limits), hiddenRows: [], hiddenColumns: [], merged: [] };
  return { format: 'json', encoding, sheets: [sheet] };
};
