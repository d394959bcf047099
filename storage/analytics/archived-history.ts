import type { ArchivedHistory } from '../../domain/analytics/ports.ts';
import type { StoredEvent } from '../../domain/events.ts';
import { archivedLines, wholeMonth } from '../archive/verify-month.ts';
import { type EventRow, storedEvent } from '../event-log/stored-event.ts';

/** A line of an archive: the columns of `event`, those that JSON has no type for as text. */
type EventLine = Omit<EventRow, 'position' | 'recorded_at'> & {
  readonly position: string;
  readonly recorded_at: string;
};

const parsedLine = (line: string): StoredEvent => {
  const event = JSON.parse(line) as EventLine;
  return storedEvent({ ...event, position: BigInt(event.position), recorded_at: new Date(event.recorded_at) });
};

/** As many as make an insert worth its while. */
const pageSize = 1_000;

/**
 * The events of archived months, from their files. `monthFolders` finds the folders when it is
 * asked; the files of a month are read to their end and compared with its manifest before the first
 * of its events is given.
 */
export const createArchivedHistory = (monthFolders: () => Promise<readonly string[]>): ArchivedHistory => ({
  async *events(types) {
    const wanted = new Set<string>(types);
    for (const folder of await monthFolders()) {
      let page: StoredEvent[] = [];
      for await (const lines of archivedLines(folder, await wholeMonth(folder))) {
        page.push(...lines.map(parsedLine).filter(({ event }) => wanted.has(event.type)));
        if (page.length < pageSize) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    }
  },
});
