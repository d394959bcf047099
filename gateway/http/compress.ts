import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { type Headers, respond } from './respond.ts';

/**
 * Large answers go out compressed to clients that take gzip. Streams do not: their messages would
 * wait for each other.
 */

const gzipped = promisify(gzip);

/** What is shorter takes longer to compress than to send. In characters or bytes. */
const minLength = 4_096;

const coding = /^\s*(gzip|\*)\s*(?:;\s*q=([\d.]{1,8})\s*)?$/i;

/** Whether a client takes gzip, by its `Accept-Encoding`. */
const takesGzip = (header = ''): boolean => {
  const weights = new Map<string, number>();
  for (const each of header.split(',')) {
    const [, name = '', weight = '1'] = coding.exec(each) ?? [];
    weights.set(name.toLowerCase(), Number(weight));
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
};

/** What is answered, and how it is compressed: each time, unless somebody keeps it. */
interface Packable {
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly pack?: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** An answer that is compressed where it is large and the client takes that. */
export const respondPacked = (
  { req }: Context,
  status: number,
  { contentType, body, pack = () => gzipped(body) }: Packable,
  headers: Headers,
): Response | Promise<Response> => {
  if (body.length < minLength) return respond(status, contentType, body, headers);
  const varying = { ...headers, vary: 'accept-encoding, origin' };
  if (!takesGzip(req.header('accept-encoding'))) return respond(status, contentType, body, varying);
  return pack().then((bytes) => respond(status, contentType, bytes, { ...varying, 'content-encoding': 'gzip' }));
};

/** A document that is the same for everybody: it is made at the first request, and packed once. */
export const packedOnce = (contentType: string, make: () => string | Uint8Array<ArrayBuffer>): (() => Packable) => {
  let made: Packable | undefined;
  const prepare = (): Packable => {
    const body = make();
    let packed: Promise<Uint8Array<ArrayBuffer>> | undefined;
    return {
      contentType,
      body,
      pack: () => {
        packed ??= gzipped(body);
        return packed;
      },
    };
  };
  return () => {
    made ??= prepare();
    return made;
  };
};
