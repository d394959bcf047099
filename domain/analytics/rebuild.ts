import type { StoredEvent } from '../events.ts';
import { eventRow, projectedEvents } from './event-row.ts';
import type {
  AnalyticsGaps,
  AnalyticsWriter,
  ArchivedHistory,
  HistoryPlace,
  RecordedHistory,
  ViewPlace,
} from './ports.ts';
import type { AnalyticsRows, AnalyticsTable, ProjectedRow } from './rows.ts';

/** What the projection is made again from and into. */
export interface RebuildProjectionDependencies {
  readonly history: RecordedHistory;
  /** Left out: no events were moved out of the database, or those that were stay away. */
  readonly archive?: ArchivedHistory | undefined;
  readonly projection: AnalyticsWriter & AnalyticsGaps;
  /** Called with the progress after each page. */
  readonly onProgress: (progress: RebuildProgress) => void;
}

/** What was read, and observations that the projection lacked. */
export interface RebuildProgress {
  /** Of the database. */
  readonly events: number;
  /** Of the archive. */
  readonly archived: number;
  readonly observations: number;
  readonly added: number;
  /** What each credential knows of each offer: of that, when it was last seen. */
  readonly views: number;
}

/** Enough for few round trips, and few enough ids for the address of a request. */
const pageSize = 1_000;

const byTable = (rows: readonly ProjectedRow[]): ReadonlyMap<AnalyticsTable, readonly ProjectedRow[]> =>
  Map.groupBy(rows, ({ table }) => table);

const insertEvents = async (projection: AnalyticsWriter, events: readonly StoredEvent[]): Promise<void> => {
  const rows = events.flatMap(
    ({ aggregateType, aggregateId, version, event, recordedAt }) =>
      eventRow(event, { messageId: `${aggregateType}:${aggregateId}:${version}`, recordedAt }) ?? [],
  );
  for (const [table, ofTable] of byTable(rows)) {
    await projection.insert(table, ofTable.map(({ row }) => row) as readonly AnalyticsRows[typeof table][]);
  }
};

/** The events of the database, in pages. */
const recordedEvents = async function* (history: RecordedHistory): AsyncIterable<readonly StoredEvent[]> {
  for (let after: StoredEvent | undefined; ; ) {
    const events = await history.events(projectedEvents, after, pageSize);
    after = events.at(-1);
    if (after === undefined) return;
    yield events;
  }
};

/**
 * Makes the projection again from what the database has recorded, and what of it was archived. What
 * is there stays: events are written again under their ids, which changes nothing, and of
 * observations only those that are lacking are written, because the bus tells more of them than the
 * database has kept. When offers were last seen is written for all of them: the latest counts. It
 * may be stopped at any time, and done again. The archive comes after the database, so that a month
 * that is moved meanwhile is not missed: then some of its events are read twice.
 */
export const rebuildProjection = async (parts: RebuildProjectionDependencies): Promise<RebuildProgress> => {
  const { history, archive, projection, onProgress } = parts;
  let progress: RebuildProgress = { events: 0, archived: 0, observations: 0, added: 0, views: 0 };
  const advance = (by: Partial<RebuildProgress>): void => {
    progress = { ...progress, ...by };
    onProgress(progress);
  };

  for await (const events of recordedEvents(history)) {
    await insertEvents(projection, events);
    advance({ events: progress.events + events.length });
  }
  for await (const events of archive?.events(projectedEvents) ?? []) {
    await insertEvents(projection, events);
    advance({ archived: progress.archived + events.length });
  }
  for (let after: HistoryPlace | undefined; ; ) {
    const { rows, end } = await history.observations(after, pageSize);
    const unknown = await projection.unknownObservations(rows);
    await projection.insert('observation', unknown);
    advance({ observations: progress.observations + rows.length, added: progress.added + unknown.length });
    if (end === undefined) break;
    after = end;
  }
  for (let after: ViewPlace | undefined; ; ) {
    const { rows, end } = await history.lastSeen(after, pageSize);
    await projection.insert('offer_newest', rows);
    advance({ views: progress.views + rows.length });
    if (end === undefined) return progress;
    after = end;
  }
};
