import type { Tick, TickPosition } from '../../domain/ingestion/tick.ts';
import type { CredentialRef } from '../../domain/offer.ts';
import type { LogFields, Logger } from '../../telemetry/logger.ts';

/** Tells the story of a tick in log events: its begin and end, each phase, and progress within long ones. */
export interface TickLog {
  begun(tick: Tick): void;
  /** After a checkpoint: progress, and the phase's end and the next one's begin where it changed. */
  pageDone(before: Tick, after: Tick, position: TickPosition, pageCount: number | undefined): void;
  pageFailed(tick: Tick, error: unknown): void;
  gaveUp(tick: Tick): void;
}

/** Pages between two progress events of one phase. */
const progressEvery = 10;

/** Writes the events of one credential's ticks. */
export const createTickLog = (credential: CredentialRef, log: Logger, now: () => Date): TickLog => {
  const common = { supplier: credential.supplierId, credential_ref: credential.id };
  let phaseStartedAt = now();

  const counters = (tick: Tick): LogFields => ({
    item_count: tick.counters.items,
    price_count: tick.counters.prices,
    stock_count: tick.counters.stocks,
    warehouse_count: tick.counters.warehouses,
  });

  const phase = (tick: Tick, name: string, state: 'started' | 'completed' | 'failed', rest: LogFields = {}): void => {
    const durationMs = now().getTime() - phaseStartedAt.getTime();
    if (state === 'started') phaseStartedAt = now();
    log.info('ingestion.bulk.phase', {
      ...common,
      event_type: 'phase',
      phase: name,
      state,
      ...(state === 'started'
        ? {}
        : { duration_ms: durationMs, outcome: state === 'completed' ? 'success' : 'failure' }),
      ...counters(tick),
      ...rest,
    });
  };

  const end = (tick: Tick): void => {
    if (tick.state.kind !== 'finished') return;
    log.info('ingestion.tick.end', {
      ...common,
      state: 'completed',
      outcome: tick.state.outcome,
      duration_ms: tick.state.at.getTime() - tick.startedAt.getTime(),
      page_count: tick.counters.pages,
      ...counters(tick),
      ...(tick.state.outcome === 'failure' ? { reason: tick.state.reason } : {}),
    });
  };

  return {
    begun: (tick) => {
      log.info('ingestion.tick', { ...common, state: 'started', started_at: tick.startedAt });
      if (tick.state.kind === 'running') phase(tick, tick.state.position.phase, 'started');
    },
    pageDone: (before, after, position, pageCount) => {
      log.debug('ingestion.bulk.checkpoint', { ...common, phase: position.phase, page: position.page });
      if (position.page % progressEvery === 0) {
        log.info('ingestion.bulk.progress', {
          ...common,
          phase: position.phase,
          page: position.page,
          page_count: pageCount,
          rows_seen: after.counters.items + after.counters.prices + after.counters.stocks,
        });
      }
      const nextPhase = after.state.kind === 'running' ? after.state.position.phase : undefined;
      if (nextPhase === position.phase) return;
      phase(after, position.phase, 'completed');
      if (nextPhase !== undefined) phase(before, nextPhase, 'started');
      end(after);
    },
    pageFailed: (tick, error) => {
      const at = tick.state.kind === 'running' ? tick.state.position : undefined;
      log.warn('ingestion.bulk.phase', {
        ...common,
        event_type: 'phase',
        phase: at?.phase,
        page: at?.page,
        state: 'failed',
        outcome: 'failure',
        err: error,
        ...counters(tick),
      });
    },
    gaveUp: end,
  };
};
