import type { LogEvent } from '../../telemetry/log-events.ts';
import type { Logger } from '../../telemetry/logger.ts';

/** A logger that only remembers which events were logged. */
export interface RecordingLogger extends Logger {
  readonly events: LogEvent[];
}

/** Makes a logger whose lines are available to a test and not printed. */
export const recordingLogger = (): RecordingLogger => {
  const events: LogEvent[] = [];
  const record = (event: LogEvent): void => {
    events.push(event);
  };
  const logger: RecordingLogger = {
    events,
    debug: record,
    info: record,
    warn: record,
    error: record,
    child: () => logger,
  };
  return logger;
};
