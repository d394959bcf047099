import type { RecordQuotedPrice } from '../../domain/analytics/quoted-price.ts';
import type { ProductDraft } from '../../domain/catalog/catalog.ts';
import { manufacturerKey, mpnKey } from '../../domain/catalog/identity.ts';
import { builtInProfiles, defaultProfile } from '../../domain/identity/built-in-profiles.ts';
import { productId } from '../../domain/ids.ts';
import type { OfferChangeFeed, OfferStore } from '../../domain/offers/ports.ts';
import type { UseCases } from '../../gateway/create-use-cases.ts';
import { createUseCases } from '../../gateway/create-use-cases.ts';
import type { OnItemError } from '../../gateway/errors/item-error.ts';
import { createOfferCache } from '../../gateway/pricing/offer-cache/offer-cache.ts';
import type { Visibility } from '../../gateway/visibility/visibility.ts';
import { createAlternateCandidates } from '../../storage/catalog/alternate-candidates.ts';
import { createCatalogStore } from '../../storage/catalog/catalog-store.ts';
import { createSupplierStore } from '../../storage/connectors/supplier-store.ts';
import { createMatchStore } from '../../storage/matching/match-store.ts';
import { createObservationStore } from '../../storage/offers/observation-store.ts';
import { createOfferChangeFeed } from '../../storage/offers/offer-change-feed.ts';
import { createOfferStore } from '../../storage/offers/offer-store.ts';
import { createPriceHistoryStore } from '../../storage/offers/price-history.ts';
import type { Pool } from '../../storage/pool/pool.ts';
import { createSealer } from '../../storage/secrets/sealing.ts';
import { observation, offerOf, priceOf, putBorealis, stockOf } from './observations.ts';
import { hoursBefore, noon } from './offers.ts';
import { testPartSources } from './part-sources.ts';

/**
 * A small market in a real database: 120 resistors of one maker, and one supplier that offers some
 * of them.
 */

const writeContext = { correlationId: 'market', traceparent: undefined };

/** How many products the market has. */
export const marketSize = 120;

/** The part number of a product of the market. */
export const resistor = (at: number): string => `RC0603FR-07${1_000 + at}RL`;

/** The id of a product of the market. */
export const resistorId = (at: number): string =>
  productId(defaultProfile.id, manufacturerKey('Yageo'), mpnKey(resistor(at)));

/** Seen by the system and by acme's own credential. */
export const sharedOffer = offerOf('SHARED');

/** Seen by the credential of globex, another tenant, alone. */
export const hiddenOffer = offerOf('HIDDEN');

/**
 * Fills a migrated database. Offers belong to the first resistor, save for the hidden one, which
 * belongs to the second.
 */
export const fillMarket = async ({ sql }: Pool): Promise<void> => {
  const suppliers = createSupplierStore(
    sql,
    createSealer({ activeKeyId: 'k1', keys: new Map([['k1', Buffer.alloc(32, 1)]]) }),
  );
  await putBorealis(suppliers);
  await suppliers.putCredential({
    id: 'crd_globex',
    supplierId: 'borealis',
    scope: 'customer',
    ownerId: 'globex',
    label: 'globex at borealis',
    secret: {},
  });
  const drafts = Array.from(
    { length: marketSize },
    (_, at): ProductDraft => ({ profileId: defaultProfile.id, manufacturer: 'Yageo', mpn: resistor(at) }),
  );
  await createCatalogStore(sql).upsert(drafts, hoursBefore(1), writeContext);
  await createObservationStore(sql).apply(
    [
      observation('SHARED', { price: priceOf('0.10'), stock: stockOf(900), observedAt: hoursBefore(1) }),
      observation('SHARED', { credentialId: 'crd_acme', price: priceOf('0.07'), observedAt: hoursBefore(1) }),
      observation('HIDDEN', {
        credentialId: 'crd_globex',
        price: priceOf('0.01'),
        stock: stockOf(5),
        observedAt: hoursBefore(1),
      }),
    ],
    writeContext,
  );
  const decisions = [
    { offerId: sharedOffer, productId: resistorId(0) },
    { offerId: hiddenOffer, productId: resistorId(1) },
  ].map((each) => ({
    ...each,
    confidence: 'exact' as const,
    strategy: 'deterministic' as const,
    rule: 'manufacturer_and_mpn',
    evidence: {},
    create: undefined,
  }));
  await createMatchStore(sql).record(decisions, writeContext, noon);
};

/** The use cases over a filled database. */
export const marketUseCases = (
  { sql }: Pool,
  {
    offers = createOfferStore(sql),
    kept = createOfferChangeFeed(sql),
    visibility,
  }: { readonly offers?: OfferStore; readonly kept?: OfferChangeFeed; readonly visibility?: Visibility } = {},
  onPriced: (productId: string) => void = () => undefined,
  onQuoted?: RecordQuotedPrice,
  onItemError: OnItemError = () => undefined,
): UseCases =>
  createUseCases({
    catalog: createCatalogStore(sql),
    alternates: createAlternateCandidates(sql),
    offers,
    offerCache: createOfferCache({ store: kept }),
    priceHistory: createPriceHistoryStore(sql),
    ...(visibility && { visibility }),
    onPriced,
    onQuoted,
    onItemError,
    parts: testPartSources(sql),
    profiles: builtInProfiles,
    zones: ['EU', 'US'],
    cursorKey: Buffer.alloc(32, 5),
  });
