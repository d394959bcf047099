import { type DestinationStream, pino } from 'pino';
import { currentContext, type TelemetryContext } from './context.ts';
import { type LogEvent, logEvents } from './log-events.ts';
import { createRedactor, type Redactor } from './redaction.ts';

/** Plain values that may be logged beside an event; errors go under `err`. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes log events. The message text comes from the event's entry in `logEvents`. */
export interface Logger {
  debug(event: LogEvent, fields?: LogFields): void;
  info(event: LogEvent, fields?: LogFields): void;
  warn(event: LogEvent, fields?: LogFields): void;
  error(event: LogEvent, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  child(fields: LogFields): Logger;
}

/** The levels, from most to least. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** From which level on lines are written. */
export type LogLevel = (typeof logLevels)[number];

/** How a logger is made. */
export interface LoggerOptions {
  /** The value of every line's `service`. */
  readonly service: string;
  readonly level: LogLevel;
  /** Where lines go; left out: standard output. */
  readonly stream?: DestinationStream;
  /**
   * Where the correlation fields come from; left out: the telemetry context of the work that logs.
   */
  readonly context?: () => TelemetryContext | undefined;
  /** Left out: one without registered secrets. */
  readonly redactor?: Redactor;
}

/**
 * Names that a line's own fields must not take; such a field goes out with an underscore behind its
 * name.
 */
const required = new Set(['ts', 'level', 'service', 'event', 'msg', 'trace_id']);

/**
 * Makes the logger: one JSON object a line with `ts` (RFC 3339, UTC), `level`, `service`,
 * `trace_id` (empty where there is none), `event`, `msg` and the correlation fields of the context
 * (null where it has none). Everything given by the caller is redacted. Never throws.
 */
export const createLogger = (options: LoggerOptions): Logger => {
  const { context = currentContext, redactor = createRedactor() } = options;
  const lines = pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: () => `,"ts":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      // Errors are plain by now; pino would take their type from them.
      serializers: { err: (err: unknown) => err },
    },
    options.stream ?? pino.destination(1),
  );

  const redacted = (fields: LogFields): LogFields => {
    const copy = redactor.redact(fields);
    return typeof copy === 'object' && copy !== null ? { ...copy } : { fields: copy };
  };
  const given = (fields: LogFields | undefined): LogFields =>
    fields === undefined ? {} : withoutRequired(redacted(fields));

  const withFields = (common: LogFields): Logger => {
    const write = (level: 'debug' | 'info' | 'warn' | 'error') => (event: LogEvent, fields?: LogFields) => {
      if (!lines.isLevelEnabled(level)) return;
      const known = { ...redacted(contextFields(context())), ...common };
      lines[level]({ event, ...known, ...given(fields) }, logEvents[event]);
    };
    return {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      child: (fields) => withFields({ ...common, ...given(fields) }),
    };
  };
  return withFields({});
};

/** A field that the work does not have is null, so that every line has the same ones. */
const contextFields = (context: TelemetryContext | undefined): LogFields => ({
  trace_id: context?.traceId ?? '',
  span_id: context?.spanId ?? null,
  request_id: context?.requestId ?? null,
  correlation_id: context?.correlationId ?? null,
  operation: context?.operation ?? null,
  parent_operation: context?.parentOperation ?? null,
  component: context?.component ?? null,
  layer: context?.layer ?? null,
  job_id: context?.jobId ?? null,
  message_id: context?.messageId ?? null,
});

const withoutRequired = (fields: LogFields): LogFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [required.has(name) ? `${name}_` : name, value]));
