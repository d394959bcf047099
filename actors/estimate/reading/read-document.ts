/**
 * A file's bytes as sheets of cells, or the reason why not: the one door to reading.
 *
 * What a file is, is told from its first bytes; its name and the stated format only matter where
 * bytes leave a choice. Nothing is executed, evaluated, fetched or written. Every step is bounded
 * by `ReadLimits`, and whatever is thrown inside comes out as a `ReadFailure`, so that a worker can
 * run this on anything.
 */
import type { Document, DocumentFormat } from '../../../domain/estimate/parse/document.ts';
import { decodeText } from './encoding.ts';
import { type ReadLimits, usualReadLimits } from './limits.ts';
import { readHtml } from './markup/read-html.ts';
import { readXmlSpreadsheet } from './markup/read-xml-spreadsheet.ts';
import { readArchive } from './read-archive.ts';
import { type ReadFailure, Unreadable } from './read-failure.ts';
import { readJson } from './read-json.ts';
import { readText, type TextOptions } from './read-text.ts';
import { readXls } from './xls/read-xls.ts';

/** What a caller may say about the file; what is absent is detected. */
export interface ReadOptions extends TextOptions {
  readonly format?: DocumentFormat;
  readonly limits?: ReadLimits;
}

/** A document, or why there is none. */
export type ReadResult =
  | { readonly kind: 'document'; readonly document: Document }
  | { readonly kind: 'failure'; readonly failure: ReadFailure };

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/** Files that are neither text nor a spreadsheet of today, by their first bytes. */
const refused: readonly (readonly [string, readonly number[]])[] = [
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a gzip archive', [0x1f, 0x8b]],
  ['a RAR archive', [0x52, 0x61, 0x72, 0x21]],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf]],
];

const zip = [0x50, 0x4b];
const compound = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * A compound file is an encrypted workbook or a spreadsheet of before 2007; names of its streams,
 * in UTF-16, tell which.
 */
const readCompound = (bytes: Uint8Array, limits: ReadLimits): Document => {
  const holds = (name: string): boolean =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage') || holds('EncryptionInfo'))
    throw new Unreadable('password_protected', 'the spreadsheet is protected by a password; save it without one');
  return readXls(bytes, limits);
};

const looksLikeJson = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.subarray(0, 256))
    .toString('utf8')
    .replace(/^\ufeff/u, '')
    .trimStart();
  return /^(?:\[\s*[[{"\]]|\{\s*["}])/u.test(start);
};

const looksLikeMarkup = (bytes: Uint8Array): boolean =>
  /^\s*<(?:!doctype|html|\?xml|table|workbook)/iu.test(
    Buffer.from(bytes.subarray(0, 256)).toString('latin1').replace(/^ï»¿/u, ''),
  );

/** A workbook as markup, or a page with tables; any other markup is none of ours. */
const readMarkup = (bytes: Uint8Array, { encoding }: ReadOptions, limits: ReadLimits): Document => {
  const { text } = decodeText(bytes, encoding);
  if (/<(?:\w+:)?Workbook[\s>]/u.test(text.slice(0, 4_096))) return readXmlSpreadsheet(text, limits);
  const page = readHtml(text, limits);
  if (page !== undefined) return page;
  throw new Unreadable(
    'unsupported_format',
    'the file is a web page or XML without a table; send a spreadsheet (xlsx), text or JSON',
  );
};

const read = (bytes: Uint8Array, options: ReadOptions, limits: ReadLimits): Document => {
  if (bytes.length === 0) throw new Unreadable('empty', 'the file is empty');
  if (bytes.length > limits.maxBytes)
    throw new Unreadable('too_large', `the file is larger than ${limits.maxBytes} bytes`);
  if (startsWith(bytes, zip)) return readArchive(bytes, limits);
  if (startsWith(bytes, compound)) return readCompound(bytes, limits);
  const other = refused.find(([, signature]) => startsWith(bytes, signature));
  if (other !== undefined)
    throw new Unreadable('unsupported_format', `the file is ${other[0]}; send a spreadsheet (xlsx), text or JSON`);
  if (looksLikeMarkup(bytes)) return readMarkup(bytes, options, limits);
  if (options.format === 'xlsx')
    throw new Unreadable('wrong_format', 'the file is not a spreadsheet (xlsx), though it was sent as one');
  if (options.format === 'json' || (options.format === undefined && looksLikeJson(bytes)))
    return readJson(bytes, limits);
  return readText(bytes, options.format ?? 'csv', options, limits);
};

/** Reads a file of any supported format. Never throws for what a file holds. */
export const readDocument = (bytes: Uint8Array, options: ReadOptions = {}): ReadResult => {
  try {
    return { kind: 'document', document: read(bytes, options, options.limits ?? usualReadLimits) };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'failure', failure: { code: error.code, text: error.message } };
    return { kind: 'failure', failure: { code: 'malformed', text: 'the file is damaged and could not be read' } };
  }
};
