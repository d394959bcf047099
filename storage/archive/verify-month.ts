import { basename } from 'node:path';
import { reasonOf } from '../../domain/errors.ts';
import { readArchiveFile } from './archive-file.ts';
import type { EventLines } from './event-lines.ts';
import { type ArchiveManifest, readManifest } from './manifest.ts';

/**
 * Reads the manifest of a month that must have one. Throws an error that names the file when it is
 * missing or damaged.
 */
export const requireManifest = async (folder: string): Promise<ArchiveManifest> => {
  const manifest = await readManifest(folder);
  if (manifest === undefined) throw new Error(`${folder} has no manifest.json: the month was not archived to its end`);
  if (manifest.partition !== basename(folder)) {
    throw new Error(`${folder} holds the archive of ${manifest.partition}: its name is not its own`);
  }
  return manifest;
};

/**
 * Every line of a month, in order of position. Throws an error that names the first file that is
 * damaged.
 */
export async function* archivedLines(
  folder: string,
  { files }: ArchiveManifest,
): AsyncGenerator<readonly string[], void> {
  for (const file of files) yield* readArchiveFile(folder, file);
}

/**
 * Reads every file of a month to its end. Returns what is wrong, each with the name of a file; none
 * when all is well.
 */
export const verifyMonth = async (folder: string): Promise<readonly string[]> => {
  const manifest = await requireManifest(folder).catch(reasonOf);
  if (typeof manifest === 'string') return [manifest];
  const problems: string[] = [];
  for (const file of manifest.files) {
    const problem = await drained(readArchiveFile(folder, file)).catch(reasonOf);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
};

/**
 * The manifest of a month of which every file was read and found whole. Throws an error that names
 * what is damaged.
 */
export const wholeMonth = async (folder: string): Promise<ArchiveManifest> => {
  const problems = await verifyMonth(folder);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return requireManifest(folder);
};

const drained = async (lines: AsyncIterable<unknown>): Promise<undefined> => {
  for await (const _ of lines);
  return undefined;
};

/** What a comparison found. */
export interface Comparison {
  /** Events of the partition. */
  readonly events: number;
  /** The first that the archive lacks; undefined when it has them all, to the letter. */
  readonly missing: string | undefined;
}

/**
 * Compares a partition with the archive, both in order of position: every line of the one must be a
 * line of the other. The whole archive is read, so that a damaged file is found wherever it is.
 */
export const compareLines = async (
  partition: AsyncGenerator<EventLines>,
  archive: AsyncIterable<readonly string[]>,
): Promise<Comparison> => {
  let events = 0;
  let batch: readonly string[] = [];
  let at = 0;
  /** The line that the archive has yet to show. */
  const wanted = async (): Promise<string | undefined> => {
    while (at === batch.length) {
      const next = await partition.next();
      if (next.done) return undefined;
      batch = next.value.lines;
      at = 0;
    }
    return batch[at];
  };
  try {
    let line = await wanted();
    for await (const lines of archive) {
      for (const archived of lines) {
        if (archived !== line) continue;
        events += 1;
        at += 1;
        line = at < batch.length ? batch[at] : await wanted();
      }
    }
    return { events, missing: line };
  } finally {
    await partition.return(undefined);
  }
};
