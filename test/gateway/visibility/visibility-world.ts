import { credentials } from '@grpc/grpc-js';
import { type Caller, scopes } from '../../../domain/callers/caller.ts';
import type { Product, ProductDraft } from '../../../domain/catalog/catalog.ts';
import { manufacturerKey, mpnKey } from '../../../domain/catalog/identity.ts';
import type { StatedFacts } from '../../../domain/catalog/part-facts.ts';
import { Failure } from '../../../domain/errors.ts';
import { builtInProfiles, defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { offerId, productId } from '../../../domain/ids.ts';
import type { Offer } from '../../../domain/offers/offer.ts';
import type { VisibilityPolicy } from '../../../domain/visibility/policy.ts';
import { createReadCache } from '../../../gateway/cache/read-cache.ts';
import { createUseCases } from '../../../gateway/create-use-cases.ts';
import { startGrpcServer } from '../../../gateway/grpc/server.ts';
import { createOfferCache } from '../../../gateway/pricing/offer-cache/offer-cache.ts';
import { createPolicyBook, type PolicyBook } from '../../../gateway/visibility/policy-book.ts';
import { createVisibility } from '../../../gateway/visibility/visibility.ts';
import { CatalogClient } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { OffersClient } from '../../../proto/gen/svc/public/v1/offers.ts';
import { PricingClient } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { createVisibilityPolicyStore } from '../../../storage/callers/visibility-policy-store.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createProductStatements } from '../../../storage/catalog/product-statements.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createMatchStore } from '../../../storage/matching/match-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferChangeFeed } from '../../../storage/offers/offer-change-feed.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { createPriceHistoryStore } from '../../../storage/offers/price-history.ts';
import type { Pool } from '../../../storage/pool/pool.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { byTest } from '../../support/by-test.ts';
import { untraced } from '../../support/event-samples.ts';
import { startTestEdge } from '../../support/http-edge.ts';
import { borealis, observation, priceOf, putBorealis, stockOf } from '../../support/observations.ts';
import { caller, hoursBefore, noon } from '../../support/offers.ts';
import { testPartSources } from '../../support/part-sources.ts';
import { recordingLogger } from '../../support/recording-logger.ts';
import { testSealer } from '../../support/sealer.ts';

/**
 * A market of six products and two suppliers, each of which sells all of them, with both edges over
 * it. Every source of every price names another amount.
 */

const manufacturers = ['Yageo', 'Vishay', 'Yageo', 'Vishay', 'Yageo', 'Panasonic'] as const;
const numberOf = (at: number): string => `RX${100 + at}`;
const suppliers = ['borealis', 'australis'] as const;

/** Every product's id. */
export const productIds = manufacturers.map((manufacturer, at) =>
  productId(defaultProfile.id, manufacturerKey(manufacturer), mpnKey(numberOf(at))),
);

/** Every product by its maker and number. */
export const parts = manufacturers.map((manufacturer, at) => ({ manufacturer, mpn: numberOf(at) }));

/** Every offer's id. */
export const offerIds = suppliers.flatMap((supplier) => manufacturers.map((_, at) => offerId(supplier, `S${at}`)));

const draftOf = (manufacturer: string, at: number): ProductDraft => ({
  profileId: defaultProfile.id,
  manufacturer,
  mpn: numberOf(at),
  ...(at % 2 === 0 && { description: `Resistor ${at}` }),
  ...(at % 3 === 0 && { characteristics: { case: '0603' } }),
  ...(at < 4 && { lifecycle: 'active' }),
  // Replaced by the next one of the same maker.
  ...(at < 3 && { replacedByMpn: numberOf(at + 2) }),
});

/** What every offer states of its part, and of itself. */
const stated: StatedFacts = {
  eccn: 'EAR99',
  seller: 'A Shop',
  category: 'Chip resistors',
  package: '0603',
  rohs: 'Compliant',
  reach: 'Compliant',
  lifecycle_detail: 'Last Time Buy',
  last_time_buy: '2027-01-31',
  range_status: 'Discontinued here',
};

const fill = async ({ sql }: Pool): Promise<void> => {
  const store = createSupplierStore(sql, testSealer());
  await putBorealis(store);
  await store.putSupplier({ ...borealis, id: 'australis', route: { supplierId: 'australis' } }, byTest);
  const ownerless = { scope: 'system', ownerId: undefined, secret: {} } as const;
  await store.putCredential({ id: 'crd_south', supplierId: 'australis', label: 'south', ...ownerless });
  await createCatalogStore(sql).upsert(manufacturers.map(draftOf), hoursBefore(1), untraced);
  const seenBy = { borealis: ['crd_system', 'crd_acme', 'crd_group'], australis: ['crd_south'] } as const;
  let mills = 100;
  const observations = suppliers.flatMap((supplierId) =>
    manufacturers.flatMap((manufacturer, at) =>
      seenBy[supplierId].map((credentialId) => {
        mills += 1;
        return observation(`S${at}`, {
          supplierId,
          credentialId,
          price: priceOf(`7.${mills}`),
          stock: stockOf(900),
          description: { manufacturer, mpn: numberOf(at), facts: stated },
          observedAt: hoursBefore(1),
        });
      }),
    ),
  );
  await createObservationStore(sql).apply(observations, untraced);
  const decisions = offerIds.map((id, index) => ({
    offerId: id,
    productId: productIds[index % manufacturers.length],
    confidence: 'exact' as const,
    strategy: 'deterministic' as const,
    rule: 'manufacturer_and_mpn',
    evidence: {},
    create: undefined,
  }));
  await createMatchStore(sql).record(decisions, untraced, noon);
};

/** Who asks, by API key. */
export const callers: Readonly<Record<'key_of_acme' | 'key_of_globex', Caller>> = {
  key_of_acme: { ...caller, scopes: [...scopes] },
  key_of_globex: { ...caller, keyId: 'key_2', customerId: 'globex', groupIds: [], scopes: [...scopes] },
};

const authenticator = {
  authenticate: async (key: string | undefined): Promise<Caller> => {
    const known = Object.entries(callers).find(([each]) => each === key);
    if (known === undefined) throw new Failure('unauthenticated', 'no such key');
    return known[1];
  },
};

/** The market with both edges, and what is true of it. */
export interface VisibilityWorld {
  readonly catalog: CatalogClient;
  readonly offers: OffersClient;
  readonly pricing: PricingClient;
  readonly http: Awaited<ReturnType<typeof startTestEdge>>;
  readonly products: readonly Product[];
  readonly known: readonly Offer[];
  readonly metrics: ReturnType<typeof createMetrics>;
  /** Puts these policies, and no others, in force. */
  enforce(policies: readonly VisibilityPolicy[]): Promise<void>;
  close(): Promise<void>;
}

/** Fills the database and starts the edges. */
export const openVisibilityWorld = async (pool: Pool): Promise<VisibilityWorld> => {
  await fill(pool);
  const { sql } = pool;
  const metrics = createMetrics('test');
  const stored = createVisibilityPolicyStore(sql);
  const catalogStore = createCatalogStore(sql);
  const offerStore = createOfferStore(sql);
  let book: PolicyBook | undefined;
  const useCases = createUseCases({
    catalog: catalogStore,
    offers: offerStore,
    statements: createProductStatements(sql),
    offerCache: createOfferCache({ store: createOfferChangeFeed(sql) }),
    priceHistory: createPriceHistoryStore(sql),
    visibility: createVisibility({
      book: { callerPoliciesOf: (who, now) => book?.callerPoliciesOf(who, now) },
      product: createReadCache({ read: catalogStore.products }).load,
      metrics: metrics.visibility,
    }),
    parts: testPartSources(sql),
    profiles: builtInProfiles,
    zones: [],
    cursorKey: Buffer.alloc(32, 5),
  });
  const log = recordingLogger();
  const now = () => noon;
  const config = { host: '127.0.0.1', grpcPort: 0, maxBodyBytes: 65_536, defaultDeadlineMs: 30_000 };
  const grpc = await startGrpcServer({ useCases, authenticator, metrics, log, now, config });
  const http = await startTestEdge(pool, { useCases, auth: authenticator, now });
  const address = `127.0.0.1:${grpc.port}`;
  const clients = {
    catalog: new CatalogClient(address, credentials.createInsecure()),
    offers: new OffersClient(address, credentials.createInsecure()),
    pricing: new PricingClient(address, credentials.createInsecure()),
  };
  return {
    ...clients,
    http,
    metrics,
    products: await catalogStore.products(productIds),
    known: await offerStore.byIds(offerIds),
    enforce: async (policies) => {
      await sql`truncate visibility_policy, event_stream, event, outbox`;
      for (const { id, version: _, ...draft } of policies)
        await stored.create(id, draft, { by: 'key_1', context: untraced });
      book = createPolicyBook({ store: stored, metrics: metrics.visibility, log });
      await book.refresh();
    },
    close: async () => {
      for (const client of Object.values(clients)) client.close();
      await Promise.all([grpc.stop(0), http.stop(0)]);
    },
  };
};
