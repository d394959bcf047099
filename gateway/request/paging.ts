import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SearchMark } from '../../domain/catalog/ports.ts';
import { invalidArgument } from '../../domain/errors.ts';
import { checkWithin, throwIfAny } from './check.ts';

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

/** Items of a page when the caller does not say. */
export const defaultPageSize = 50;

/** Most items of a page. */
export const maxPageSize = 500;

/** A page of a list that is asked for. */
export interface PageRequest {
  /** 0: the usual number. */
  readonly limit: number;
  /** Empty: the first page. */
  readonly cursor: string;
}

/** What a page holds. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** What a page is read with. */
export interface Paging<Item> {
  readonly cursors: Cursors;
  /** What the cursor is bound to. */
  readonly query: readonly string[];
  /** The place of an item in the list. */
  readonly markOf: (item: Item) => SearchMark;
  /** Reads up to `limit` items in the order of the list, after the mark. */
  readonly read: (after: SearchMark | undefined, limit: number) => Promise<readonly Item[]>;
  /** What the contract calls the cursor; left out: `cursor`. */
  readonly cursorField?: string;
}

/** A page of a list. Throws `invalid_argument` for a limit or a cursor that is not acceptable. */
export const pageOf = async <Item>(request: PageRequest, paging: Paging<Item>): Promise<Page<Item>> => {
  const { cursors, query, markOf, read } = paging;
  throwIfAny(checkWithin('limit', request.limit, 0, maxPageSize));
  const limit = request.limit || defaultPageSize;
  const found = await read(markAfter(request, paging), limit + 1);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last && cursors.issue(markOf(last), query) };
};

const markAfter = <Item>({ cursor }: PageRequest, paging: Paging<Item>): SearchMark | undefined => {
  if (cursor === '') return undefined;
  const reading = paging.cursors.read(cursor, paging.query);
  if (reading.kind === 'mark') return reading.mark;
  const description = 'is not a cursor of this list: send it exactly as it was received';
  throw invalidArgument({ field: paging.cursorField ?? 'cursor', description });
};

/** The place in a list that is in the order of ids. */
export const markOfId = (id: string): SearchMark => ({ rank: 0, id });

/** The place in a list that is in the order of creation. */
export const markOfCreation = ({ createdAt, id }: { readonly createdAt: Date; readonly id: string }): SearchMark => ({
  rank: createdAt.getTime(),
  id,
});

/** The creation that a mark stands for. */
export const creationOf = ({ rank, id }: SearchMark): { readonly createdAt: Date; readonly id: string } => ({
  createdAt: new Date(rank),
  id,
});
