import type { DestinationStream } from 'pino';
import { tickProgress } from './tick-progress.ts';

/**
 * Log lines for somebody who looks at a terminal. Each line of JSON becomes one of text: the time,
 * the level where it is no `info`, what has happened, and the fields of its own; identifiers that
 * tie lines together and stacks are left to the JSON form. How far ticks have come stands in one
 * last line that is written over, and only on a terminal.
 *
 * A line that is no JSON object is passed on as it is. A terminal that is slow or gone is the
 * stream's matter: nothing waits for it here.
 */

/** Where text goes: standard output, for one. */
export interface TextOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  /** How wide the terminal is; left out, or 0 where it does not say: 80. */
  readonly columns?: number | undefined;
}

type LogRecord = Readonly<Record<string, unknown>>;

/** What stands elsewhere in the line, or only ties lines together. */
const leftOut = new Set([
  'ts',
  'level',
  'service',
  'event',
  'msg',
  'event_type',
  'trace_id',
  'span_id',
  'request_id',
  'correlation_id',
  'operation',
  'parent_operation',
  'component',
  'layer',
  'job_id',
  'message_id',
  'started_at',
]);

/** Begins: red, yellow, grey. Ends: as before. Only on a terminal. */
const colours: ReadonlyMap<unknown, string> = new Map([
  ['error', '\x1b[31m'],
  ['warn', '\x1b[33m'],
  ['debug', '\x1b[90m'],
]);
const asBefore = '\x1b[0m';

/** Goes to the beginning of the line and empties it. */
const emptyLine = '\r\x1b[2K';

const maxValueLength = 200;

// What a supplier says must not steer the terminal.
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, maxValueLength);

const valueText = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return /[\s"]/.test(text) ? JSON.stringify(plain(text)) : plain(text);
};

/** An error by its message; its stack is for the JSON form. */
const shown = (name: string, value: unknown): string => {
  const message =
    name === 'err' && typeof value === 'object' ? (value as { message?: unknown } | null)?.message : value;
  return `${name}=${valueText(message)}`;
};

/** One line of text for a line of the log, without an end of line. */
export const readableLine = (record: LogRecord, isColoured: boolean): string => {
  const { ts, level, msg } = record;
  const time = typeof ts === 'string' ? ts.slice(11, 19) : '';
  const urgency = level === 'info' ? '' : `${String(level).toUpperCase()} `;
  const fields = Object.entries(record)
    .filter(([name, value]) => !leftOut.has(name) && value !== null && value !== '')
    .map(([name, value]) => shown(name, value));
  const text = [`${time} ${urgency}${plain(String(msg))}`, ...fields].join('  ');
  const colour = colours.get(level);
  return isColoured && colour !== undefined ? `${colour}${text}${asBefore}` : text;
};

const recordOf = (line: string): LogRecord | undefined => {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null ? (parsed as LogRecord) : undefined;
  } catch {
    return undefined;
  }
};

/** A destination for the lines of the logger that writes them as text. */
export const readableLines = (
  output: TextOutput,
  { isColoured }: { readonly isColoured: boolean },
): DestinationStream => {
  const isTerminal = output.isTTY === true;
  const progress = tickProgress();
  let isShown = false;
  const put = (lines: string): void => {
    const last = progress.line((output.columns || 80) - 1);
    const isEmptied = isShown;
    isShown = last !== '';
    output.write(`${isEmptied ? emptyLine : ''}${lines}${last}`);
  };
  return {
    write: (line) => {
      const record = recordOf(line);
      if (record === undefined) put(line);
      else if (isTerminal && progress.take(record)) put('');
      else put(`${readableLine(record, isColoured)}\n`);
    },
  };
};
