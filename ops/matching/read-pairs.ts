import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComparedRecord } from '../../domain/matching/model/record.ts';

/**
 * Labelled pairs in the form of the public product-matching sets: a folder a set, a file a split, a
 * line a pair. A line is record, TAB, record, TAB, 0 or 1; a record is
 * `COL name VAL value COL name VAL value ...`.
 */

/** Two records and whether they are one product. */
export interface LabelledPair {
  readonly a: ComparedRecord;
  readonly b: ComparedRecord;
  readonly isMatch: boolean;
}

/** The parts of a set. */
export type Split = 'train' | 'valid' | 'test';

/** The pairs of one set and split. */
export interface PairSet {
  readonly name: string;
  readonly pairs: readonly LabelledPair[];
}

/** Which field of a record a column is; what is not named here is text. */
const columns: Readonly<Record<string, 'title' | 'manufacturer' | 'mpn' | 'price'>> = {
  title: 'title',
  name: 'title',
  brand: 'manufacturer',
  manufacturer: 'manufacturer',
  modelno: 'mpn',
  mpn: 'mpn',
  price: 'price',
};

const priceOf = (text: string | undefined): number | undefined => {
  const figure = Number(text?.replaceAll(/[^\d.]/g, '') || Number.NaN);
  return figure > 0 ? figure : undefined;
};

/** Reads one record. One without a title is called by what else it says. */
export const parseRecord = (line: string): ComparedRecord => {
  const fields: Record<'title' | 'manufacturer' | 'mpn' | 'price', string | undefined> = {
    title: undefined,
    manufacturer: undefined,
    mpn: undefined,
    price: undefined,
  };
  const rest: string[] = [];
  for (const part of line.split(/(?:^|\s)COL\s/).slice(1)) {
    const [name = '', value = ''] = part.split(/\sVAL(?:\s|$)/, 2);
    const text = value.trim();
    if (text === '') continue;
    const field = columns[name.trim()];
    if (field === undefined) rest.push(text);
    else fields[field] = text;
  }
  const text = rest.length === 0 ? undefined : rest.join(' | ');
  const named = fields.title === undefined ? { title: text, text: undefined } : { title: fields.title, text };
  return { ...fields, ...named, price: priceOf(fields.price) };
};

const parsePair = (line: string, where: string): LabelledPair => {
  const [a, b, label] = line.split('\t');
  if (a === undefined || b === undefined || (label !== '0' && label !== '1'))
    throw new Error(`${where}: a line must be record, TAB, record, TAB, 0 or 1`);
  return { a: parseRecord(a), b: parseRecord(b), isMatch: label === '1' };
};

/**
 * Reads one split of every set that lies in the folder; a set without the split is left out. Throws
 * when there is none at all.
 */
export const readPairs = async (folder: string, split: Split): Promise<readonly PairSet[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new Error(`${folder}: there is no such folder`);
  });
  const sets: PairSet[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory()).sort((x, y) => (x.name < y.name ? -1 : 1))) {
    const file = join(folder, name, `${split}.txt`);
    const content = await readFile(file, 'utf8').catch(() => undefined);
    if (content === undefined) continue;
    const lines = content.split('\n').filter((line) => line.trim() !== '');
    sets.push({ name, pairs: lines.map((line, at) => parsePair(line, `${file}, line ${at + 1}`)) });
  }
  if (sets.length === 0) throw new Error(`${folder}: no folder in it holds a ${split}.txt`);
  return sets;
};
