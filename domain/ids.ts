import { hash } from 'node:crypto';
import type { ConfirmedOffers } from './ingestion/confirmation.ts';

/**
 * Identifiers. Things that the world names by itself (an offer is a supplier's SKU, a product a
 * maker's part number) get an id derived from that name, so that two processes, a replay and a
 * restored back-up agree on it without asking anyone. Things that only exist here (keys, runs,
 * jobs) get a random one; the randomness comes in as bytes.
 */

/** Crockford's base 32 in lower case: no i, l, o or u, so that an id survives being read aloud. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Characters of an id after its prefix: 100 bits, at which 100 million ids collide with a chance
 * below 1 in 10^14.
 */
const idLength = 20;

const digits = Buffer.from(alphabet, 'latin1');

/** Where the characters of an id are put together; nothing waits between its first and its last. */
const draft = Buffer.alloc(idLength);

/** The id of bytes, each a character of the text: five bits a character. */
const encode = (bytes: string): string => {
  let length = 0;
  let carry = 0;
  let carried = 0;
  for (let at = 0; length < idLength; at += 1) {
    carry = (carry << 8) | bytes.charCodeAt(at);
    carried += 8;
    while (carried >= 5 && length < idLength) {
      carried -= 5;
      draft[length] = digits[(carry >> carried) & 31] ?? 0;
      length += 1;
    }
    carry &= (1 << carried) - 1;
  }
  return draft.toString('latin1');
};

// A digest as text takes a quarter of the time of one as bytes, and every observation has three.
const derived = (prefix: string, parts: readonly string[]): string =>
  `${prefix}_${encode(hash('sha256', parts.join('\u0000'), 'binary'))}`;

/** The id of what a supplier sells under a SKU. */
export const offerId = (supplierId: string, supplierSku: string): string => derived('ofr', [supplierId, supplierSku]);

/**
 * The id of a canonical product, from its identity: profile, manufacturer key and part-number key.
 */
export const productId = (profileId: string, manufacturerKey: string, mpnKey: string): string =>
  derived('prd', [profileId, manufacturerKey, mpnKey]);

/** The id of a part that somebody wants to know of, from what names it. */
export const partWantId = (names: readonly string[]): string => derived('wnt', names);

/** The id under which a customer is told of a change, from what names both. */
export const noticeId = (names: readonly string[]): string => derived('msg', names);

/**
 * A page of bulk data. It keeps its key when it is fetched again, which is what makes its rows
 * count once.
 */
export interface BulkPage {
  readonly phase: string;
  readonly page: number;
}

/** A question to a supplier, as far as the ids of what its answer says depend on it. */
export type QuestionKey =
  | BulkPage
  /** A look-up. Every request has a nonce of its own, because every answer is news of its own. */
  | { readonly phase: 'lookup'; readonly nonce: string };

/** The id of an observation: what was seen of a SKU in the answer to one question of one run. */
export const observationId = (runId: string, question: QuestionKey, supplierSku: string): string => {
  const asked = 'nonce' in question ? question.nonce : String(question.page);
  return derived('obs', [runId, question.phase, asked, supplierSku]);
};

/**
 * The id of a confirmation: what was seen again in the answer to one page of one run. It depends on
 * what that is, because a page that is fetched again may hold others.
 */
export const confirmationId = (runId: string, page: BulkPage, confirmed: readonly ConfirmedOffers[]): string => {
  const seen = confirmed.flatMap(({ offerIds, price, stock }) => [`${price} ${stock}`, ...offerIds]);
  return derived('cnf', [runId, page.phase, String(page.page), ...seen]);
};

/** An id for something that exists only here; `random` must hold at least 13 bytes. */
export const randomId = (prefix: string, random: Uint8Array): string => {
  if (random.length < 13) throw new RangeError('an id needs 13 random bytes');
  return `${prefix}_${encode(Buffer.from(random).toString('latin1'))}`;
};

/**
 * The W3C trace id of everything that belongs to a run: 32 hexadecimal digits, the same after a
 * restart.
 */
export const traceIdOf = (runId: string): string => hash('sha256', runId).slice(0, 32);
