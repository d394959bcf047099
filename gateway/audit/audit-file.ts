import type { AuditRecord } from '../../domain/audit/record.ts';
import { csvLine } from '../import/csv-cells.ts';

/** The forms in which the audit trail is given out; all but JSON are files. */
export const auditFormats = ['json', 'ndjson', 'csv'] as const;

/** A form of the audit trail. */
export type AuditFormat = (typeof auditFormats)[number];

/** A form that is a file. */
export type AuditFileFormat = Exclude<AuditFormat, 'json'>;

/**
 * A record as JSON has it. What was and what is now are texts, to the letter as they were hashed.
 */
export const recordJson = (record: AuditRecord) => ({
  position: record.position.toString(),
  recorded_at: record.recordedAt,
  actor: record.actor,
  customer_id: record.customerId,
  origin: record.origin,
  request_id: record.requestId,
  operation: record.operation,
  target_kind: record.target?.kind,
  target_id: record.target?.id,
  outcome: record.outcome,
  reason: record.reason,
  before: record.before,
  after: record.after,
  previous_hash: record.previousHash,
  hash: record.hash,
});

const columns = [
  'position',
  'recorded_at',
  'actor',
  'customer_id',
  'origin',
  'request_id',
  'operation',
  'target_kind',
  'target_id',
  'outcome',
  'reason',
  'before',
  'after',
  'previous_hash',
  'hash',
] as const satisfies readonly (keyof ReturnType<typeof recordJson>)[];

interface Form {
  readonly contentType: string;
  readonly heading: string;
  readonly lineOf: (record: AuditRecord) => string;
}

const forms: Readonly<Record<AuditFileFormat, Form>> = {
  ndjson: {
    contentType: 'application/x-ndjson',
    heading: '',
    lineOf: (record) => `${JSON.stringify(recordJson(record))}\n`,
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    // With a mark of its character set, without which spreadsheets take it for another.
    heading: `\ufeff${columns.join(',')}\r\n`,
    lineOf: (record) => {
      const json = recordJson(record);
      return `${csvLine(columns.map((column) => json[column]))}\r\n`;
    },
  },
};

async function* bytesOf(
  pages: AsyncIterable<readonly AuditRecord[]>,
  { heading, lineOf }: Form,
): AsyncGenerator<Uint8Array> {
  if (heading !== '') yield Buffer.from(heading);
  for await (const page of pages) yield Buffer.from(page.map(lineOf).join(''));
}

/** A file of records, made at its reader's pace; nothing more is read when the reader goes away. */
export const auditFile = (pages: AsyncIterable<readonly AuditRecord[]>, format: AuditFileFormat) => ({
  name: `audit.${format}`,
  contentType: forms[format].contentType,
  content: ReadableStream.from(bytesOf(pages, forms[format])),
});
