import {
  CatalogService,
  FindAlternatesRequest,
  FindAlternatesResponse,
  GetProductRequest,
  ListCategoriesRequest,
  ListCategoriesResponse,
  MatchPartsRequest,
  PartMatch,
  Product,
  SearchProductsRequest,
  SearchProductsResponse,
  StreamProductsRequest,
} from '../../../proto/gen/svc/public/v1/catalog.ts';
import {
  EnrichmentJob,
  EnrichmentJobRequest,
  EnrichmentService,
  WatchJobRequest,
} from '../../../proto/gen/svc/public/v1/enrichment.ts';
import {
  BuildEstimateRequest,
  CancelEstimateRequest,
  DeleteEstimateRequest,
  DeleteEstimateResponse,
  EstimateResponse,
  EstimateService,
  EstimateSheet,
  ExportEstimateRequest,
  ExportEstimateResponse,
  GetEstimateRequest,
  GetEstimateSheetRequest,
  ListEstimatesRequest,
  ListEstimatesResponse,
  ReadEstimateAgainRequest,
  UpdateEstimateRequest,
  WatchEstimateRequest,
} from '../../../proto/gen/svc/public/v1/estimate.ts';
import { GetOffersRequest, GetOffersResponse, OffersService } from '../../../proto/gen/svc/public/v1/offers.ts';
import { CalculatePriceRequest, PricingResponse, PricingService } from '../../../proto/gen/svc/public/v1/pricing.ts';

/**
 * The operations of the contract: what each takes and answers, and what a client has to know to
 * repeat it. Both transports are built on this table, so an operation is either on both or does not
 * compile.
 */

/** A message of which every field may be left out. */
export type Input<T> = T extends Date | Uint8Array | string | number | boolean | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Input<Item>[]
    : { readonly [Field in keyof T]?: Input<T[Field]> | undefined };

/** How a message is written and read. */
export interface Codec<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
  fromJSON(document: unknown): T;
  toJSON(message: T): unknown;
}

/** An operation with one answer. */
export interface Unary<Request, Response> {
  readonly kind: 'unary';
  readonly path: string;
  readonly request: Codec<Request>;
  readonly response: Codec<Response>;
  /** Whether it makes something, so that a repeated one needs an idempotency key. */
  readonly makes: boolean;
}

/** An operation with answers that come one by one. */
export interface ServerStream<Request, Response> {
  readonly kind: 'server-stream';
  readonly path: string;
  readonly request: Codec<Request>;
  readonly response: Codec<Response>;
  /**
   * Of a watch that goes on after a broken connection: whether the later of two messages is news.
   * Undefined: a stream that cannot go on.
   */
  readonly isNews: ((earlier: Response, later: Response) => boolean) | undefined;
}

/** An operation with requests and answers that come one by one. */
export interface BidiStream<Request, Response> {
  readonly kind: 'bidi-stream';
  readonly path: string;
  readonly request: Codec<Request>;
  readonly response: Codec<Response>;
}

const reads = <Request, Response>(
  { path }: { readonly path: string },
  request: Codec<Request>,
  response: Codec<Response>,
): Unary<Request, Response> => ({ kind: 'unary', path, request, response, makes: false });

const makes = <Request, Response>(
  { path }: { readonly path: string },
  request: Codec<Request>,
  response: Codec<Response>,
): Unary<Request, Response> => ({ kind: 'unary', path, request, response, makes: true });

const streams = <Request, Response>(
  { path }: { readonly path: string },
  request: Codec<Request>,
  response: Codec<Response>,
  isNews?: (earlier: Response, later: Response) => boolean,
): ServerStream<Request, Response> => ({ kind: 'server-stream', path, request, response, isNews });

const exchanges = <Request, Response>(
  { path }: { readonly path: string },
  request: Codec<Request>,
  response: Codec<Response>,
): BidiStream<Request, Response> => ({ kind: 'bidi-stream', path, request, response });

const isOtherJob = (earlier: EnrichmentJob, later: EnrichmentJob): boolean =>
  !Buffer.from(EnrichmentJob.encode(earlier).finish()).equals(EnrichmentJob.encode(later).finish());

/** Every operation, by service. */
export const contract = {
  catalog: {
    searchProducts: reads(CatalogService.searchProducts, SearchProductsRequest, SearchProductsResponse),
    getProduct: reads(CatalogService.getProduct, GetProductRequest, Product),
    findAlternates: reads(CatalogService.findAlternates, FindAlternatesRequest, FindAlternatesResponse),
    listCategories: reads(CatalogService.listCategories, ListCategoriesRequest, ListCategoriesResponse),
    streamProducts: streams(CatalogService.streamProducts, StreamProductsRequest, Product),
    matchParts: streams(CatalogService.matchParts, MatchPartsRequest, PartMatch),
  },
  offers: {
    getOffers: reads(OffersService.getOffers, GetOffersRequest, GetOffersResponse),
  },
  pricing: {
    calculatePrice: reads(PricingService.calculatePrice, CalculatePriceRequest, PricingResponse),
    bulkCalculatePrice: exchanges(PricingService.bulkCalculatePrice, CalculatePriceRequest, PricingResponse),
  },
  estimates: {
    buildEstimate: makes(EstimateService.buildEstimate, BuildEstimateRequest, EstimateResponse),
    getEstimate: reads(EstimateService.getEstimate, GetEstimateRequest, EstimateResponse),
    listEstimates: reads(EstimateService.listEstimates, ListEstimatesRequest, ListEstimatesResponse),
    updateEstimate: makes(EstimateService.updateEstimate, UpdateEstimateRequest, EstimateResponse),
    cancelEstimate: reads(EstimateService.cancelEstimate, CancelEstimateRequest, EstimateResponse),
    deleteEstimate: reads(EstimateService.deleteEstimate, DeleteEstimateRequest, DeleteEstimateResponse),
    getEstimateSheet: reads(EstimateService.getEstimateSheet, GetEstimateSheetRequest, EstimateSheet),
    readEstimateAgain: makes(EstimateService.readEstimateAgain, ReadEstimateAgainRequest, EstimateResponse),
    exportEstimate: reads(EstimateService.exportEstimate, ExportEstimateRequest, ExportEstimateResponse),
    watchEstimate: streams(
      EstimateService.watchEstimate,
      WatchEstimateRequest,
      EstimateResponse,
      (earlier, later) => later.version > earlier.version,
    ),
  },
  enrichment: {
    requestEnrichment: makes(EnrichmentService.requestEnrichment, EnrichmentJobRequest, EnrichmentJob),
    watchJob: streams(EnrichmentService.watchJob, WatchJobRequest, EnrichmentJob, isOtherJob),
  },
} as const;

/** The table's type. */
export type Contract = typeof contract;
