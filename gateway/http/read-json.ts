import type { Context } from 'hono';
import { Failure, invalidArgument } from '../../domain/errors.ts';
import { parseJson } from './parse-json.ts';
import { readBytes } from './read-bytes.ts';

/** Reads the body of a request as JSON. */
export type ReadJson = (context: Context) => Promise<unknown>;

const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const unsupported = (publicText: string): Failure => new Failure('unsupported_media_type', publicText);

const checkType = (context: Context): void => {
  if (!jsonType.test(context.req.header('content-type') ?? '')) {
    throw unsupported('the body must be sent as content-type: application/json, in UTF-8');
  }
};

const textOf = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidArgument({ field: 'body', description: 'is not valid UTF-8' });
  }
};

/**
 * Creates a reader that refuses anything but plain JSON in UTF-8 of at most `maxBytes`, whether the
 * length is announced or not, within the bounds of `parseJson`. Failures: `unsupported_media_type`,
 * `too_large`, `invalid_argument` naming the body.
 */
export const createReadJson =
  (maxBytes: number): ReadJson =>
  async (context) => {
    checkType(context);
    return parseJson(textOf(await readBytes(context, maxBytes)), 'body');
  };
