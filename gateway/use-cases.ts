import type { Failure } from '../domain/errors.ts';
import type {
  FindAlternatesRequest,
  FindAlternatesResponse,
  GetProductRequest,
  Product,
  SearchProductsRequest,
  SearchProductsResponse,
  StreamProductsRequest,
} from '../proto/gen/svc/public/v1/catalog.ts';
import type { GetOffersRequest, GetOffersResponse } from '../proto/gen/svc/public/v1/offers.ts';
import type { CalculatePriceRequest, PricingResponse } from '../proto/gen/svc/public/v1/pricing.ts';
import type { PriceHistory, PriceHistoryRequest } from './analytics/price-history.ts';
import type { EnrichmentUseCases } from './enrichment/use-cases.ts';
import type { EstimateUseCases } from './estimates/use-cases.ts';
import type { MatchParts } from './parts/use-cases.ts';
import type { BidiUseCase, StreamingUseCase, UseCase } from './request/request-context.ts';
import type { WebhookUseCases } from './webhooks/use-cases.ts';
import type { WatchUseCases } from './webhooks/watch-use-cases.ts';

/** The operations that both edges offer, one function each. */
export interface UseCases {
  readonly searchProducts: UseCase<SearchProductsRequest, SearchProductsResponse>;
  readonly getProduct: UseCase<GetProductRequest, Product>;
  readonly streamProducts: StreamingUseCase<StreamProductsRequest, Product>;
  /** Left out: alternates cannot be found. */
  readonly findAlternates?: UseCase<FindAlternatesRequest, FindAlternatesResponse>;
  /** Left out: parts cannot be matched. */
  readonly matchParts?: MatchParts;
  readonly getOffers: UseCase<GetOffersRequest, GetOffersResponse>;
  /** Throws `unimplemented` where no analytical projection is kept. */
  readonly getPriceHistory: UseCase<PriceHistoryRequest, PriceHistory>;
  readonly calculatePrice: UseCase<CalculatePriceRequest, PricingResponse>;
  /** A request that could not be read stands for itself, and is answered in its turn. */
  readonly bulkCalculatePrice: BidiUseCase<CalculatePriceRequest | Failure, PricingResponse>;
  /** Left out: there are no enrichment jobs. */
  readonly enrichment?: EnrichmentUseCases;
  /** Left out: there are no estimates. */
  readonly estimates?: EstimateUseCases;
  /** Left out: there are no webhooks. HTTP alone has them. */
  readonly webhooks?: WebhookUseCases & WatchUseCases;
}
