import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EventMonth } from '../../domain/archive/month.ts';
import { writeArchiveFile } from './archive-file.ts';
import { flushFolder, removeLeftovers } from './durable-file.ts';
import type { EventLines } from './event-lines.ts';
import { type ArchivedFile, writeManifest } from './manifest.ts';

/** A damaged file costs so many events at most. */
const eventsPerFile = 200_000;

/**
 * Writes the events of a month to files in a folder of its own; the manifest is the last of them.
 */
export const exportMonth = async (
  folder: string,
  month: EventMonth,
  batches: AsyncGenerator<EventLines>,
): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await flushFolder(dirname(folder));
  await removeLeftovers(folder);
  const files: ArchivedFile[] = [];
  try {
    for (let next = await batches.next(); !next.done; next = await batches.next()) {
      files.push(await exportFile(folder, files.length + 1, next.value, batches));
    }
  } finally {
    await batches.return(undefined);
  }
  await writeManifest(folder, {
    partition: month.partition,
    from: month.from.toISOString(),
    until: month.until.toISOString(),
    events: files.reduce((sum, { events }) => sum + events, 0),
    first_position: files[0]?.first_position,
    last_position: files.at(-1)?.last_position,
    files,
  });
};

const exportFile = async (
  folder: string,
  number: number,
  first: EventLines,
  more: AsyncGenerator<EventLines>,
): Promise<ArchivedFile> => {
  const name = `${String(number).padStart(5, '0')}.ndjson.gz`;
  let events = 0;
  let lastPosition = first.lastPosition;
  const take = (batch: EventLines): string => {
    events += batch.lines.length;
    lastPosition = batch.lastPosition;
    return `${batch.lines.join('\n')}\n`;
  };
  const texts = async function* () {
    yield take(first);
    while (events < eventsPerFile) {
      const next = await more.next();
      if (next.done) return;
      yield take(next.value);
    }
  };
  const { bytes, sha256 } = await writeArchiveFile(join(folder, name), texts());
  return { name, events, bytes, sha256, first_position: first.firstPosition, last_position: lastPosition };
};
