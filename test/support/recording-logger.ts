import type { LogEvent } from '../../telemetry/log-events.ts';
import type { Logger } from '../../telemetry/logger.ts';

/** A logger that only remembers which events were logged. */
export interface RecordingLogger extends Logger {
  readonly events: LogEvent[];
}

/** Makes a logger whose lines a test can look at and nobody sees. */
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
