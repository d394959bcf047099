import { failureReasons } from '../../domain/credential-failure.ts';
import type { Health } from '../../domain/ingestion/credential-health.ts';
import type { Phase, Tick, TickPosition } from '../../domain/ingestion/tick.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import type { LogFields, Logger } from '../../telemetry/logger.ts';
import { batchSizeOf } from './suppliers/batch-size.ts';
import type { DecodedPage, SupplierClient } from './suppliers/supplier-client.ts';
import { recordTick } from './tick-context.ts';

/**
 * Tells the story of a tick in log events and as a span: its begin and end, each phase, and
 * progress within long ones.
 */
export interface TickLog {
  /** A tick begins, or goes on after an earlier life of the process left it. */
  begun(tick: Tick): void;
  /**
   * After a checkpoint: progress, and the phase's end and the next one's begin where it changed.
   */
  pageDone(done: CheckpointedPage): void;
  /** The page will be tried again, or the tick is given up right after. */
  pageFailed(tick: Tick, error: unknown): void;
  gaveUp(tick: Tick): void;
  /** The store did not say what is to be looked up; it will be asked again. */
  seekFailed(error: unknown): void;
  /** The credential began to fail, or works again. */
  health(health: Health): void;
}

/** A page whose checkpoint is stored. */
export interface CheckpointedPage {
  readonly position: TickPosition;
  /** The tick after it. */
  readonly next: Tick;
  readonly page: Pick<DecodedPage, 'drafts' | 'skipped' | 'pageCount'>;
}

/** What the log of one credential's ticks is made of. */
export interface TickLogOptions {
  readonly credential: CredentialRef;
  readonly client: Pick<SupplierClient, 'pageSize' | 'lookup'>;
  readonly log: Logger;
  readonly now: () => Date;
}

/** The phase that is under way; `rows` are those that this process has seen of it. */
interface CurrentPhase {
  readonly name: Phase | undefined;
  readonly startedAt: Date;
  readonly rows: number;
}

/** Pages between two progress events of one phase. */
const progressEvery = 10;

const commonFields = ({ supplierId, id }: CredentialRef): LogFields => ({ supplier: supplierId, credential_ref: id });

/** Writes the events of the phases of one credential's ticks. */
const createPhaseLog = ({ credential, client, log, now }: TickLogOptions) => {
  const common = commonFields(credential);
  let underWay: CurrentPhase = { name: undefined, startedAt: now(), rows: 0 };

  const phaseFields = (name: Phase | undefined, tick: Tick): LogFields => ({
    ...common,
    event_type: 'phase',
    phase: name ?? null,
    batch_size: (name && batchSizeOf(client, name)) ?? null,
    // No plug-in bounds how much a phase may bring.
    max_items: null,
    ...countsOf(tick),
  });

  return {
    start: (name: Phase, tick: Tick): void => {
      underWay = { name, startedAt: now(), rows: 0 };
      log.info('ingestion.bulk.phase', {
        ...phaseFields(name, tick),
        state: 'started',
        outcome: null,
        duration_ms: null,
      });
    },

    finish: (outcome: 'success' | 'failure', tick: Tick): void => {
      log.info('ingestion.bulk.phase', {
        ...phaseFields(underWay.name, tick),
        state: outcome === 'success' ? 'completed' : 'failed',
        outcome,
        duration_ms: now().getTime() - underWay.startedAt.getTime(),
      });
    },

    progress: ({ page: number }: TickPosition, { drafts, skipped, pageCount }: CheckpointedPage['page']): void => {
      underWay = { ...underWay, rows: underWay.rows + drafts.length + skipped.length };
      if (number % progressEvery !== 0) return;
      log.info('ingestion.bulk.progress', {
        ...common,
        phase: underWay.name,
        // A page holds the parts of all warehouses.
        warehouse_ref: null,
        page: number,
        page_count: pageCount ?? null,
        rows_seen: underWay.rows,
      });
    },
  };
};

/** Writes the events of one credential's ticks. */
export const createTickLog = (options: TickLogOptions): TickLog => {
  const { credential, log } = options;
  const common = commonFields(credential);
  const phases = createPhaseLog(options);

  const end = (tick: Tick): void => {
    if (tick.state.kind !== 'finished') return;
    recordTick(tick);
    log.info('ingestion.tick.end', { ...common, ...endOf(tick, tick.state) });
  };

  return {
    begun: (tick) => {
      const state = tick.counters.pages === 0 ? 'started' : 'resumed';
      log.info('ingestion.tick', { ...common, state, started_at: tick.startedAt });
      if (tick.state.kind === 'running') phases.start(tick.state.position.phase, tick);
    },
    pageDone: ({ position, next, page }) => {
      log.debug('ingestion.bulk.checkpoint', { ...common, phase: position.phase, page: position.page });
      phases.progress(position, page);
      const nextPhase = next.state.kind === 'running' ? next.state.position.phase : undefined;
      if (nextPhase === position.phase) return;
      phases.finish('success', next);
      if (nextPhase !== undefined) phases.start(nextPhase, next);
      end(next);
    },
    pageFailed: (tick, error) => {
      const at = tick.state.kind === 'running' ? tick.state.position : undefined;
      log.warn('ingestion.page.failed', { ...common, phase: at?.phase, page: at?.page, err: error });
    },
    gaveUp: (tick) => {
      phases.finish('failure', tick);
      end(tick);
    },
    seekFailed: (error) => log.warn('ingestion.queue.failed', { ...common, err: error }),
    health: (health) => {
      if (health.kind === 'sound') log.info('credential.recovered', common);
      else
        log.warn('credential.failing', { ...common, reason: failureReasons[health.reason], probe_at: health.probeAt });
    },
  };
};

const endOf = (tick: Tick, end: Extract<Tick['state'], { kind: 'finished' }>): LogFields => ({
  state: 'completed',
  outcome: end.outcome,
  duration_ms: end.at.getTime() - tick.startedAt.getTime(),
  page_count: tick.counters.pages,
  ...countsOf(tick),
  ...(end.outcome === 'failure' ? { reason: end.reason } : {}),
});

const countsOf = ({ counters }: Tick): LogFields => ({
  item_count: counters.items,
  price_count: counters.prices,
  stock_count: counters.stocks,
  warehouse_count: counters.warehouses,
});
