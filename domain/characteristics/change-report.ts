import type { CredentialScope } from '../offers/offer.ts';
import type { ChangeKind, CharacteristicChange, SourcedText } from './characteristic-diff.ts';
import type { CharacteristicSource } from './statement.ts';

/**
 * A value's source as the customer who requested the refresh may see it; stored in JSON as it is.
 */
export interface ReportedSource {
  readonly kind: CharacteristicSource['kind'];
  /**
   * Left out for a supplier that only customers' and groups' credentials see: purchasing relations
   * are private.
   */
  readonly supplierId?: string | undefined;
  readonly credentialScope?: CredentialScope | undefined;
  /**
   * Of a supplier that the system's credentials do not see: the offer that says it. Told to nobody
   * who does not see the offer.
   */
  readonly privateOfferId?: string | undefined;
  /** The supplier's name of the attribute, or `description`. */
  readonly field?: string | undefined;
  readonly model?: string | undefined;
  /** When it was said, ISO 8601. */
  readonly statedAt?: string | undefined;
}

/** A value with its source. */
export interface ReportedValue {
  readonly text: string;
  readonly source: ReportedSource;
}

/** What became of one characteristic of one product. */
export interface ReportedChange {
  readonly kind: ChangeKind;
  readonly productId: string;
  readonly name: string;
  /** What was served before; left out when nothing was. */
  readonly before?: string | undefined;
  /** What is served now. */
  readonly served: ReportedValue;
  /** Other values that sources state. */
  readonly contradicting: readonly ReportedValue[];
}

const reportedSource = (source: CharacteristicSource): ReportedSource => {
  const { kind } = source;
  const statedAt = source.statedAt?.toISOString();
  switch (kind) {
    case 'catalogue':
      return { kind, statedAt };
    case 'language_model':
      return { kind, statedAt, model: source.model };
    case 'supplier': {
      const { credentialScope, supplierId, field } = source;
      const name = field.kind === 'attribute' ? field.name : field.kind;
      const isPublic = credentialScope === 'system';
      const offer = isPublic ? { supplierId } : { privateOfferId: source.offerId };
      return { kind, statedAt, credentialScope, field: name, ...offer };
    }
  }
};

const reportedValue = ({ text, source }: SourcedText): ReportedValue => ({ text, source: reportedSource(source) });

/** A change as a job tells it. */
export const changeReport = (change: CharacteristicChange): ReportedChange => ({
  ...change,
  served: reportedValue(change.served),
  contradicting: change.contradicting.map(reportedValue),
});

const isSeen = ({ source: { privateOfferId } }: ReportedValue, offerIds: ReadonlySet<string>): boolean =>
  privateOfferId === undefined || offerIds.has(privateOfferId);

/** A value as reported; the offer that it is from stays private. */
const withoutOffer = ({ text, source: { privateOfferId: _, ...source } }: ReportedValue): ReportedValue => ({
  text,
  source,
});

/**
 * What is served is in the product for all to see; that a supplier says it is told, and nothing
 * else of an offer that is not seen.
 */
const servedTo = (served: ReportedValue, offerIds: ReadonlySet<string>): ReportedValue =>
  isSeen(served, offerIds) ? withoutOffer(served) : { text: served.text, source: { kind: served.source.kind } };

/**
 * The private offers that the changes refer to: only customers' or groups' credentials know them.
 */
export const privateOffers = (changes: readonly ReportedChange[]): readonly string[] => [
  ...new Set(
    changes.flatMap(({ served, contradicting }) =>
      [served, ...contradicting].flatMap(({ source }) => source.privateOfferId ?? []),
    ),
  ),
];

/**
 * Whether a change is there for those alone who see certain offers: nothing that others see is new
 * or contradicted by it.
 */
export const isPrivate = ({ kind, contradicting }: ReportedChange): boolean =>
  kind === 'kept' && contradicting.every(({ source }) => source.privateOfferId !== undefined);

/**
 * The changes as reported to a caller who sees these private offers: without the sources of others.
 */
export const visibleChangesOf = (
  changes: readonly ReportedChange[],
  offerIds: ReadonlySet<string>,
): readonly ReportedChange[] =>
  changes.flatMap((change) => {
    const contradicting = change.contradicting.filter((value) => isSeen(value, offerIds)).map(withoutOffer);
    if (change.kind === 'kept' && contradicting.length === 0) return [];
    return [{ ...change, served: servedTo(change.served, offerIds), contradicting }];
  });
