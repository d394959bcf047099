import type { Context } from 'hono';
import { invalidArgument } from '../../domain/errors.ts';
import { readBytes } from './read-bytes.ts';

/** A form: its fields as text, and one file. */
export interface ReadForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | undefined;
}

/** Reads the body of a request as a form. */
export type FormReader = (context: Context) => Promise<ReadForm>;

/** Whether a body says that it is a form. */
export const isForm = ({ req }: Context): boolean =>
  /^multipart\/form-data\s*;/i.test(req.header('content-type') ?? '');

/**
 * Fields of one form, the file included; the largest form that is documented has a quarter of it.
 */
const maxParts = 64;

/**
 * Whether a body has more parts than a form may have, told without taking it apart. A boundary
 * inside a file counts too.
 */
const hasTooManyParts = (bytes: Uint8Array, contentType: string): boolean => {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const delimiter = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = body.indexOf(delimiter);
  for (let seen = 0; at >= 0; seen += 1) {
    // The last one closes the form.
    if (seen > maxParts) return true;
    at = body.indexOf(delimiter, at + delimiter.length);
  }
  return false;
};

const parse = async (bytes: Uint8Array, contentType: string): Promise<FormData> => {
  if (hasTooManyParts(bytes, contentType))
    throw invalidArgument({ field: 'body', description: `must have at most ${maxParts} fields` });
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw invalidArgument({ field: 'body', description: 'is not well-formed multipart/form-data' });
  }
};

const storable = (name: string, value: string): string => {
  if (!`${name}${value}`.includes('\u0000')) return value;
  throw invalidArgument({ field: name.slice(0, 64), description: 'must not hold U+0000' });
};

/**
 * Creates a reader of `multipart/form-data` of at most `maxBytes` whose one file is in the field
 * `file`. Failures: `too_large`, `unsupported_media_type`, `invalid_argument` naming the field.
 */
export const createFormReader =
  (maxBytes: number): FormReader =>
  async (context) => {
    const form = await parse(await readBytes(context, maxBytes), context.req.header('content-type') ?? '');
    const fields = new Map<string, string>();
    let file: ReadForm['file'];
    for (const [name, value] of form) {
      if (fields.has(name) || (name === 'file' && file !== undefined))
        throw invalidArgument({ field: name.slice(0, 64), description: 'is given twice' });
      if (typeof value === 'string') fields.set(name, storable(name, value));
      else if (name === 'file') file = { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
      else throw invalidArgument({ field: name.slice(0, 64), description: 'must be text; the file goes into `file`' });
    }
    return { fields: Object.fromEntries(fields), file };
  };
