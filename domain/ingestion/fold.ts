/**
 * What a batch of observations does to what is known, as values: a snapshot after each observation,
 * what the offers are now called, and the events. The store reads the state before, folds, and
 * writes the outcome, all under its row locks.
 */
import {
  descriptionParts,
  type Knowledge,
  type KnownDescription,
  knowledgeParts,
  merge,
  mergeDescription,
} from './merge.ts';
import type { Observation, ObservedDescription } from './observation.ts';
import { effectivePrice, holdAfter, type ViewKnowledge } from './price-hold.ts';
import { isSameMap, isSamePrice, isSameStock } from './same-statement.ts';

/** An observation with the id of the offer that it is of. */
export interface OfferObservation {
  readonly offerId: string;
  readonly observation: Observation;
}

/** What a credential knows of an offer after one observation. */
export interface Snapshot extends OfferObservation {
  readonly known: ViewKnowledge;
  /**
   * The parts that answers differ in from before; one that was only confirmed later is not among
   * them.
   */
  readonly changed: readonly (keyof Knowledge)[];
  /**
   * Whether the price that counts became another one; the first price that the credential sees is
   * none yet.
   */
  readonly repriced: boolean;
  /** Whether the observation's price is held back, and is not the one that was held back before. */
  readonly isPriceHeld: boolean;
}

/** Identifies what one credential knows of one offer. */
export const viewKey = (offerId: string, credentialId: string): string => `${offerId} ${credentialId}`;

/**
 * Merges observations one after another into what is known before, by `viewKey`, and gives a
 * snapshot after each, in the same order. Observations must be distinct and not yet applied. A
 * price that moves by more than `jumpFactor` is held back.
 */
export const foldKnowledge = (
  batch: readonly OfferObservation[],
  before: ReadonlyMap<string, ViewKnowledge>,
  jumpFactor: number,
): readonly Snapshot[] => {
  const state = new Map(before);
  return batch.map(({ offerId, observation }) => {
    const key = viewKey(offerId, observation.credentialId);
    const earlier = state.get(key) ?? {};
    const known = mergeObservation(earlier, observation, jumpFactor);
    state.set(key, known);
    const changed = knowledgeParts.filter((part) => differs(part, earlier, known));
    const repriced = earlier.price !== undefined && changed.includes('price') && isRepriced(earlier, known);
    return { offerId, observation, known, changed, repriced, isPriceHeld: isNewlyHeld(earlier, known) };
  });
};

/**
 * What the merge rule knows nothing of stands beside what it gives, so that it alone decides what
 * the supplier said.
 */
const mergeObservation = (before: ViewKnowledge, observation: Observation, jumpFactor: number): ViewKnowledge => {
  const said = merge(withoutHold(before), observation);
  const priceHold = holdAfter({ before, said, runId: observation.runId }, jumpFactor);
  return priceHold === undefined ? said : { ...said, priceHold };
};

const withoutHold = (known: ViewKnowledge): Knowledge => {
  if (known.priceHold === undefined) return known;
  const { priceHold: _, ...rest } = known;
  return rest;
};

const isRepriced = (before: ViewKnowledge, after: ViewKnowledge): boolean => {
  const [earlier, now] = [effectivePrice(before), effectivePrice(after)];
  return earlier !== now && !isSamePrice(earlier?.value, now?.value);
};

const isNewlyHeld = (before: ViewKnowledge, after: ViewKnowledge): boolean => {
  if (after.priceHold === undefined || after.price === before.price) return false;
  return before.priceHold === undefined || !isSamePrice(before.price?.value, after.price?.value);
};

/** An offer's description after a batch. */
export interface DescriptionChange {
  readonly known: KnownDescription;
  /** Whether any content differs from before. */
  readonly changed: boolean;
}

/**
 * Merges the descriptions of a batch into those before, by offer id; gives those of which at least
 * an instant changed.
 */
export const foldDescriptions = (
  batch: readonly OfferObservation[],
  before: ReadonlyMap<string, KnownDescription>,
): ReadonlyMap<string, DescriptionChange> => {
  const state = new Map<string, KnownDescription>();
  for (const { offerId, observation } of batch) {
    if (observation.description === undefined) continue;
    state.set(offerId, mergeDescription(state.get(offerId) ?? before.get(offerId) ?? {}, observation));
  }
  const redescribed = new Map<string, DescriptionChange>();
  for (const [offerId, known] of state) {
    const earlier = before.get(offerId) ?? {};
    if (descriptionParts.every((part) => known[part] === earlier[part])) continue;
    redescribed.set(offerId, { known, changed: descriptionParts.some((part) => reworded(part, earlier, known)) });
  }
  return redescribed;
};

const differs = (part: keyof Knowledge, before: ViewKnowledge, after: ViewKnowledge): boolean => {
  if (before[part] === after[part]) return false;
  switch (part) {
    // Answers show the price that counts, and since when another one is held back.
    case 'price':
      return isRepriced(before, after) || before.priceHold?.since !== after.priceHold?.since;
    case 'stock':
      return !isSameStock(before.stock?.value, after.stock?.value);
    default:
      return before[part]?.value !== after[part]?.value;
  }
};

const reworded = (part: keyof ObservedDescription, before: KnownDescription, after: KnownDescription): boolean => {
  if (before[part] === after[part]) return false;
  if (part !== 'attributes' && part !== 'facts') return before[part]?.value !== after[part]?.value;
  return !isSameMap(before[part]?.value, after[part]?.value);
};
