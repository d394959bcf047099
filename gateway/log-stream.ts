import { type DestinationStream, pino } from 'pino';
import { readableLines } from '../telemetry/readable-lines.ts';
import type { Config } from './config/config.ts';

/** Where the service logs: standard output, as text for who looks at it, or as JSON. */
export const logStream = (format: Config['logFormat']): DestinationStream => {
  const isTerminal = process.stdout.isTTY === true;
  if (format === 'json' || (format === 'auto' && !isTerminal)) return pino.destination(1);
  // It knows NO_COLOR.
  const isColoured = isTerminal && process.stdout.hasColors();
  return readableLines(process.stdout, { isColoured });
};
