/**
 * Digests of what an observation states, by which the same statement is known again without being
 * published, merged and recorded once more.
 *
 * A digest is of the value of a part and of the UTC day on which it was seen. So what a supplier
 * repeats all day is recorded once a day, and each day of a price history has its price. Two parts
 * with the same digest have the same value; the same value may have two digests (warehouses in
 * another order), which costs a recording and nothing else.
 */
import { hash } from 'node:crypto';
import { amountText } from '../money.ts';
import type { PriceStatement } from '../offers/offer.ts';
import {
  descriptionParts,
  isLater,
  type Knowledge,
  type KnownDescription,
  knowledgeParts,
  type Stated,
} from './merge.ts';
import type { ObservationDraft, ObservedDescription } from './observation.ts';
import type { ViewKnowledge } from './price-hold.ts';

/** What an observation says of price, stock and terms. */
type Terms = { readonly [Part in keyof Knowledge]?: NonNullable<Knowledge[Part]>['value'] };

/** The digest of each part that is stated. */
export type TermDigests = { readonly [Part in keyof Knowledge]?: string };

/** The digests of an observation. */
export interface StatementDigests {
  readonly terms: TermDigests;
  /** Of all that it says of the part; undefined: nothing. */
  readonly description: string | undefined;
}

/** 96 bits: of a billion values two different ones are alike with a chance of 1 in 10^11. */
const digestLength = 16;

const dayOf = (at: Date): string => Math.floor(at.getTime() / 86_400_000).toString(36);

/** A value that is shorter than its digest stands for itself. */
const digestOf = (at: Date, value: unknown): string => {
  const text = JSON.stringify(value);
  const short = text.length < digestLength ? text : hash('sha256', text, 'base64url').slice(0, digestLength);
  return `${dayOf(at)}:${short}`;
};

const priceValues = (price: PriceStatement): readonly unknown[] => {
  if (price.kind === 'on_request') return [price.kind];
  const { currency, priceBase, orderFee, orderFeePieces, breaks } = price.ladder;
  const fee = orderFee === undefined ? undefined : [amountText(orderFee), orderFeePieces];
  return [currency, priceBase, fee, breaks.map((each) => [each.quantity, amountText(each.price)])];
};

/** A part as plain JSON; undefined or null: it is not stated. */
const plainValue = (part: keyof Terms, terms: Terms): unknown => {
  switch (part) {
    case 'price':
      return terms.price && priceValues(terms.price);
    case 'stock':
      return terms.stock?.map((each) => [each.warehouseRef, each.quantity]);
    default:
      return terms[part];
  }
};

const isStated = (value: unknown): boolean => value !== undefined && value !== null;

/** An empty map is none: the bus does not carry it. */
const inOrder = (map: Readonly<Record<string, string | undefined>> | undefined) => {
  const entries = Object.entries(map ?? {});
  return entries.length === 0 ? undefined : entries.sort(([one], [other]) => (one < other ? -1 : 1));
};

const descriptionDigest = (said: ObservedDescription, at: Date): string | undefined => {
  const { manufacturer, mpn, text, lifecycle, replacedByMpn, attributes, facts } = said;
  const values = [manufacturer, mpn, text, lifecycle, replacedByMpn, inOrder(attributes), inOrder(facts)];
  return values.some(isStated) ? digestOf(at, values) : undefined;
};

/** The digests of what an observation says that was seen at the instant. */
export const statementDigests = (said: ObservationDraft, seenAt: Date): StatementDigests => {
  const terms: { -readonly [Part in keyof TermDigests]: string } = {};
  for (const part of knowledgeParts) {
    const value = plainValue(part, said);
    if (isStated(value)) terms[part] = digestOf(seenAt, value);
  }
  return { terms, description: said.description && descriptionDigest(said.description, seenAt) };
};

/**
 * The digests of what a credential knows. A price that is held back has none: to see it again
 * settles something.
 */
export const knownTermDigests = (known: ViewKnowledge): TermDigests => {
  const terms: { -readonly [Part in keyof TermDigests]: string } = {};
  for (const part of knowledgeParts) {
    const stated = known[part];
    if (stated === undefined || (part === 'price' && known.priceHold !== undefined)) continue;
    terms[part] = digestOf(stated.at, plainValue(part, { [part]: stated.value }));
  }
  return terms;
};

/**
 * The part of a description that was said last, with who said it; undefined: nothing is said. What
 * it has said is said again together, by whoever says just that.
 */
export const latestSpeaker = (known: KnownDescription): Stated<unknown> | undefined =>
  descriptionParts
    .flatMap((part): Stated<unknown> | readonly Stated<unknown>[] => known[part] ?? [])
    .reduce<Stated<unknown> | undefined>(
      (latest, each) => (latest === undefined || isLater(each.at, each.by, latest) ? each : latest),
      undefined,
    );

/**
 * The digest of what was said last of a description. What others have said besides is not in it: it
 * stands, and is as old as it is, however often the rest is said again.
 */
export const knownDescriptionDigest = (known: KnownDescription): string | undefined => {
  const latest = latestSpeaker(known);
  if (latest === undefined) return undefined;
  const said = descriptionParts.filter((part) => known[part]?.by === latest.by);
  return descriptionDigest(Object.fromEntries(said.map((part) => [part, known[part]?.value])), latest.at);
};
