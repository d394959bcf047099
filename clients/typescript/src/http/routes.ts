import type {
  FindAlternatesRequest,
  GetProductRequest,
  ListCategoriesRequest,
  ProductFilter,
  SearchProductsRequest,
  StreamProductsRequest,
} from '../../../../proto/gen/svc/public/v1/catalog.ts';
import type { WatchJobRequest } from '../../../../proto/gen/svc/public/v1/enrichment.ts';
import type {
  ExportEstimateRequest,
  ListEstimatesRequest,
  ReadEstimateAgainRequest,
  UpdateEstimateRequest,
  WatchEstimateRequest,
} from '../../../../proto/gen/svc/public/v1/estimate.ts';
import { EstimateChanges, ReadingCorrections } from '../../../../proto/gen/svc/public/v1/estimate.ts';
import type { GetOffersRequest } from '../../../../proto/gen/svc/public/v1/offers.ts';
import type { Contract } from '../contract.ts';

/** What HTTP answers a request with. */
export type AnswerForm = 'json' | 'file' | 'lines' | 'events';

/** A request as HTTP has it. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  /** The document of the body; left out: none, or that of the message. */
  readonly body?: unknown;
}

/** Where an operation is over HTTP. */
export interface Route<Request> {
  readonly answer: AnswerForm;
  readonly requestOf: (request: Request) => HttpRequest;
  /** Whether the message itself is the body. */
  readonly sendsMessage: boolean;
}

const id = encodeURIComponent;

/** A parameter, where it has a value. */
const parameter = (name: string, value: string | number | boolean): readonly (readonly [string, string])[] =>
  value === '' || value === 0 || value === false ? [] : [[name, String(value)]];

const pairs = (name: string, values: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(values).map(([key, value]) => [name, `${key}:${value}`]);

const filterQuery = (filter: ProductFilter): readonly (readonly [string, string])[] => [
  ...parameter('manufacturer', filter.manufacturer),
  ...filter.lifecycleStatus.map((status) => ['lifecycle_status', status] as const),
  ...parameter('in_stock', filter.inStock),
  ...pairs('characteristic', filter.characteristics),
  ...pairs('range', filter.ranges),
  ...parameter('category', filter.category),
];

const get = <Request>(requestOf: (request: Request) => Omit<HttpRequest, 'method'>, answer: AnswerForm = 'json') => ({
  answer,
  requestOf: (request: Request) => ({ method: 'GET' as const, ...requestOf(request) }),
  sendsMessage: false,
});

const post = <Request>(path: string, answer: AnswerForm = 'json'): Route<Request> => ({
  answer,
  requestOf: () => ({ method: 'POST', path }),
  sendsMessage: true,
});

type EstimateName = { readonly estimateId: string };

const ofEstimate = (method: 'GET' | 'POST' | 'DELETE', suffix = ''): Route<EstimateName> => ({
  answer: 'json',
  requestOf: ({ estimateId }) => ({ method, path: `/v1/estimates/${id(estimateId)}${suffix}` }),
  sendsMessage: false,
});

/** Where each operation of the contract is. */
export const routes = {
  catalog: {
    searchProducts: get((asked: SearchProductsRequest) => ({
      path: '/v1/products',
      query: [
        ...parameter('q', asked.q),
        ...parameter('identity_profile_id', asked.identityProfileId),
        ...filterQuery(asked),
        ...asked.facets.map((facet) => ['facets', facet] as const),
        ...parameter('live', asked.live),
        ...Object.entries(asked.maxLookupCost).map(([id, units]) => ['max_lookup_cost', `${id}:${units}`] as const),
        ...parameter('limit', asked.limit),
        ...parameter('cursor', asked.cursor?.token ?? ''),
      ],
    })),
    getProduct: get((asked: GetProductRequest) => ({
      path: `/v1/products/${id(asked.id)}`,
      query: parameter('facts', asked.facts ?? false),
    })),
    listCategories: get((asked: ListCategoriesRequest) => ({
      path: '/v1/categories',
      query: [...parameter('under', asked.under), ...parameter('levels', asked.levels)],
    })),
    findAlternates: get((asked: FindAlternatesRequest) => ({
      path: `/v1/products/${id(asked.id)}/alternates`,
      query: parameter('limit', asked.limit),
    })),
    streamProducts: get(
      ({ identityProfileId, filter }: StreamProductsRequest) => ({
        path: '/v1/products/stream',
        query: [
          ...parameter('identity_profile_id', identityProfileId),
          ...(filter === undefined ? [] : filterQuery(filter)),
        ],
      }),
      'lines',
    ),
    matchParts: post('/v1/parts/match', 'lines'),
  },
  offers: {
    getOffers: get(({ canonicalId }: GetOffersRequest) => ({ path: `/v1/products/${id(canonicalId)}/offers` })),
  },
  pricing: {
    calculatePrice: post('/v1/pricing'),
    bulkCalculatePrice: post('/v1/pricing/bulk', 'lines'),
  },
  estimates: {
    buildEstimate: post('/v1/estimates'),
    getEstimate: get(({ estimateId }: EstimateName) => ({ path: `/v1/estimates/${id(estimateId)}` })),
    listEstimates: get(({ limit, cursor }: ListEstimatesRequest) => ({
      path: '/v1/estimates',
      query: [...parameter('limit', limit), ...parameter('cursor', cursor?.token ?? '')],
    })),
    updateEstimate: {
      answer: 'json',
      requestOf: ({ estimateId, changes }: UpdateEstimateRequest) => ({
        method: 'PATCH',
        path: `/v1/estimates/${id(estimateId)}`,
        body: changes === undefined ? {} : EstimateChanges.toJSON(changes),
      }),
      sendsMessage: false,
    },
    cancelEstimate: ofEstimate('POST', '/cancel'),
    deleteEstimate: ofEstimate('DELETE'),
    getEstimateSheet: ofEstimate('GET', '/sheet'),
    readEstimateAgain: {
      answer: 'json',
      requestOf: ({ estimateId, corrections }: ReadEstimateAgainRequest) => ({
        method: 'POST',
        path: `/v1/estimates/${id(estimateId)}/read-again`,
        body: corrections === undefined ? {} : ReadingCorrections.toJSON(corrections),
      }),
      sendsMessage: false,
    },
    exportEstimate: get(
      ({ estimateId, format, seller, cartForm }: ExportEstimateRequest) => ({
        path: `/v1/estimates/${id(estimateId)}/export`,
        query: [...parameter('format', format), ...parameter('seller', seller), ...parameter('cart_form', cartForm)],
      }),
      'file',
    ),
    watchEstimate: get(
      ({ estimateId, untilReady }: WatchEstimateRequest) => ({
        path: `/v1/estimates/${id(estimateId)}/events`,
        query: untilReady ? [['until', 'ready'] as const] : [],
      }),
      'events',
    ),
  },
  enrichment: {
    requestEnrichment: post('/v1/enrichment-jobs'),
    watchJob: get(({ jobId }: WatchJobRequest) => ({ path: `/v1/enrichment-jobs/${id(jobId)}/events` }), 'events'),
  },
} as const satisfies { readonly [Service in keyof Contract]: Readonly<Record<keyof Contract[Service], unknown>> };
