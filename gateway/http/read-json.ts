import type { Context } from 'hono';
import { Failure, invalidArgument } from '../../domain/errors.ts';

/** Reads the body of a request as JSON. */
export type ReadJson = (context: Context) => Promise<unknown>;

const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const tooLarge = (maxBytes: number): Failure => new Failure('too_large', `the body is over ${maxBytes} bytes`);

const unsupported = (publicText: string): Failure => new Failure('unsupported_media_type', publicText);

const checkHeaders = (context: Context, maxBytes: number): void => {
  if (!jsonType.test(context.req.header('content-type') ?? '')) {
    throw unsupported('the body must be sent as content-type: application/json, in UTF-8');
  }
  if ((context.req.header('content-encoding') ?? 'identity') !== 'identity') {
    throw unsupported('the body must be sent without content-encoding');
  }
  if (Number(context.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
};

/** Reads a body that does not say how long it is, and stops at the first byte too many. */
const readStream = async (body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const parse = (bytes: Uint8Array | ArrayBuffer): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    // The parser's own message quotes the body, which may hold anything.
    throw invalidArgument({ field: 'body', description: 'is not valid JSON' });
  }
};

/**
 * Creates a reader that refuses anything but plain JSON in UTF-8 of at most `maxBytes`, whether the length is announced or
 * not. Failures: `unsupported_media_type`, `too_large`, `invalid_argument` naming the body.
 */
export const createReadJson =
  (maxBytes: number): ReadJson =>
  async (context) => {
    checkHeaders(context, maxBytes);
    const isAnnounced = context.req.header('content-length') !== undefined;
    const { raw } = context.req;
    return parse(isAnnounced ? await raw.arrayBuffer() : await readStream(raw.body, maxBytes));
  };
