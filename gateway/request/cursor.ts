import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SearchMark } from '../../domain/catalog/ports.ts';

/**
 * Cursors: opaque tokens that say where the next page of one query begins.
 *
 * A token is base64url of
 *
 *     version (1 byte) | query digest (8) | rank (8, IEEE 754 big endian) | id (UTF-8) | tag (16)
 *
 * where the tag is HMAC-SHA-256 over everything before it, cut to 16 bytes, under a key that every
 * process of one deployment shares. A token that this deployment did not make, or that was changed
 * by a bit, is told from one that belongs to another query; both are the caller's mistake. Nothing
 * is kept on the server, so a token never expires: it names a place between rows, which stays a
 * place while rows come and go.
 */

const version = 1;
const digestBytes = 8;
const rankOffset = 1 + digestBytes;
const idOffset = rankOffset + 8;
const tagBytes = 16;

/** Longest token accepted, in characters; ours are near 80. */
const maxTokenLength = 512;

/** What a token turned out to be. */
type CursorReading =
  | { readonly kind: 'mark'; readonly mark: SearchMark }
  /** Made here, for a query with other parts. */
  | { readonly kind: 'of_another_query' }
  /** Damaged, made up, or made under another key. */
  | { readonly kind: 'unreadable' };

/** Makes and reads the tokens of one deployment. */
export interface Cursors {
  /** A token for the page after `mark` of the query that has these parts, in this order. */
  issue(mark: SearchMark, query: readonly string[]): string;
  /** Reads a token back; never throws. */
  read(token: string, query: readonly string[]): CursorReading;
}

const digestOf = (query: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(query)).digest().subarray(0, digestBytes);

/**
 * Decodes only the one spelling that `issue` writes: Node's decoder forgives stray characters and
 * spare bits.
 */
const decodeStrictly = (token: string): Buffer | undefined => {
  if (token.length > maxTokenLength) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  return bytes.length > idOffset + tagBytes && bytes.toString('base64url') === token ? bytes : undefined;
};

/** Creates the cursors of a deployment; `key` must hold at least 16 secret bytes. */
export const createCursors = (key: Uint8Array): Cursors => {
  if (key.length < 16) throw new RangeError('a cursor key needs at least 16 bytes');
  const tagOf = (body: Uint8Array): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, tagBytes);

  return {
    issue(mark, query) {
      const head = Buffer.alloc(idOffset);
      head.writeUInt8(version, 0);
      digestOf(query).copy(head, 1);
      head.writeDoubleBE(mark.rank, rankOffset);
      const body = Buffer.concat([head, Buffer.from(mark.id, 'utf8')]);
      return Buffer.concat([body, tagOf(body)]).toString('base64url');
    },

    read(token, query) {
      const bytes = decodeStrictly(token);
      if (bytes === undefined) return { kind: 'unreadable' };
      const body = bytes.subarray(0, -tagBytes);
      if (!timingSafeEqual(tagOf(body), bytes.subarray(-tagBytes)) || body[0] !== version)
        return { kind: 'unreadable' };
      if (!digestOf(query).equals(body.subarray(1, rankOffset))) return { kind: 'of_another_query' };
      return {
        kind: 'mark',
        mark: { rank: body.readDoubleBE(rankOffset), id: body.toString('utf8', idOffset) },
      };
    },
  };
};
