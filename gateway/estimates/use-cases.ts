import type { Observable } from 'rxjs';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { Estimate } from '../../domain/estimate/estimate.ts';
import type { Estimates } from '../../domain/estimate/ports.ts';
import type {
  BuildEstimateRequest,
  CancelEstimateRequest,
  DeleteEstimateRequest,
  DeleteEstimateResponse,
  EstimateResponse,
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
} from '../../proto/gen/svc/public/v1/estimate.ts';
import type { Cursors } from '../request/paging.ts';
import type { Repeatable, StreamingUseCase, UseCase } from '../request/request-context.ts';

import type { KnownOffersDependencies } from './known-offers.ts';
import type { NamedSuppliersDependencies } from './named-suppliers.ts';

/** Dependencies of these use cases. */
export interface EstimateUseCaseDependencies extends KnownOffersDependencies, NamedSuppliersDependencies {
  readonly estimates: Estimates;
  /** The states of a customer's estimate while it is watched. */
  readonly watch: (estimateId: string, customerId: string) => Observable<Estimate>;
  /**
   * Called when an estimate has changed or was removed, so that watchers in all processes re-read
   * it.
   */
  readonly onChange: (estimateId: string) => void;
  /** Called when work was queued. */
  readonly onQueued: () => void;
  readonly newId: () => string;
  readonly zones: readonly string[];
  /** Products by id, in any order; unknown ones are left out. */
  readonly products: CatalogStore['products'];
  /** What alternates of products that a person chooses are found by. */
  readonly cursors: Cursors;
  /** Ready estimates are kept up to date for so long after somebody has looked at them. */
  readonly liveMs: number;
}

/** A request for an estimate. */
export type RequestedEstimate = Repeatable<BuildEstimateRequest>;

/** A change of an estimate. */
export type RequestedChange = Repeatable<UpdateEstimateRequest>;

/** Another reading of a document. */
export type RequestedReading = Repeatable<ReadEstimateAgainRequest>;

/** What callers do with estimates. */
export interface EstimateUseCases {
  readonly buildEstimate: UseCase<RequestedEstimate, EstimateResponse>;
  readonly watchEstimate: StreamingUseCase<WatchEstimateRequest, EstimateResponse>;
  readonly getEstimate: UseCase<GetEstimateRequest, EstimateResponse>;
  readonly listEstimates: UseCase<ListEstimatesRequest, ListEstimatesResponse>;
  readonly updateEstimate: UseCase<RequestedChange, EstimateResponse>;
  readonly cancelEstimate: UseCase<CancelEstimateRequest, EstimateResponse>;
  readonly deleteEstimate: UseCase<DeleteEstimateRequest, DeleteEstimateResponse>;
  readonly exportEstimate: UseCase<ExportEstimateRequest, ExportEstimateResponse>;
  readonly getEstimateSheet: UseCase<GetEstimateSheetRequest, EstimateSheet>;
  readonly readEstimateAgain: UseCase<RequestedReading, EstimateResponse>;
}
