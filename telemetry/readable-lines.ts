import type { DestinationStream } from 'pino';

/**
 * Log lines for somebody who looks at a terminal. Each line of JSON becomes one of text: the time,
 * the level where it is no `info`, what has happened, and the fields of its own; identifiers that
 * tie lines together and stacks are left to the JSON form. How far ticks have come stands in one
 * last line that is written over, and only on a terminal.
 *
 * A line that is no JSON object is passed on as it is. A terminal that is slow or gone is the
 * stream's matter: nothing waits for it here.
 */

/**
 * How far the ticks of a process have come, in one line for a terminal, told from the events that
 * it logs: `borealis catalogue ███████░░░░░ 58 %, 42000 rows, 1200/s, 20 s left`.
 */
interface TickProgress {
  /**
   * Takes an event of the log. True: the line tells it, so that it needs none of its own.
   */
  take(record: Readonly<Record<string, unknown>>): boolean;
  /** No longer than so many characters; empty where no tick tells how far it has come. */
  line(width: number): string;
}

/** A phase of a tick that has told how far it is. */
interface Phase {
  readonly supplier: string;
  readonly name: string;
  readonly startedAtMs: number;
  readonly atMs: number;
  readonly page: number;
  /** Undefined: the supplier does not say how many there are. */
  readonly pageCount: number | undefined;
  readonly rows: number;
}

const barLength = 12;

/** Keeps what ticks tell; a tick is known by its `job_id`. */
const tickProgress = (): TickProgress => {
  const startedAtMs = new Map<string, number>();
  const phases = new Map<string, Phase>();
  return {
    take: (record) => {
      if (record.event === 'service.stopping') phases.clear();
      const { event, job_id: run, phase: name, supplier, ts } = record;
      if (typeof run !== 'string') return false;
      const atMs = Date.parse(String(ts));
      switch (event) {
        case 'ingestion.bulk.phase':
          phases.delete(run);
          startedAtMs.set(run, atMs);
          return true;
        case 'ingestion.bulk.progress':
          phases.set(run, {
            supplier: String(supplier),
            name: String(name),
            startedAtMs: startedAtMs.get(run) ?? atMs,
            atMs,
            page: Number(record.page),
            pageCount: typeof record.page_count === 'number' ? record.page_count : undefined,
            rows: Number(record.rows_seen),
          });
          return true;
        case 'ingestion.tick.end':
          phases.delete(run);
          startedAtMs.delete(run);
          return false;
        default:
          return false;
      }
    },
    line: (width) => [...phases.values()].map(phaseText).join('  |  ').slice(0, Math.max(0, width)),
  };
};

const phaseText = ({ supplier, name, startedAtMs, atMs, page, pageCount, rows }: Phase): string => {
  const tookSeconds = (atMs - startedAtMs) / 1_000;
  const rate = tookSeconds > 0 ? `, ${Math.round(rows / tookSeconds)}/s` : '';
  if (pageCount === undefined || pageCount === 0) return `${supplier} ${name}: ${rows} rows${rate}`;
  const share = Math.min(1, page / pageCount);
  const full = Math.floor(share * barLength);
  const bar = `${'█'.repeat(full)}${'░'.repeat(barLength - full)}`;
  const left = tookSeconds > 0 ? `, ${Math.ceil((tookSeconds / page) * (pageCount - page))} s left` : '';
  return `${supplier} ${name} ${bar} ${Math.floor(share * 100)} %, ${rows} rows${rate}${left}`;
};

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
