import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type FactName, factNames } from '../../domain/catalog/part-facts.ts';
import { decodeFile, type FileResult } from './decode-file.ts';

/** A file and why it was not decoded. */
export interface FileNote {
  /** Relative to the folder. */
  readonly file: string;
  readonly reason: string;
}

/** What came of one supplier's files. */
export interface SupplierResult {
  readonly supplier: string;
  readonly files: number;
  readonly decoded: number;
  readonly observations: number;
  readonly prices: number;
  readonly stocks: number;
  /** Observations that state a fact, by its name. */
  readonly facts: ReadonlyMap<FactName, number>;
  /** Answers that hold a fact, and those of them whose observations state it, by its name. */
  readonly answers: ReadonlyMap<FactName, { readonly held: number; readonly kept: number }>;
  /** Rows that the plug-in left out of answers that it decoded. */
  readonly skippedRows: number;
}

/** What came of a folder. */
export interface FolderResult {
  /** All JSON files; each is decoded, skipped or missed. */
  readonly files: number;
  readonly decoded: number;
  readonly observations: number;
  readonly skipped: number;
  readonly misses: readonly FileNote[];
  readonly skippedFiles: readonly FileNote[];
  readonly suppliers: readonly SupplierResult[];
}

interface Named {
  readonly file: string;
  readonly result: FileResult;
}

const supplierOf = ({ result }: Named): string =>
  result.kind === 'skipped' ? 'none' : (result.supplier ?? 'unreadable');

const summaryOf = (supplier: string, files: readonly Named[]): SupplierResult => {
  const decoded = files.flatMap(({ result }) => (result.kind === 'decoded' ? [result] : []));
  const drafts = decoded.flatMap((each) => each.drafts);
  return {
    supplier,
    files: files.length,
    decoded: decoded.length,
    observations: drafts.length,
    prices: drafts.filter(({ price }) => price !== undefined).length,
    stocks: drafts.filter(({ stock }) => stock !== undefined).length,
    facts: new Map(
      factNames.map((name) => [
        name,
        drafts.filter(({ description }) => description?.facts?.[name] !== undefined).length,
      ]),
    ),
    answers: new Map(
      factNames.map((name) => {
        const holding = decoded.flatMap(({ facts }) => facts.filter(({ held }) => held.has(name)));
        return [name, { held: holding.length, kept: holding.filter(({ stated }) => stated.has(name)).length }];
      }),
    ),
    skippedRows: decoded.reduce((sum, { skippedRows }) => sum + skippedRows, 0),
  };
};

const notesOf = (files: readonly Named[], kind: 'skipped' | 'missed'): readonly FileNote[] =>
  files.flatMap(({ file, result }) => (result.kind === kind ? [{ file, reason: result.reason }] : []));

/** Decodes every JSON file under a folder, however deep. Rejects when the folder cannot be read. */
export const decodeFolder = async (folder: string): Promise<FolderResult> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const files: Named[] = [];
  for (const path of paths) {
    const file = relative(folder, path);
    files.push({ file, result: decodeFile(file, await readFile(path, 'utf8')) });
  }
  const answers = files.filter(({ result }) => result.kind !== 'skipped');
  const suppliers = [...Map.groupBy(answers, supplierOf)].map(([supplier, own]) => summaryOf(supplier, own));
  const skippedFiles = notesOf(files, 'skipped');
  return {
    files: files.length,
    decoded: suppliers.reduce((sum, { decoded }) => sum + decoded, 0),
    observations: suppliers.reduce((sum, { observations }) => sum + observations, 0),
    skipped: skippedFiles.length,
    misses: notesOf(files, 'missed'),
    skippedFiles,
    suppliers: suppliers.toSorted((a, b) => a.supplier.localeCompare(b.supplier)),
  };
};
