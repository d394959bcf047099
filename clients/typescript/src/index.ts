/** A client of Offerstream over gRPC or HTTP, with the same operations and messages. */
export type * from '../../../proto/gen/svc/public/v1/catalog.ts';
export type * from '../../../proto/gen/svc/public/v1/common.ts';
export type * from '../../../proto/gen/svc/public/v1/enrichment.ts';
export type * from '../../../proto/gen/svc/public/v1/estimate.ts';
export type * from '../../../proto/gen/svc/public/v1/offers.ts';
export type * from '../../../proto/gen/svc/public/v1/pricing.ts';
export type { CallOptions, Client, ClientOptions } from './client.ts';
export type { Input } from './contract.ts';
export { connectGrpc, type GrpcOptions } from './grpc/connect-grpc.ts';
export { connectHttp, type HttpOptions } from './http/connect-http.ts';
export type { Code } from './offerstream-error.ts';
export { type ErrorDetails, type FieldViolation, OfferstreamError } from './offerstream-error.ts';
export { defaultRetryPolicy, type RetryPolicy } from './retry.ts';
