import type {
  BuildEstimateRequest,
  CancelEstimateRequest,
  DeleteEstimateRequest,
  DeleteEstimateResponse,
  EstimateResponse,
  ExportEstimateRequest,
  ExportEstimateResponse,
  GetEstimateRequest,
  ListEstimatesRequest,
  ListEstimatesResponse,
  WatchEstimateRequest,
} from '../../proto/gen/svc/public/v1/estimate.ts';
import type { StreamingUseCase, UseCase } from '../request/request-context.ts';

/** A request for an estimate, as either edge reads it. */
export interface RequestedEstimate extends BuildEstimateRequest {
  /** The `Idempotency-Key` that it came with; left out: none. */
  readonly idempotencyKey?: string | undefined;
}

/** What callers do with estimates. */
export interface EstimateUseCases {
  readonly buildEstimate: UseCase<RequestedEstimate, EstimateResponse>;
  readonly watchEstimate: StreamingUseCase<WatchEstimateRequest, EstimateResponse>;
  readonly getEstimate: UseCase<GetEstimateRequest, EstimateResponse>;
  readonly listEstimates: UseCase<ListEstimatesRequest, ListEstimatesResponse>;
  readonly cancelEstimate: UseCase<CancelEstimateRequest, EstimateResponse>;
  readonly deleteEstimate: UseCase<DeleteEstimateRequest, DeleteEstimateResponse>;
  readonly exportEstimate: UseCase<ExportEstimateRequest, ExportEstimateResponse>;
}
