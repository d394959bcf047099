import type { PriceJump, PriceStatement } from '../offers/offer.ts';
import type { Knowledge, Stated } from './merge.ts';
import { priceJumpOf } from './price-jump.ts';

/**
 * Holding back prices that jump. A price that is too far from the one that counts is kept as what
 * the supplier said, and does not count: the one before goes on counting, until a second look
 * settles it.
 *
 *     counts --- a later price jumps from it ---> held back
 *     held back --- another run, later, sees about the held price again --> the held price counts
 *               \-- a later price is about the one that counts again --> that one counts
 *               \-- a later price is far from both --> held in place of the first
 *
 * Time alone settles nothing. A first price has nothing to jump from, and counts.
 *
 * What holds: what the supplier said last (`price`) is the outcome of the merge rule, whatever the
 * order of arrival; the price that counts was always said by the supplier, and never jumps without
 * a second look. What is best effort: which of two prices is held back depends on which arrived
 * first, and an observation that was overtaken by a later one neither holds a price back nor
 * settles anything. Observations of one credential nearly always arrive in order; where they do
 * not, the next look settles it all the same.
 */

/** A price that is held back: `price` of the same knowledge. */
export interface PriceHold {
  /** The price that counts meanwhile. */
  readonly confirmed: Stated<PriceStatement>;
  /**
   * Since when a price is held back: the instant of the first observation that jumped from the one
   * that counts.
   */
  readonly since: Date;
  /** In what the price held back differs from the one that counts. */
  readonly jump: PriceJump;
  /** The run that saw the price held back: it cannot be its own second look. */
  readonly runId: string;
}

/** What one credential knows of one offer, and whether the latest price counts. */
export interface ViewKnowledge extends Knowledge {
  /** Undefined when it does. */
  readonly priceHold?: PriceHold;
}

/** The price that counts. */
export const effectivePrice = ({ price, priceHold }: ViewKnowledge): Stated<PriceStatement> | undefined =>
  priceHold?.confirmed ?? price;

/** An observation that was merged. */
export interface Merged {
  /** What was known before it. */
  readonly before: ViewKnowledge;
  /** What the merge rule makes of both. */
  readonly said: Knowledge;
  readonly runId: string;
}

/** What is held back after an observation; `factor` is how far a price may move at once. */
export const holdAfter = ({ before, said, runId }: Merged, factor: number): PriceHold | undefined => {
  const { price: earlier, priceHold: hold } = before;
  const { price: latest } = said;
  // The merge keeps the very object of a part that it does not replace.
  if (earlier === undefined || latest === undefined || latest === earlier) return hold;
  const confirmed = hold?.confirmed ?? earlier;
  const jump = priceJumpOf(confirmed.value, latest.value, factor);
  if (jump === undefined) return undefined;
  const isSecondLook = hold !== undefined && hold.runId !== runId && latest.at > earlier.at;
  if (isSecondLook && priceJumpOf(earlier.value, latest.value, factor) === undefined) return undefined;
  return { confirmed, since: hold?.since ?? latest.at, jump, runId };
};
