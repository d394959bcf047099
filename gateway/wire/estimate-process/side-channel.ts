import { z } from 'zod';
import { targetKinds } from '../../../domain/visibility/policy.ts';
import { runInContext } from '../../../telemetry/context.ts';
import { type LogEvent, logEvents } from '../../../telemetry/log-events.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { VisibilityMetrics } from '../../visibility/verdict-metrics.ts';

/**
 * What the process of estimates has to say besides its work: what it logs and counts is logged and
 * counted by the service, in its one log, with its secrets hidden, and among its metrics.
 */

const isLogEvent = (name: unknown): name is LogEvent => typeof name === 'string' && Object.hasOwn(logEvents, name);

const target_kind = z.enum(targetKinds);
const count = z.int().nonnegative();
const seconds = z.number().nonnegative();

/** One move of a metric. */
const metricMove = z.discriminatedUnion('metric', [
  z.object({ metric: z.literal('evaluations'), target_kind, count }),
  z.object({ metric: z.literal('evaluationDuration'), target_kind, seconds }),
  z.object({ metric: z.literal('compileDuration'), seconds }),
  z.object({ metric: z.literal('compileErrors'), count }),
  z.object({ metric: z.enum(['cacheHits', 'cacheMisses']) }),
  z.object({ metric: z.literal('filtered'), effect: z.enum(['deny', 'mask']) }),
  z.object({ metric: z.literal('undecided'), target_kind }),
  z.object({ metric: z.literal('connectionWait'), seconds }),
]);

/** By what the work that logs is known. */
const workContext = z.object({
  traceId: z.string(),
  spanId: z.string().optional(),
  correlationId: z.string().optional(),
  operation: z.string().optional(),
  component: z.string().optional(),
  layer: z.string().optional(),
  jobId: z.string().optional(),
});

const message = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('logged'),
    level: z.enum(['debug', 'info', 'warn', 'error']),
    event: z.custom<LogEvent>(isLogEvent),
    fields: z.record(z.string(), z.unknown()),
    context: workContext.optional(),
  }),
  z.object({ kind: z.literal('counted'), moves: z.array(metricMove) }),
]);

/** One move of a metric, by the metric's name among those that are moved there. */
export type MetricMove = z.output<typeof metricMove>;

/** A log line, or moves of metrics in their order. */
export type SideChannelMessage = z.output<typeof message>;

/** The metrics that are moved there. */
interface ForwardedMetrics {
  readonly visibility: VisibilityMetrics;
  readonly database: { readonly connectionWait: { observe(seconds: number): void } };
}

const apply = (move: MetricMove, { visibility, database }: ForwardedMetrics): void => {
  switch (move.metric) {
    case 'evaluations':
      visibility.evaluations.inc({ target_kind: move.target_kind }, move.count);
      break;
    case 'evaluationDuration':
      visibility.evaluationDuration.observe({ target_kind: move.target_kind }, move.seconds);
      break;
    case 'compileDuration':
      visibility.compileDuration.observe(move.seconds);
      break;
    case 'compileErrors':
      visibility.compileErrors.inc(move.count);
      break;
    case 'cacheHits':
    case 'cacheMisses':
      visibility[move.metric].inc();
      break;
    case 'filtered':
      visibility.filtered.inc({ effect: move.effect });
      break;
    case 'undecided':
      visibility.undecided.inc({ target_kind: move.target_kind });
      break;
    case 'connectionWait':
      database.connectionWait.observe(move.seconds);
      break;
  }
};

/** Does what has been said aside; what is of another form is dropped, with a line of the log. */
export const applySideChannel = (
  said: unknown,
  { log, metrics }: { readonly log: Logger; readonly metrics: ForwardedMetrics },
): void => {
  const { success, data, error } = message.safeParse(said);
  if (!success) log.warn('estimate.process.message.refused', { err: error });
  else if (data.kind === 'logged')
    runInContext(data.context ?? { traceId: '' }, () => log[data.level](data.event, data.fields));
  else for (const move of data.moves) apply(move, metrics);
};
