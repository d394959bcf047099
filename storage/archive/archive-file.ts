import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { writeDurably } from './durable-file.ts';
import type { ArchivedFile } from './manifest.ts';

/**
 * Files of an archive: one event a line as JSON, compressed by gzip. Neither way is more than some
 * batches in memory.
 */

/** Passes everything on and counts it. */
const measuring = (hash: Hash, onBytes: (bytes: number) => void): Transform =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      onBytes(chunk.length);
      done(null, chunk);
    },
  });

/** Writes a file of compressed text and has it on the disk when it resolves. */
export const writeArchiveFile = (
  path: string,
  texts: AsyncIterable<string>,
): Promise<Pick<ArchivedFile, 'bytes' | 'sha256'>> =>
  writeDurably(path, async (partial) => {
    const hash = createHash('sha256');
    let bytes = 0;
    const measure = measuring(hash, (more) => {
      bytes += more;
    });
    await pipeline(Readable.from(texts), createGzip(), measure, createWriteStream(partial, { flush: true }));
    return { bytes, sha256: hash.digest('hex') };
  });

/**
 * The lines of a file, some at a time. Throws an error that names the file when it is not what the
 * manifest says; what is wrong may show only at its end, so nothing that was read counts until all
 * of it was.
 */
export async function* readArchiveFile(folder: string, file: ArchivedFile): AsyncGenerator<readonly string[]> {
  const path = join(folder, file.name);
  const damaged = (what: string): Error => new Error(`${path} is damaged: ${what}`);
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = measuring(hash, (more) => {
    bytes += more;
  });
  const text = createGunzip();
  const reading = pipeline(createReadStream(path), measure, text);
  // It is the loop below that is to fail.
  reading.catch(() => undefined);
  let events = 0;
  let rest = '';
  try {
    for await (const chunk of text.setEncoding('utf8')) {
      const lines = `${rest}${String(chunk)}`.split('\n');
      rest = lines.pop() ?? '';
      events += lines.length;
      if (lines.length > 0) yield lines;
    }
  } catch (error) {
    throw damaged(problemOf(error));
  }
  if (hash.digest('hex') !== file.sha256) throw damaged('its SHA-256 is another');
  if (bytes !== file.bytes) throw damaged(`it has ${bytes} bytes, not ${file.bytes}`);
  if (rest !== '' || events !== file.events) throw damaged(`it has ${events} events, not ${file.events}`);
}

const problemOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && error.code === 'ENOENT' ? 'it is missing' : error.message;
};
