import type { AnalyticsWriter } from '../../domain/analytics/ports.ts';
import type { AnalyticsRows, AnalyticsTable, ProjectedRows } from '../../domain/analytics/rows.ts';
import { isFailure, reasonOf } from '../../domain/errors.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Delivery } from '../bus/bus.ts';
import { applyInHalves, createOutageLog, outlast } from '../bus/delivery/outage.ts';

/** Rows with the delivery that brought them. */
export interface DeliveredRows {
  readonly delivery: Delivery;
  readonly projected: ProjectedRows;
}

/** Dependencies of writing. */
export interface RowWriting {
  readonly writer: AnalyticsWriter;
  readonly metrics: Metrics['analytics'];
  readonly log: Logger;
  /** While the engine is away, rows wait until then. */
  readonly stopping: AbortSignal;
}

/**
 * Sets aside what cannot be projected, visibly: with the dead letters, in the log and in the count
 * of errors.
 */
export const setAside = (
  delivery: Delivery,
  reason: string,
  { metrics, log }: Pick<RowWriting, 'metrics' | 'log'>,
): void => {
  const { subject, sequence } = delivery;
  delivery.term(reason);
  metrics.ingestionErrors.inc({ topic: subject });
  log.warn('analytics.message.rejected', { subject, sequence, reason });
};

const isOutage = (error: unknown): boolean => !isFailure(error, 'invalid_argument');

/**
 * Writes a batch, table by table, and settles its deliveries: acknowledged after their rows are on
 * disk. A message with a row that the engine refuses is found by halving and set aside alone. While
 * the engine does not answer, the batch is kept and tried again; at a stop it is given back.
 */
export const createRowWriting = (writing: RowWriting): ((batch: readonly DeliveredRows[]) => Promise<void>) => {
  const { writer, metrics, log, stopping } = writing;
  const { noteOutage, noteAnswer } = createOutageLog('analytics', log);

  const insert = async (table: AnalyticsTable, rows: readonly DeliveredRows[]): Promise<void> => {
    const given = rows.flatMap(
      ({ projected }): readonly unknown[] => projected.rows,
    ) as readonly AnalyticsRows[typeof table][];
    const onOutage = (error: unknown): void => {
      for (const topic of topicsOf(rows)) metrics.ingestionErrors.inc({ topic });
      // While nothing is written, what waits tells how late it is.
      for (const { delivery } of rows) observeLag(delivery, metrics);
      noteOutage(error);
    };
    try {
      await outlast({ isOutage, onOutage, stopping }, () => writer.insert(table, given));
    } catch (error) {
      if (!isOutage(error)) throw error;
      return giveBack(rows, error);
    }
    noteAnswer();
    for (const { delivery } of rows) acknowledge(delivery, metrics);
  };

  return async (batch) => {
    for (const [table, rows] of byTable(batch)) {
      await applyInHalves(rows, {
        isOutage,
        apply: (part) => insert(table, part),
        refuse: ({ delivery }, error) => setAside(delivery, reasonOf(error), writing),
      });
    }
  };
};

const acknowledge = (delivery: Delivery, metrics: Metrics['analytics']): void => {
  delivery.ack();
  observeLag(delivery, metrics);
};

const observeLag = ({ subject, publishedAt }: Delivery, { ingestionLag }: Metrics['analytics']): void =>
  ingestionLag.observe({ topic: subject }, Math.max(0, Date.now() - publishedAt.getTime()) / 1_000);

/**
 * Longer than a consumer takes to stop pulling: the bus must not deliver to it what it has just
 * given back.
 */
const givenBackForMs = 3_000;

const giveBack = (rows: readonly DeliveredRows[], error: unknown): void => {
  for (const { delivery } of rows) delivery.nak(givenBackForMs, reasonOf(error));
};

const topicsOf = (rows: readonly DeliveredRows[]): ReadonlySet<string> =>
  new Set(rows.map(({ delivery }) => delivery.subject));

const byTable = (batch: readonly DeliveredRows[]): ReadonlyMap<AnalyticsTable, readonly DeliveredRows[]> =>
  Map.groupBy(batch, ({ projected }) => projected.table);
