import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from './durable-file.ts';

/**
 * The manifest of an archived month: what files it has and what must be in them. It is written
 * after them, so a month without one was not finished. Its own digest is in it, over everything
 * else that it says.
 */

const digest = z.string().regex(/^[\da-f]{64}$/);
const count = z.number().int().nonnegative();
const position = z.string().regex(/^\d+$/);

const fileSchema = z.strictObject({
  name: z.string().regex(/^\d{5}\.ndjson\.gz$/),
  events: count,
  bytes: count,
  /** Of the file as it lies there, so that `sha256sum` says the same. */
  sha256: digest,
  first_position: position,
  last_position: position,
});

const schema = z.strictObject({
  /** Of the lines: what fields an event has. */
  schema_version: z.literal(1),
  partition: z.string(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  events: count,
  /** Undefined in a month without events. */
  first_position: position.optional(),
  last_position: position.optional(),
  files: z.array(fileSchema).readonly(),
  sha256: digest,
});

/** What the manifest says of one file. */
export type ArchivedFile = Readonly<z.output<typeof fileSchema>>;

/** What the manifest says. */
export type ArchiveManifest = Readonly<z.output<typeof schema>>;

const manifestName = 'manifest.json';

const digestOf = ({ sha256: _, ...rest }: Omit<ArchiveManifest, 'sha256'> & { sha256?: string }): string =>
  createHash('sha256').update(JSON.stringify(rest)).digest('hex');

/** Writes the manifest of a month, which is finished by it. */
export const writeManifest = async (
  folder: string,
  content: Omit<ArchiveManifest, 'sha256' | 'schema_version'>,
): Promise<void> => {
  const unsigned = { schema_version: 1 as const, ...content };
  const text = `${JSON.stringify({ ...unsigned, sha256: digestOf(unsigned) }, undefined, 2)}\n`;
  await writeDurably(join(folder, manifestName), (path) => writeFile(path, text, { flush: true }));
};

/**
 * Reads the manifest of a month; undefined when there is none. Throws an error that names the file
 * when it is damaged.
 */
export const readManifest = async (folder: string): Promise<ArchiveManifest | undefined> => {
  const path = join(folder, manifestName);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const manifest = schema.safeParse(parsed(text));
  if (!manifest.success) throw new Error(`${path} is damaged: it is no manifest of schema version 1`);
  if (digestOf(manifest.data) !== manifest.data.sha256) throw new Error(`${path} is damaged: its digest is another`);
  return manifest.data;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
