import type { Context } from 'hono';
import { Failure } from '../../domain/errors.ts';

const tooLarge = (maxBytes: number): Failure => new Failure('too_large', `the body is over ${maxBytes} bytes`);

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

/**
 * The bytes of a body of at most `maxBytes`, whether its length is announced or not. Failures:
 * `unsupported_media_type` for one that is compressed, `too_large`.
 */
export const readBytes = async ({ req }: Context, maxBytes: number): Promise<Uint8Array> => {
  if ((req.header('content-encoding') ?? 'identity') !== 'identity')
    throw new Failure('unsupported_media_type', 'the body must be sent without content-encoding');
  const length = req.header('content-length');
  if (Number(length ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return length === undefined ? readStream(req.raw.body, maxBytes) : new Uint8Array(await req.raw.arrayBuffer());
};
