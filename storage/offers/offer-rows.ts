/**
 * Offers as rows of a join, one for each view; an offer without a view is one row without view
 * columns.
 */
import type { LifecycleStatus, Product } from '../../domain/catalog/catalog.ts';
import type { StatedFacts } from '../../domain/catalog/part-facts.ts';
import type { FailureReason } from '../../domain/credential-failure.ts';
import type { Stated } from '../../domain/ingestion/merge.ts';
import { effectivePrice } from '../../domain/ingestion/price-hold.ts';
import type { CredentialScope, MatchConfidence, Observed } from '../../domain/offers/offer.ts';
import type { CredentialState, OfferRecord, ViewRecord } from '../../domain/offers/offer-record.ts';
import { saleTermsOf } from '../../domain/offers/sale-terms.ts';
import { type Confirmed, decodeKnowledge, type KnowledgeDocument } from '../catalog/knowledge-document.ts';

/** The columns of `offer` and of its `product`. */
interface OfferColumns {
  readonly id: string;
  readonly supplierId: string;
  readonly supplierSku: string;
  readonly manufacturer: string | null;
  readonly mpn: string | null;
  readonly productId: string | null;
  readonly matchConfidence: MatchConfidence;
  readonly matchRule: string | null;
  /** Left out where it was not asked for. */
  readonly facts?: StatedFacts;
  /** The product's columns are null when there is none. */
  readonly productManufacturer: string | null;
  readonly productCharacteristics: Readonly<Record<string, string>> | null;
  readonly productProfile: string | null;
  readonly productManufacturerKey: string | null;
  readonly productMpn: string | null;
  readonly productDescription: string | null;
  readonly productLifecycle: LifecycleStatus | null;
  readonly replacedBy: string | null;
  readonly productObservedAt: Date | null;
}

interface ViewColumns {
  readonly viewedBy: string;
  readonly known: KnowledgeDocument;
  /** Null where nothing was seen again since; of the past price and stock alone. */
  readonly confirmed: Confirmed;
  /** Null when the part is in no queue of the credential. */
  readonly dueAt: Date | null;
  readonly isTop: boolean | null;
  /** Null when its credential's full walks hold the SKU, or there are none. */
  readonly withdrawnAt: Date | null;
}

/** One row of `offer`, `product`, `offer_view` and `lookup`. */
export type OfferRow = OfferColumns & (ViewColumns | { readonly viewedBy: null });

/** For a select over `offer` and `product`. */
export const offerColumns = `
  offer.id, offer.supplier_id as "supplierId", offer.supplier_sku as "supplierSku", offer.manufacturer, offer.mpn,
  offer.product_id as "productId", offer.match_confidence as "matchConfidence", offer.match_rule as "matchRule",
  product.manufacturer as "productManufacturer", product.characteristics as "productCharacteristics", product.profile_id as "productProfile",
  product.manufacturer_key as "productManufacturerKey", product.mpn as "productMpn", product.description as "productDescription",
  product.lifecycle as "productLifecycle", product.replaced_by as "replacedBy", product.observed_at as "productObservedAt"`;

/** What suppliers state of an offer beside price and stock, for a select over `offer`. */
export const saleColumns = 'offer.facts';

/** For a select over `offer_view` and `lookup`. */
export const viewColumns = `
  offer_view.credential_id as "viewedBy", offer_view.known, offer_view.confirmed, offer_view.withdrawn_at as "withdrawnAt", lookup.due_at as "dueAt", lookup.is_top as "isTop"`;

/** The place of a view's part in the queue of its credential. */
export const joinLookup = `
  left join lookup on lookup.credential_id = offer_view.credential_id and lookup.product_id = offer.product_id`;

/** How a credential fares, as a row of `credential`. */
export interface CredentialRow {
  readonly credentialId: string;
  readonly supplierId: string;
  readonly scope: CredentialScope;
  readonly ownerId: string | null;
  readonly label: string;
  readonly failingSince: Date | null;
  readonly failingReason: FailureReason | null;
  /** Null for one that is disabled, too. */
  readonly nextTickAt: Date | null;
  readonly isOutOfUse: boolean;
  readonly looksUp: boolean;
  readonly topQueueUntil: Date | null;
  readonly queueUntil: Date | null;
  readonly probeAt: Date | null;
}

/** For a select over `credential`. */
export const credentialColumns = `
  credential.id as "credentialId", credential.supplier_id as "supplierId", credential.scope, credential.owner_id as "ownerId",
  credential.label, credential.failing_since as "failingSince", credential.health ->> 'reason' as "failingReason",
  case when credential.disabled_at is null then credential.next_tick_at end as "nextTickAt",
  coalesce(credential.disabled_at, credential.detached_at) is not null as "isOutOfUse",
  credential.enrolled_at is not null as "looksUp", credential.top_queue_until as "topQueueUntil",
  credential.queue_until as "queueUntil", (credential.health ->> 'probeAt')::timestamptz as "probeAt"`;

/** The row as the state of its credential. */
export const credentialStateOf = (row: CredentialRow): CredentialState => ({
  ref: {
    id: row.credentialId,
    supplierId: row.supplierId,
    scope: row.scope,
    ownerId: row.ownerId ?? undefined,
    label: row.label,
    failingSince: row.failingSince ?? undefined,
    failingReason: row.failingReason ?? undefined,
  },
  plan: {
    nextTickAt: row.nextTickAt ?? undefined,
    queue: row.looksUp
      ? {
          topUntil: row.topQueueUntil ?? undefined,
          until: row.queueUntil ?? undefined,
          probeAt: row.probeAt ?? undefined,
        }
      : undefined,
  },
  ...(row.isOutOfUse && { isOutOfUse: true as const }),
});

/** Offers from their rows, in the order in which each first appears. */
export const gatherOffers = (rows: readonly OfferRow[]): readonly OfferRecord[] => {
  const offers = new Map<string, OfferRecord & { readonly views: ViewRecord[] }>();
  for (const row of rows) {
    let offer = offers.get(row.id);
    if (offer === undefined) {
      offer = offerOf(row);
      offers.set(row.id, offer);
    }
    if (row.viewedBy !== null) offer.views.push(viewOf(row));
  }
  return [...offers.values()];
};

const offerOf = (row: OfferColumns): OfferRecord & { readonly views: ViewRecord[] } => {
  const sale = saleTermsOf(row.facts ?? {});
  return {
    id: row.id,
    supplierId: row.supplierId,
    supplierSku: row.supplierSku,
    manufacturer: row.manufacturer ?? undefined,
    mpn: row.mpn ?? undefined,
    productId: row.productId ?? undefined,
    matchConfidence: row.matchConfidence,
    matchRule: row.matchRule ?? undefined,
    product: productOf(row),
    ...(sale && { sale }),
    views: [],
  };
};

const productOf = (row: OfferColumns): Product | undefined => {
  const { productId, productProfile, productManufacturerKey, productMpn, productManufacturer } = row;
  if (productId === null || productProfile === null || productManufacturerKey === null) return undefined;
  return {
    id: productId,
    profileId: productProfile,
    manufacturer: productManufacturer ?? '',
    manufacturerKey: productManufacturerKey,
    mpn: productMpn ?? '',
    description: row.productDescription ?? undefined,
    characteristics: row.productCharacteristics ?? {},
    lifecycle: row.productLifecycle ?? undefined,
    replacedBy: row.replacedBy ?? undefined,
    observedAt: row.productObservedAt ?? undefined,
  };
};

const viewOf = (row: ViewColumns): ViewRecord => {
  const known = decodeKnowledge(row.known, row.confirmed);
  return {
    credentialId: row.viewedBy,
    price: observed(effectivePrice(known)),
    priceHeld: known.priceHold && { since: known.priceHold.since, jump: known.priceHold.jump },
    minimumOrderQuantity: known.minimumOrderQuantity?.value,
    orderMultiple: known.orderMultiple?.value,
    packaging: known.packaging?.value,
    stock: observed(known.stock),
    leadTimeDays: known.leadTimeDays?.value,
    ...(row.withdrawnAt && { withdrawnAt: row.withdrawnAt }),
    queued: row.dueAt === null ? undefined : { dueAt: row.dueAt, isTop: row.isTop ?? false },
  };
};

const observed = <T>(stated: Stated<T> | undefined): Observed<T> | undefined =>
  stated && { value: stated.value, observedAt: stated.at };
