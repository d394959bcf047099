import type { LogEvent } from './log-events.ts';

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
