/**
 * Texts that say each part in labelled values instead of columns: `Qty: 2` below `Part: LM358`,
 * sections of `mpn=...` as in settings, or `MPN: LM358, Qty: 2` on one line.
 */
import { trimEndMatching } from '../../trim-end-matching.ts';
import { cellText, type Document } from './document.ts';
import { headingScores, headingStrength, headingWords } from './heading.ts';

/** What a text says of one part. */
export interface LabelledRecord {
  /** The rows of its first line and its last, counted from 1. */
  readonly row: number;
  readonly lastRow: number;
  /** The name of its section; empty where it has none. */
  readonly title: string;
  /** Values by label, as `headingWords` spells it. */
  readonly values: ReadonlyMap<string, string>;
}

interface TextRow {
  readonly row: number;
  readonly text: string;
}

/** Characters of a line that is looked at. */
const longestLine = 1_000;

/** A label with its value: `Qty: 2`, `- mpn = "LM358"`. */
const pair =
  /^(?:[-*•]\s{1,4})?["']?(?<label>\p{L}[\p{L}\p{N} ._/#()-]{0,40}?)["']?\s{0,20}[:=：](?!\/\/)\s{0,20}(?<value>.*)$/u;

/** The name of a section: `[U1]`. */
const section = /^\[{1,2}(?<name>[^[\]]{1,80})\]{1,2}$/u;

/** What makes a label one that a bill of materials has. */
const knownLabel = 0.55;

/** Labels of a text that are looked up; a list has no more. */
const maxLabels = 200;

/** Whether a label is one that a bill of materials has. Each is looked up once. */
type IsKnown = (label: string) => boolean;

const knownLabels = (): IsKnown => {
  const seen = new Map<string, boolean>();
  return (label) => {
    const before = seen.get(label);
    if (before !== undefined || seen.size >= maxLabels) return before ?? false;
    const is = headingStrength(label) >= knownLabel;
    seen.set(label, is);
    return is;
  };
};

type Pair = readonly [label: string, value: string];

const quoted = /^(?:"[^"]*"|'[^']*')$/u;

const pairIn = (text: string): Pair | undefined => {
  const { label, value } = pair.exec(text)?.groups ?? {};
  // A label of nothing names what follows.
  if (label === undefined || value === undefined || value === '') return undefined;
  return [headingWords(label), (quoted.test(value) ? value.slice(1, -1) : value).trim()];
};

/** The labelled values of one line: several known ones that commas part, or one. */
const pairsIn = (text: string, isKnown: IsKnown): readonly Pair[] => {
  const whole = pairIn(text);
  if (whole === undefined || !isKnown(whole[0])) return whole === undefined ? [] : [whole];
  const pieces: string[] = [];
  for (const piece of text.split(/(?<=[,;|\t])/u)) {
    const begins = pieces.length === 0 || isKnown(pairIn(piece.trimStart())?.[0] ?? '');
    if (begins) pieces.push(piece.trimStart());
    else pieces[pieces.length - 1] += piece;
  }
  return pieces.map((piece) => pairIn(trimEndMatching(piece, /[,;|\s]/u))).filter((each) => each !== undefined);
};

const textRows = ({ sheets, delimiter }: Document): readonly TextRow[] =>
  (sheets[0]?.rows ?? [])
    .map((row, at) => ({
      row: at + 1,
      text: row
        .map(cellText)
        .join(`${delimiter ?? ''} `)
        .slice(0, longestLine)
        .replaceAll('**', '')
        .trim(),
    }))
    .filter(({ text }) => text !== '');

interface OpenRecord extends LabelledRecord {
  lastRow: number;
  readonly values: Map<string, string>;
}

/** The record that a line of labelled values goes on with; undefined where it begins one. */
const goesOnWith = (last: OpenRecord | undefined, isApart: boolean, pairs: readonly Pair[]): OpenRecord | undefined =>
  isApart || pairs.length !== 1 || pairs.some(([label]) => last?.values.has(label) === true) ? undefined : last;

/**
 * All records of a text. One begins behind a blank line, below a line that is no labelled value,
 * and where a label comes again.
 */
const recordsOf = (rows: readonly TextRow[], isKnown: IsKnown): readonly LabelledRecord[] => {
  const records: OpenRecord[] = [];
  let title: TextRow | undefined;
  let before = 0;
  for (const { row, text } of rows) {
    const isApart = row > before + 1 || title !== undefined;
    const pairs = pairsIn(text, isKnown);
    const over = title?.row === row - 1 ? title : undefined;
    before = row;
    title = pairs.length === 0 ? { row, text } : undefined;
    if (pairs.length === 0) continue;
    const open = goesOnWith(records.at(-1), isApart, pairs);
    const name = section.exec(over?.text ?? '')?.groups?.name ?? over?.text ?? '';
    const isList = over?.text.endsWith(':') === true;
    const begun = {
      row: isList ? row : (over?.row ?? row),
      lastRow: row,
      title: name.replace(/:$/u, ''),
      values: new Map(),
    };
    const record: OpenRecord = open ?? begun;
    if (open === undefined) records.push(record);
    record.lastRow = row;
    for (const [label, value] of pairs) record.values.set(label, value);
  }
  return records;
};

/** Known labels of different meaning that a record must have, and records that a list must. */
const minLabels = 2;
const minRecords = 2;

/** The share of lines that must be labelled values, and of labels that several records have. */
const mostlyLabelled = 0.6;

/** Lines that tell whether a text is written so, and the most labels that they have. */
const lookedLines = 200;
const maxLooked = 60;

const meanings = (labels: Iterable<string>, isKnown: IsKnown): number =>
  new Set(
    [...labels]
      .filter(isKnown)
      .map((label) => Object.entries(headingScores(label)).sort((a, b) => b[1] - a[1])[0]?.[0]),
  ).size;

/** The records of a text; none where it is written otherwise. */
export const recordsIn = (document: Document): readonly LabelledRecord[] => {
  if (document.format !== 'csv' && document.format !== 'text') return [];
  const rows = textRows(document);
  const isKnown = knownLabels();
  const looked = rows.slice(0, lookedLines);
  const labelled = looked.filter(({ text }) => pair.test(text) || section.test(text)).length;
  const labels = new Set(looked.map(({ text }) => pair.exec(text)?.groups?.label)).size;
  if (labelled < mostlyLabelled * looked.length || labels > maxLooked) return [];
  const records = recordsOf(rows, isKnown).filter(({ values }) => meanings(values.keys(), isKnown) >= minLabels);
  const shared = new Set(records.flatMap(({ values }) => [...values.keys()])).size;
  const all = records.reduce((sum, { values }) => sum + values.size, 0);
  return records.length >= minRecords && all >= mostlyLabelled * shared * records.length ? records : [];
};
