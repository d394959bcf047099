import type { LogEvent } from '../../../telemetry/log-events.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';

/**
 * What the process of estimates has to say besides its work: what it logs and counts is logged and
 * counted by the service, in its one log, with its secrets hidden, and among its metrics.
 */

type Level = 'debug' | 'info' | 'warn' | 'error';

type Fields = Parameters<Logger['info']>[1];

/** The metrics that are moved there. */
type ForwardedMetrics = Pick<Metrics, 'visibility' | 'database'>;

/** A call of a metric. */
interface MetricCall {
  readonly family: string;
  readonly metric: string;
  readonly method: string;
  readonly values: readonly unknown[];
}

/** A log line, or calls of metrics in their order. */
export type SideChannelMessage =
  | { readonly kind: 'logged'; readonly level: Level; readonly event: LogEvent; readonly fields: Fields }
  | { readonly kind: 'metric_calls'; readonly moves: readonly MetricCall[] };

type SendSideChannel = (aside: SideChannelMessage) => void;

/** A logger whose lines are written by the service. */
export const remoteLogger = (tell: SendSideChannel, common: Fields = {}): Logger => {
  const write =
    (level: Level) =>
    (event: LogEvent, fields?: Fields): void =>
      tell({ kind: 'logged', level, event, fields: { ...common, ...fields } });
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => remoteLogger(tell, { ...common, ...fields }),
  };
};

type Method = (...values: readonly unknown[]) => void;

/** An object whose members are all made by the function, from their names. */
const membersBy = <Member>(make: (name: string) => Member): object =>
  new Proxy({}, { get: (_target, name) => make(String(name)) });

/** Metrics whose calls are made by the service; those of one turn of the event loop go together. */
export const remoteMetrics = (tell: SendSideChannel): ForwardedMetrics => {
  let moves: MetricCall[] = [];
  const flush = (): void => {
    tell({ kind: 'metric_calls', moves });
    moves = [];
  };
  const move = ({ family, metric, method }: Omit<MetricCall, 'values'>): Method => {
    return (...values) => {
      if (moves.length === 0) setImmediate(flush);
      moves.push({ family, metric, method, values });
    };
  };
  const metricsOf = (family: string) => membersBy((metric) => membersBy((method) => move({ family, metric, method })));
  // Only the names say which metric is meant, and the service has them all.
  return membersBy(metricsOf) as ForwardedMetrics;
};

/** Does what has been said aside. */
export const applySideChannel = (
  aside: SideChannelMessage,
  { log, metrics }: { readonly log: Logger; readonly metrics: ForwardedMetrics },
): void => {
  if (aside.kind === 'logged') {
    log[aside.level](aside.event, aside.fields);
    return;
  }
  const all = metrics as unknown as Readonly<Record<string, Record<string, Record<string, Method>>>>;
  for (const { family, metric, method, values } of aside.moves) all[family]?.[metric]?.[method]?.(...values);
};
