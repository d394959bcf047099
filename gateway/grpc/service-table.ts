import type { MethodDefinition, Server, UntypedHandleCall } from '@grpc/grpc-js';
import type { Scope } from '../../domain/callers/caller.ts';
import { invalidArguments, isFailure } from '../../domain/errors.ts';
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
import type { RequestMetrics } from '../../telemetry/request-metrics.ts';
import type { UseCases } from '../create-use-cases.ts';
import { type Encodable, encoder } from '../request/encoding.ts';
import type { BidiUseCase, Repeatable, StreamingUseCase, UseCase } from '../request/request-context.ts';
import { boundedDecoder, type Decode, unboundedDecoder } from './decoding.ts';
import type { GuardedMethod } from './door/guarded-method.ts';
import { handleBidi, handleRepeatable, handleServerStream, handleUnary } from './handlers.ts';
import type { Edge, Method } from './serve-call.ts';
import { rpcAttributes } from './span-attributes.ts';

/**
 * The operation with the fields that a refusal names put under the field of the message that holds
 * them here and that is the whole body over HTTP. `outside` are those that do not stand in it.
 */
const nestedFields =
  <Request, Response>(
    field: string,
    outside: readonly string[],
    useCase: UseCase<Request, Response>,
  ): UseCase<Request, Response> =>
  async (request, context) => {
    try {
      return await useCase(request, context);
    } catch (error) {
      if (!isFailure(error, 'invalid_argument') || error.violations.length === 0) throw error;
      const named = error.violations.map((each) =>
        outside.includes(each.field) ? each : { ...each, field: `${field}.${each.field}` },
      );
      throw invalidArguments(named, named.length + error.violationsLeftOut);
    }
  };

/** One RPC, ready to be added to a server. */
interface MethodRow {
  /** `/svc.public.v1.Catalog/GetProduct`. */
  readonly path: string;
  /** What the door asks of its callers. */
  guarded(maxMessageBytes: number): GuardedMethod;
  register(server: Server, edge: Edge): void;
}

/** What a row says of its RPC besides the use case. */
interface MethodRules<Request, Response extends object> {
  /** The generated definition. */
  readonly rpc: MethodDefinition<Request, Response>;
  /** The generated type of its answers. */
  readonly answer: Encodable<Response>;
  /** The right that the caller's key must carry. */
  readonly scope: Scope;
  /** Where its answers are counted; undefined for services that have no metrics yet. */
  readonly metrics: RequestMetrics | undefined;
  /** Tags and lengths that a request may have; left out: as many as suit any but long lists. */
  readonly maxReads?: number;
}

/** How one kind of call is served: its name in grpc-js, and the handler made from a use case. */
interface CallKind<Request, Served> {
  readonly type: 'unary' | 'serverStream' | 'bidi';
  readonly handle: (edge: Edge, method: Method, decode: Decode<Request>, useCase: Served) => UntypedHandleCall;
}

/**
 * Of a stream of requests sixteen are read ahead, so none of them may be as large as a request that
 * comes alone.
 */
const maxStreamedBytes = 65_536;

/** The row of an RPC. Without a use case every call is answered UNIMPLEMENTED at the door. */
export const methodRow = <Request, Response extends object, Served>(
  { type, handle }: CallKind<Request, Served>,
  { rpc, answer, scope, metrics, maxReads }: MethodRules<Request, Response>,
  useCase: Served | undefined,
): MethodRow => {
  const name = rpc.path.slice(1);
  const record = metrics?.bind(name.slice(name.indexOf('/') + 1), 'grpc') ?? (() => {});
  const isRequestStream = type === 'bidi';
  return {
    path: rpc.path,
    guarded: (most) => {
      if (useCase === undefined) return { kind: 'absent', name, record };
      const maxMessageBytes = isRequestStream ? Math.min(most, maxStreamedBytes) : most;
      return { kind: 'keyed', name, scope, record, isRequestStream, maxMessageBytes };
    },
    register: (server, edge) => {
      if (useCase === undefined) return;
      const method = { name, scope, record, attributes: rpcAttributes(name), isStream: type !== 'unary' };
      const handler = handle(edge, method, boundedDecoder(rpc.requestDeserialize, maxReads), useCase);
      server.register(rpc.path, handler, encoder(answer), unboundedDecoder, type);
    },
  };
};

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
  const { estimates, enrichment: jobs } = useCases;
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
      estimates?.buildEstimate,
    ),
    serverStream(
      { rpc: EstimateService.watchEstimate, answer: EstimateResponse, ...estimate },
      estimates?.watchEstimate,
    ),
    unary({ rpc: EstimateService.getEstimate, answer: EstimateResponse, ...estimate }, estimates?.getEstimate),
    unary({ rpc: EstimateService.listEstimates, answer: ListEstimatesResponse, ...estimate }, estimates?.listEstimates),
    repeatable(
      { rpc: EstimateService.updateEstimate, answer: EstimateResponse, maxReads: maxReadsOfEstimate, ...estimate },
      estimates && nestedFields('changes', ['estimate_id', 'Idempotency-Key'], estimates.updateEstimate),
    ),
    unary({ rpc: EstimateService.cancelEstimate, answer: EstimateResponse, ...estimate }, estimates?.cancelEstimate),
    unary(
      { rpc: EstimateService.deleteEstimate, answer: DeleteEstimateResponse, ...estimate },
      estimates?.deleteEstimate,
    ),
    unary(
      { rpc: EstimateService.exportEstimate, answer: ExportEstimateResponse, ...estimate },
      estimates?.exportEstimate,
    ),
    unary({ rpc: EstimateService.getEstimateSheet, answer: EstimateSheet, ...estimate }, estimates?.getEstimateSheet),
    repeatable(
      { rpc: EstimateService.readEstimateAgain, answer: EstimateResponse, ...estimate },
      estimates && nestedFields('corrections', ['estimate_id', 'Idempotency-Key'], estimates.readEstimateAgain),
    ),
    repeatable(
      { rpc: EnrichmentService.requestEnrichment, answer: EnrichmentJob, ...enrichment },
      jobs?.requestEnrichment,
    ),
    serverStream({ rpc: EnrichmentService.watchJob, answer: EnrichmentJob, ...enrichment }, jobs?.watchJob),
  ];
};
