import { type ClientDuplexStream, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { EnrichmentClient } from '../../proto/gen/svc/public/v1/enrichment.ts';
import { EstimateClient } from '../../proto/gen/svc/public/v1/estimate.ts';
import {
  type CalculatePriceRequest,
  PricingClient,
  type PricingResponse,
} from '../../proto/gen/svc/public/v1/pricing.ts';
import { watchEvents } from './server-sent-events.ts';
import type { Service } from './service.ts';

/** One stream that is open at a service. */
export interface OpenStream {
  readonly name: string;
  /** How it ended: the name of the gRPC status, and the text that goes with it. */
  readonly ended: Promise<{ readonly code: string; readonly detail: string }>;
  /** Whether it has ended. */
  readonly isOver: () => boolean;
  /** Leaves it. */
  close(): void;
}

/** What is watched. */
export interface Watched {
  readonly estimateId: string;
  readonly jobId: string;
}

const headersWith = (secret: string): Metadata => {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${secret}`);
  return metadata;
};

const tracked = (name: string, ended: OpenStream['ended'], close: () => void): OpenStream => {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  return { name, ended, isOver: () => isOver, close };
};

interface GrpcStream {
  on(event: 'error', listener: (error: ServiceError) => void): unknown;
  on(event: 'end' | 'data', listener: () => void): unknown;
  cancel(): void;
}

/** Resolves when the first message is there. */
const opened = async (name: string, stream: GrpcStream): Promise<OpenStream> => {
  const { promise: ended, resolve } = Promise.withResolvers<{ code: string; detail: string }>();
  const first = Promise.withResolvers<void>();
  stream.on('data', () => first.resolve());
  stream.on('end', () => resolve({ code: 'OK', detail: '' }));
  stream.on('error', ({ code, details }) => resolve({ code: status[code] ?? '', detail: details }));
  await Promise.race([
    first.promise,
    ended.then(({ code, detail }) => {
      throw new Error(`${name} ended with ${code} ${detail} before its first message`);
    }),
  ]);
  return tracked(name, ended, () => stream.cancel());
};

const codeByProblem: Readonly<Record<string, string>> = {
  '/problems/unauthenticated': 'UNAUTHENTICATED',
  '/problems/permission-denied': 'PERMISSION_DENIED',
  '/problems/conflict': 'ABORTED',
};

/**
 * Opens a stream of server-sent events and waits for its first. The last event says how it ended.
 */
const openEvents = async (name: string, url: string, secret: string): Promise<OpenStream> => {
  const leaving = new AbortController();
  const events = watchEvents(url, { 'x-api-key': secret }, leaving.signal);
  await events.next();
  const toEnd = async () => {
    let last: { readonly type?: string; readonly detail?: string } = {};
    try {
      for await (const event of events) last = event as typeof last;
    } catch (error) {
      return { code: 'CONNECTION', detail: String(error) };
    }
    return { code: codeByProblem[last.type ?? ''] ?? 'OK', detail: last.detail ?? '' };
  };
  return tracked(name, toEnd(), () => leaving.abort());
};

/**
 * Opens one stream of every kind with a key or token, and waits until each has delivered something.
 */
export const openStreams = async (
  service: Service,
  secret: string,
  { estimateId, jobId }: Watched,
): Promise<readonly OpenStream[]> => {
  const metadata = headersWith(secret);
  const plain = credentials.createInsecure();
  const clients = {
    pricing: new PricingClient(service.grpcAddress, plain),
    estimate: new EstimateClient(service.grpcAddress, plain),
    enrichment: new EnrichmentClient(service.grpcAddress, plain),
  };
  const bulk: ClientDuplexStream<CalculatePriceRequest, PricingResponse> = clients.pricing.bulkCalculatePrice(metadata);
  bulk.write({ offerId: 'ofr_none', quantity: 1, deliveryZone: '', date: undefined });
  const streams = await Promise.all([
    opened('BulkCalculatePrice', bulk),
    opened('WatchEstimate', clients.estimate.watchEstimate({ estimateId, untilReady: false }, metadata)),
    opened('WatchJob', clients.enrichment.watchJob({ jobId }, metadata)),
    openEvents('events of an estimate', `${service.httpUrl}/v1/estimates/${estimateId}/events`, secret),
    openEvents('events of a job', `${service.httpUrl}/v1/enrichment-jobs/${jobId}/events`, secret),
  ]);
  void Promise.all(streams.map(({ ended }) => ended)).then(() => {
    for (const client of Object.values(clients)) client.close();
  });
  return streams;
};
