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

const parse = async (bytes: Uint8Array, contentType: string): Promise<FormData> => {
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw invalidArgument({ field: 'body', description: 'is not well-formed multipart/form-data' });
  }
};

/**
 * Creates a reader of `multipart/form-data` of at most `maxBytes` whose one file is in the field `file`. Failures: `too_large`,
 * `unsupported_media_type`, `invalid_argument` naming the field.
 */
export const createFormReader =
  (maxBytes: number): FormReader =>
  async (context) => {
    const form = await parse(await readBytes(context, maxBytes), context.req.header('content-type') ?? '');
    const fields: Record<string, string> = {};
    let file: ReadForm['file'];
    for (const [name, value] of form) {
      if (name in fields || (name === 'file' && file !== undefined))
        throw invalidArgument({ field: name.slice(0, 64), description: 'is given twice' });
      if (typeof value === 'string') fields[name] = value;
      else if (name === 'file') file = { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
      else throw invalidArgument({ field: name.slice(0, 64), description: 'must be text; the file goes into `file`' });
    }
    return { fields, file };
  };
