import {
  CatalogService,
  FindAlternatesResponse,
  ListCategoriesResponse,
  PartMatch,
  Product,
  SearchProductsResponse,
} from '../../proto/gen/svc/public/v1/catalog.ts';
import { EnrichmentJob, EnrichmentService } from '../../proto/gen/svc/public/v1/enrichment.ts';
import {
  DeleteEstimateResponse,
  EstimateResponse,
  EstimateService,
  EstimateSheet,
  ExportEstimateResponse,
  ListEstimatesResponse,
} from '../../proto/gen/svc/public/v1/estimate.ts';
import { GetOffersResponse, OffersService } from '../../proto/gen/svc/public/v1/offers.ts';
import { PricingResponse, PricingService } from '../../proto/gen/svc/public/v1/pricing.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { UseCases } from '../create-use-cases.ts';
import type { BidiUseCase, StreamingUseCase, UseCase } from '../request/request-context.ts';
import { handleBidi } from './handle-bidi.ts';
import { handleRepeatable, type Repeatable } from './handle-repeatable.ts';
import { handleServerStream } from './handle-server-stream.ts';
import { handleUnary } from './handle-unary.ts';
import { type MethodRow, type MethodRules, methodRow } from './method-row.ts';
import { nestedFields } from './nested-fields.ts';

const unary = <Request, Response extends object>(
  rules: MethodRules<Request, Response>,
  useCase?: UseCase<Request, Response>,
) => methodRow({ type: 'unary', handle: handleUnary<Request, Response> }, rules, useCase);

const repeatable = <Request, Response extends object>(
  rules: MethodRules<Request, Response>,
  useCase?: UseCase<Repeatable<Request>, Response>,
) => methodRow({ type: 'unary', handle: handleRepeatable<Request, Response> }, rules, useCase);

const serverStream = <Request, Response extends object>(
  rules: MethodRules<Request, Response>,
  useCase?: StreamingUseCase<Request, Response>,
) => methodRow({ type: 'serverStream', handle: handleServerStream<Request, Response> }, rules, useCase);

const bidi = <Request, Response extends object>(
  rules: MethodRules<Request, Response>,
  useCase: BidiUseCase<Request, Response>,
) => methodRow({ type: 'bidi', handle: handleBidi<Request, Response> }, rules, useCase);

/**
 * Twenty thousand lines, each with a tag and a length of its own and those of all its fields, with
 * one grade and one alternative each.
 */
const maxReadsOfEstimate = 20_000 * 40;

/** A thousand items, each with a tag and a length of its own and those of its fields. */
const maxReadsOfMatch = 1_000 * 16;

/**
 * Every RPC of the contract in one row: kind, definition, scope, metrics and use case. To add one
 * is to add a row.
 */
export const serviceTable = (useCases: UseCases, { requests }: Metrics): readonly MethodRow[] => {
  const catalog = { scope: 'catalog', metrics: requests.catalog } as const;
  const offers = { scope: 'catalog', metrics: requests.offers } as const;
  const pricing = { scope: 'pricing', metrics: requests.pricing } as const;
  const estimate = { scope: 'estimate', metrics: requests.estimate } as const;
  const enrichment = { scope: 'enrichment', metrics: requests.enrichment } as const;
  return [
    unary({ rpc: CatalogService.searchProducts, answer: SearchProductsResponse, ...catalog }, useCases.searchProducts),
    unary({ rpc: CatalogService.getProduct, answer: Product, ...catalog }, useCases.getProduct),
    serverStream({ rpc: CatalogService.streamProducts, answer: Product, ...catalog }, useCases.streamProducts),
    serverStream(
      { rpc: CatalogService.matchParts, answer: PartMatch, maxReads: maxReadsOfMatch, ...catalog },
      useCases.matchParts,
    ),
    unary({ rpc: CatalogService.findAlternates, answer: FindAlternatesResponse, ...catalog }, useCases.findAlternates),
    unary({ rpc: CatalogService.listCategories, answer: ListCategoriesResponse, ...catalog }, useCases.listCategories),
    unary({ rpc: OffersService.getOffers, answer: GetOffersResponse, ...offers }, useCases.getOffers),
    unary({ rpc: PricingService.calculatePrice, answer: PricingResponse, ...pricing }, useCases.calculatePrice),
    bidi({ rpc: PricingService.bulkCalculatePrice, answer: PricingResponse, ...pricing }, useCases.bulkCalculatePrice),
    repeatable(
      { rpc: EstimateService.buildEstimate, answer: EstimateResponse, maxReads: maxReadsOfEstimate, ...estimate },
      useCases.estimates?.buildEstimate,
    ),
    serverStream(
      { rpc: EstimateService.watchEstimate, answer: EstimateResponse, ...estimate },
      useCases.estimates?.watchEstimate,
    ),
    unary({ rpc: EstimateService.getEstimate, answer: EstimateResponse, ...estimate }, useCases.estimates?.getEstimate),
    unary(
      { rpc: EstimateService.listEstimates, answer: ListEstimatesResponse, ...estimate },
      useCases.estimates?.listEstimates,
    ),
    repeatable(
      { rpc: EstimateService.updateEstimate, answer: EstimateResponse, maxReads: maxReadsOfEstimate, ...estimate },
      useCases.estimates &&
        nestedFields('changes', ['estimate_id', 'Idempotency-Key'], useCases.estimates.updateEstimate),
    ),
    unary(
      { rpc: EstimateService.cancelEstimate, answer: EstimateResponse, ...estimate },
      useCases.estimates?.cancelEstimate,
    ),
    unary(
      { rpc: EstimateService.deleteEstimate, answer: DeleteEstimateResponse, ...estimate },
      useCases.estimates?.deleteEstimate,
    ),
    unary(
      { rpc: EstimateService.exportEstimate, answer: ExportEstimateResponse, ...estimate },
      useCases.estimates?.exportEstimate,
    ),
    unary(
      { rpc: EstimateService.getEstimateSheet, answer: EstimateSheet, ...estimate },
      useCases.estimates?.getEstimateSheet,
    ),
    repeatable(
      { rpc: EstimateService.readEstimateAgain, answer: EstimateResponse, ...estimate },
      useCases.estimates &&
        nestedFields('corrections', ['estimate_id', 'Idempotency-Key'], useCases.estimates.readEstimateAgain),
    ),
    repeatable(
      { rpc: EnrichmentService.requestEnrichment, answer: EnrichmentJob, ...enrichment },
      useCases.enrichment?.requestEnrichment,
    ),
    serverStream(
      { rpc: EnrichmentService.watchJob, answer: EnrichmentJob, ...enrichment },
      useCases.enrichment?.watchJob,
    ),
  ];
};
