import { totalStock } from '../../domain/analytics/observation-row.ts';
import { offerId } from '../../domain/ids.ts';
import type { ConfirmedOffers } from '../../domain/ingestion/confirmation.ts';
import type { ObservationDraft } from '../../domain/ingestion/observation.ts';
import type { ConfirmableStatement, OfferConfirmations } from '../../domain/ingestion/ports.ts';
import { statementDigests } from '../../domain/ingestion/statement-digest.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

/** What confirming needs. */
export interface ConfirmDependencies {
  readonly confirmations: OfferConfirmations;
  readonly credential: CredentialRef;
  readonly metrics: Metrics;
}

/** Of one transaction; a page of some suppliers is a whole catalogue. */
const atOnce = 500;

/** What a page says, by whether it has to be published. */
export interface Sifted {
  readonly news: readonly ObservationDraft[];
  /** What was confirmed, by the transactions in which it was; none of them is empty. */
  readonly confirmed: readonly (readonly ConfirmedOffers[])[];
}

/** What may be confirmed, and which parts it states. */
type Statement = ConfirmableStatement & Omit<ConfirmedOffers, 'offerIds'>;

const statementOf = (draft: ObservationDraft, seenAt: Date, supplierId: string): Statement => ({
  offerId: offerId(supplierId, draft.supplierSku),
  ...statementDigests(draft, seenAt),
  price: draft.price !== undefined,
  stock: draft.stock !== undefined && totalStock(draft.stock) !== undefined,
});

/** What may be confirmed, by SKU: not of a SKU that the page names twice. */
const statementsOf = (
  drafts: readonly ObservationDraft[],
  seenAt: Date,
  supplierId: string,
): ReadonlyMap<string, Statement> => {
  const statements = new Map<string, Statement>();
  const named = new Set<string>();
  for (const draft of drafts) {
    const { supplierSku } = draft;
    if (named.has(supplierSku)) statements.delete(supplierSku);
    else statements.set(supplierSku, statementOf(draft, seenAt, supplierId));
    named.add(supplierSku);
  }
  return statements;
};

const byParts = (statements: readonly Statement[]): readonly ConfirmedOffers[] =>
  [...Map.groupBy(statements, ({ price, stock }) => `${price} ${stock}`).values()].flatMap((alike) =>
    alike.slice(0, 1).map(({ price, stock }) => ({ offerIds: alike.map((each) => each.offerId), price, stock })),
  );

/**
 * Confirms what a page says that is known just so, as seen at the instant of its answer, and gives
 * that and the rest, which has to be published. A SKU that a page names twice is published: which
 * of its rows counts is for the merge rule to say.
 */
export const confirmUnchanged = async (
  drafts: readonly ObservationDraft[],
  seenAt: Date,
  { confirmations, credential, metrics }: ConfirmDependencies,
): Promise<Sifted> => {
  const { id, supplierId, scope } = credential;
  const statements = statementsOf(drafts, seenAt, supplierId);
  const all = [...statements.values()];
  const known = new Set<string>();
  const confirmed: (readonly ConfirmedOffers[])[] = [];
  for (let from = 0; from < all.length; from += atOnce) {
    const portion = all.slice(from, from + atOnce);
    const some = await confirmations.confirm(id, seenAt, portion);
    for (const each of some) known.add(each);
    if (some.size > 0) confirmed.push(byParts(portion.filter((each) => some.has(each.offerId))));
    metrics.ingestion.observationsConfirmed.inc({ supplier_id: supplierId, scope }, some.size);
  }
  const news = drafts.filter(({ supplierSku }) => {
    const statement = statements.get(supplierSku);
    return statement === undefined || !known.has(statement.offerId);
  });
  return { news, confirmed };
};
