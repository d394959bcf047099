import { offerId } from '../../domain/ids.ts';
import type { Observation } from '../../domain/ingestion/observation.ts';
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

/** What may be confirmed, by SKU: not of a SKU that the page names twice. */
const statementsOf = (observations: readonly Observation[]): ReadonlyMap<string, ConfirmableStatement> => {
  const statements = new Map<string, ConfirmableStatement>();
  const named = new Set<string>();
  for (const each of observations) {
    const { supplierId, supplierSku } = each;
    if (named.has(supplierSku)) statements.delete(supplierSku);
    else statements.set(supplierSku, { offerId: offerId(supplierId, supplierSku), ...statementDigests(each) });
    named.add(supplierSku);
  }
  return statements;
};

/**
 * Confirms what a page says that is known just so, and gives the rest, which has to be published. A
 * SKU that a page names twice is published: which of its rows counts is for the merge rule to say.
 * All observations are of one instant.
 */
export const confirmUnchanged = async (
  observations: readonly Observation[],
  { confirmations, credential, metrics }: ConfirmDependencies,
): Promise<readonly Observation[]> => {
  const [first] = observations;
  if (first === undefined) return [];
  const { id, supplierId, scope } = credential;
  const statements = statementsOf(observations);
  const all = [...statements.values()];
  const confirmed = new Set<string>();
  for (let from = 0; from < all.length; from += atOnce) {
    const some = await confirmations.confirm(id, first.observedAt, all.slice(from, from + atOnce));
    for (const each of some) confirmed.add(each);
    metrics.ingestion.observationsConfirmed.inc({ supplier_id: supplierId, scope }, some.size);
  }
  if (confirmed.size === 0) return observations;
  const isNews = ({ supplierSku }: Observation): boolean => {
    const statement = statements.get(supplierSku);
    return statement === undefined || !confirmed.has(statement.offerId);
  };
  return observations.filter(isNews);
};
