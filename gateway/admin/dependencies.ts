import type { AnalyticsQueries } from '../../domain/analytics/ports.ts';
import type { ApiKeyStore, CustomerStore } from '../../domain/callers/ports.ts';
import type { CatalogStore, ManufacturerAliases, ProductDemand } from '../../domain/catalog/ports.ts';
import type { ProfileStore } from '../../domain/identity/ports.ts';
import type { ConnectorOrders } from '../../domain/ingestion/ports.ts';
import type {
  ConnectorOverviews,
  CredentialAdministration,
  SupplierRecord,
  SupplierStore,
} from '../../domain/ingestion/supplier-ports.ts';
import type { MatchPolicy } from '../../domain/matching/decide-offer.ts';
import type { MatchReview, MatchStore } from '../../domain/matching/ports.ts';
import type { RematchRuns } from '../../domain/matching/rematch-ports.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';
import type { ExchangeRateStore, PricingRuleStore } from '../../domain/pricing/ports.ts';
import type { VisibilityPolicyStore } from '../../domain/visibility/ports.ts';
import type { AuditDependencies } from './audit/view.ts';
import type { ErasureDependencies } from './customers/erase.ts';
import type { OutboxDependencies } from './outbox/manage.ts';
import type { EndpointLimits } from './use-cases.ts';

/** Dependencies of the admin operations. */
export interface AdminDependencies
  extends OutboxDependencies,
    AuditDependencies,
    Pick<ErasureDependencies, 'erasures' | 'analyticsErasure'> {
  readonly overviews: ConnectorOverviews;
  readonly orders: Pick<ConnectorOrders, 'give' | 'withdraw'>;
  readonly credentials: CredentialAdministration;
  readonly suppliers: Pick<SupplierStore, 'putSupplier'>;
  readonly demand: Pick<ProductDemand, 'mark'>;
  readonly matches: Pick<MatchStore, 'offer' | 'evidence' | 'record' | 'sizes'>;
  readonly review: MatchReview;
  readonly rematches: Pick<RematchRuns, 'request' | 'latest'>;
  readonly aliases: ManufacturerAliases;
  readonly profiles: ProfileStore;
  readonly catalog: Pick<CatalogStore, 'addAliases' | 'products'>;
  readonly policy: MatchPolicy;
  readonly plugins: SupplierPlugins;
  /** Why a URL may not be called, in words for the operator; undefined when it may. */
  readonly outboundRefusalOf: (url: string) => string | undefined;
  /**
   * Tells the connectors of a supplier to look again; resolves with the owners that did, as soon as
   * they are enough, in a second at most.
   */
  readonly announce: (
    supplierId: string,
    isEnough: (answered: ReadonlySet<string>) => boolean,
  ) => Promise<ReadonlySet<string>>;
  /**
   * Told every secret that arrives, before anything else is done with it, so that none is ever
   * shown.
   */
  readonly onSecret: (secret: string, slot: string) => void;
  readonly newCredentialId: () => string;
  readonly policies: VisibilityPolicyStore;
  /** Puts a stored change of the policies in force. */
  readonly onPolicyChange: () => Promise<void>;
  readonly newPolicyId: () => string;
  readonly customers: CustomerStore;
  readonly apiKeys: ApiKeyStore;
  /** Tells every process to forget what it remembers of the keys of these customers. */
  readonly announceCallers: (customerIds: readonly string[]) => void;
  readonly newCustomerId: () => string;
  readonly newKeyId: () => string;
  /** A new API key. */
  readonly newSecret: () => string;
  readonly offers: Pick<OfferStore, 'byIds' | 'ofProduct'>;
  readonly pricingRules: PricingRuleStore;
  readonly exchangeRates: ExchangeRateStore;
  /** Left out: no analytical projection is kept. */
  readonly analytics?: AnalyticsQueries | undefined;
  readonly newPricingRuleId: () => string;
  /** Puts a stored change of rules, rates or order costs in force. */
  readonly onPricingChange: () => Promise<void>;
  /** The delivery zones that exist, and that of callers who name none. */
  readonly zones: readonly string[];
  readonly defaultZone: string;
}

/** What the plug-ins say of a supplier. */
export interface SupplierPlugins {
  readonly names: readonly string[];
  /**
   * Throws RangeError, in words for the operator, when there is no such plug-in or it does not take
   * the settings.
   */
  endpointsOf(supplier: SupplierRecord): EndpointLimits;
  /** The origins that its requests may go to, that of the base URL first. */
  originsOf(supplier: SupplierRecord): readonly string[];
  /** Throws RangeError, in words for the operator, when the secret lacks something. */
  checkSecret(supplier: SupplierRecord, secret: Readonly<Record<string, string>>): void;
}
