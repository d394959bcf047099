import { traceIdOf } from '../../domain/ids.ts';
import type { Tick } from '../../domain/ingestion/tick.ts';
import type { Cause, WriteContext } from '../../domain/store-context.ts';
import { currentContext, runInContext } from '../../telemetry/context.ts';
import { formatTraceparent } from '../../telemetry/traceparent.ts';
import { enterTrace, isSampledTrace, recordSpan } from '../../telemetry/tracing.ts';

/**
 * What all work of one run is known by: one trace, across restarts too, because its id is derived
 * from the run's.
 */
const knownBy = (tick: Tick) => ({
  correlationId: tick.runId,
  jobId: tick.runId,
  component: 'connector',
  layer: 'actors',
});

/** What the writes of a tick are done for. */
export const tickWriteContext = (tick: Tick): WriteContext => ({
  correlationId: tick.runId,
  traceparent: formatTraceparent(
    traceIdOf(tick.runId),
    traceIdOf(`${tick.runId}/tick`).slice(0, 16),
    isSampledTrace(traceIdOf(tick.runId)),
  ),
});

/** Does work of a tick as a whole, such as telling of its beginning. */
export const withTickSpan = <Result>(tick: Tick, work: () => Result): Result =>
  runInContext({ ...knownBy(tick), traceId: traceIdOf(tick.runId), operation: 'ingestion.tick' }, work);

/** Does one page of a tick, in a span of its own. */
export const withPageSpan = <Result>(tick: Tick, work: (context: WriteContext) => Result): Result =>
  enterTrace(
    {
      name: 'ingestion.page',
      kind: 'internal',
      traceparent: tickWriteContext(tick).traceparent,
      attributes: { supplier: tick.supplierId },
      context: { ...knownBy(tick), parentOperation: 'ingestion.tick' },
    },
    (traceparent) => work({ correlationId: tick.runId, traceparent }),
  );

/**
 * Asks for what a request wants, under its correlation id and in its trace, with a link to the
 * page; what nobody wants belongs to the page.
 */
export const withCause = <Result>(
  cause: Cause | undefined,
  page: WriteContext,
  work: (context: WriteContext) => Result,
): Result => {
  if (cause === undefined) return work(page);
  const { correlationId } = cause;
  return enterTrace(
    {
      name: 'ingestion.lookup',
      kind: 'consumer',
      traceparent: cause.traceparent,
      links: page.traceparent === undefined ? [] : [page.traceparent],
      context: { ...currentContext(), parentOperation: 'ingestion.page', correlationId },
    },
    (traceparent) => work({ correlationId, traceparent }),
  );
};

/** Records the tick, which has ended, as the span that its pages belong to. */
export const recordTick = (tick: Tick): void => {
  const { traceparent } = tickWriteContext(tick);
  if (tick.state.kind !== 'finished' || traceparent === undefined) return;
  recordSpan({
    name: 'ingestion.tick',
    traceparent,
    startedAt: tick.startedAt,
    endedAt: tick.state.at,
    isFailure: tick.state.outcome === 'failure',
    attributes: { supplier: tick.supplierId, run_id: tick.runId, kind: tick.kind, pages: tick.counters.pages },
  });
};
