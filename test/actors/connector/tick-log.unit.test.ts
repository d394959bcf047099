import { describe, expect, it } from 'vitest';
import { createTickLog } from '../../../actors/connector/tick-log.ts';
import { abandon, advance, openTick, type Phase, type Tick } from '../../../domain/ingestion/tick.ts';
import { runInContext } from '../../../telemetry/context.ts';
import { createLogger } from '../../../telemetry/logger.ts';
import { credential } from '../../support/offers.ts';

const start = new Date('2026-03-01T00:00:00.000Z');
const at = (ms: number): Date => new Date(start.getTime() + ms);
const phases: readonly Phase[] = ['catalogue', 'prices'];
const opened = openTick(
  { runId: 'run_1', supplierId: 'borealis', credentialId: 'crd_system', kind: 'catalogue' as const },
  phases,
  start,
);
const counts = { items: 2, prices: 1, stocks: 1, warehouses: 0 };
const rows = { drafts: [{ supplierSku: 'A' }, { supplierSku: 'B' }], skipped: [], pageCount: 20 };

type Line = Readonly<Record<string, unknown>>;

/** A tick log on a clock that the test moves, with the lines that came out. */
const startLog = () => {
  const clock = { now: start };
  const lines: Line[] = [];
  const log = createLogger({
    service: 'offerstream',
    level: 'info',
    stream: { write: (line) => void lines.push(JSON.parse(line) as Line) },
  });
  const tickLog = createTickLog({
    credential: credential(),
    client: { pageSize: 500, lookup: undefined },
    log,
    now: () => clock.now,
  });
  const within = (work: () => void): void =>
    runInContext(
      { traceId: 'trace', jobId: 'run_1', operation: 'ingestion.tick', component: 'connector', layer: 'actors' },
      work,
    );
  /** Tells the log of a page of two rows; returns the tick after it. */
  const page = (tick: Tick, nextCursor: string | undefined): Tick => {
    if (tick.state.kind !== 'running') throw new Error('the tick has ended');
    const { position } = tick.state;
    const next = advance(tick, { counts, nextCursor }, phases, clock.now);
    within(() => tickLog.pageDone({ position, next, page: rows }));
    return next;
  };
  const of = (event: string): readonly Line[] => lines.filter((line) => line.event === event);
  return { clock, tickLog, within, page, of };
};

describe('the log of a tick', () => {
  it('carries in every phase event all that the specification asks for', () => {
    const { clock, tickLog, within, page, of } = startLog();
    within(() => tickLog.begun(opened));
    clock.now = at(300);
    const inPrices = page(opened, undefined);
    clock.now = at(1_000);
    page(inPrices, undefined);

    const common = {
      event: 'ingestion.bulk.phase',
      event_type: 'phase',
      operation: 'ingestion.tick',
      component: 'connector',
      layer: 'actors',
      job_id: 'run_1',
      trace_id: 'trace',
      supplier: 'borealis',
      credential_ref: 'crd_system',
      batch_size: 500,
    };
    const done = { state: 'completed', outcome: 'success' };
    const none = { item_count: 0, price_count: 0, stock_count: 0, warehouse_count: 0 };
    const one = { item_count: 2, price_count: 1, stock_count: 1, warehouse_count: 0 };
    const two = { item_count: 4, price_count: 2, stock_count: 2, warehouse_count: 0 };
    expect(of('ingestion.bulk.phase')).toMatchObject([
      { ...common, ...none, phase: 'catalogue', state: 'started' },
      { ...common, ...one, ...done, phase: 'catalogue', duration_ms: 300 },
      { ...common, ...one, phase: 'prices', state: 'started' },
      { ...common, ...two, ...done, phase: 'prices', duration_ms: 700 },
    ]);
    expect(of('ingestion.tick.end')).toMatchObject([
      { ...two, ...done, trace_id: 'trace', duration_ms: 1_000, page_count: 2 },
    ]);
  });

  it('tells of progress within a long phase now and then, with the rows seen of it', () => {
    const { tickLog, within, page, of } = startLog();
    within(() => tickLog.begun(opened));
    let tick = opened;
    for (let number = 1; number <= 21; number += 1) tick = page(tick, String(number + 1));
    expect(of('ingestion.bulk.progress')).toMatchObject([
      { phase: 'catalogue', page: 10, page_count: 20, rows_seen: 20, trace_id: 'trace' },
      { phase: 'catalogue', page: 20, page_count: 20, rows_seen: 40, trace_id: 'trace' },
    ]);
  });

  it('says that a tick of an earlier life goes on, with its counters', () => {
    const { tickLog, within, of } = startLog();
    const left = advance(opened, { counts, nextCursor: '2' }, phases, start);
    within(() => tickLog.begun(left));
    expect(of('ingestion.tick')).toMatchObject([{ state: 'resumed', job_id: 'run_1' }]);
    expect(of('ingestion.bulk.phase')).toMatchObject([{ state: 'started', phase: 'catalogue', item_count: 2 }]);
  });

  it('calls a phase failed only when the tick is given up, and each failed page by itself', () => {
    const { clock, tickLog, within, of } = startLog();
    within(() => tickLog.begun(opened));
    within(() => tickLog.pageFailed(opened, new Error('throttled')));
    expect(of('ingestion.page.failed')).toMatchObject([
      { level: 'warn', phase: 'catalogue', page: 1, err: { message: 'throttled' } },
    ]);
    clock.now = at(50);
    within(() => tickLog.gaveUp(abandon(opened, 'throttled', clock.now)));
    expect(of('ingestion.bulk.phase').at(-1)).toMatchObject({
      phase: 'catalogue',
      state: 'failed',
      outcome: 'failure',
      duration_ms: 50,
    });
    expect(of('ingestion.tick.end')).toMatchObject([{ outcome: 'failure', reason: 'throttled' }]);
  });
});
