import { currentContext } from '../../../telemetry/context.ts';
import type { LogEvent } from '../../../telemetry/log-events.ts';
import type { LogFields, Logger } from '../../../telemetry/logger.ts';
import type { VisibilityMetrics } from '../../visibility/verdict-metrics.ts';
import type { MetricMove, SideChannelMessage } from './side-channel.ts';

type SendSideChannel = (aside: SideChannelMessage) => void;

/** A logger whose lines are written by the service. */
export const remoteLogger = (tell: SendSideChannel, common: LogFields = {}): Logger => {
  const write =
    (level: Extract<SideChannelMessage, { kind: 'logged' }>['level']) =>
    (event: LogEvent, fields?: LogFields): void =>
      tell({ kind: 'logged', level, event, fields: { ...common, ...fields }, context: currentContext() });
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => remoteLogger(tell, { ...common, ...fields }),
  };
};

/** Metrics that are moved by the service. */
export interface RemoteMetrics {
  readonly visibility: VisibilityMetrics;
  readonly connectionWait: { observe(seconds: number): void };
}

/** Metrics that are moved by the service; the moves of one turn of the event loop go together. */
export const remoteMetrics = (tell: SendSideChannel): RemoteMetrics => {
  let moves: MetricMove[] = [];
  const move = (made: MetricMove): void => {
    if (moves.length === 0)
      setImmediate(() => {
        tell({ kind: 'counted', moves });
        moves = [];
      });
    moves.push(made);
  };
  return {
    visibility: {
      evaluations: { inc: (labels, count) => move({ metric: 'evaluations', ...labels, count }) },
      evaluationDuration: {
        observe: (labels, seconds) => move({ metric: 'evaluationDuration', ...labels, seconds }),
      },
      compileDuration: { observe: (seconds) => move({ metric: 'compileDuration', seconds }) },
      compileErrors: { inc: (count) => move({ metric: 'compileErrors', count }) },
      cacheHits: { inc: () => move({ metric: 'cacheHits' }) },
      cacheMisses: { inc: () => move({ metric: 'cacheMisses' }) },
      filtered: { inc: (labels) => move({ metric: 'filtered', ...labels }) },
      undecided: { inc: (labels) => move({ metric: 'undecided', ...labels }) },
    },
    connectionWait: { observe: (seconds) => move({ metric: 'connectionWait', seconds }) },
  };
};
