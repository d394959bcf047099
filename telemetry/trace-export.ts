import { context, ROOT_CONTEXT, type Span, type SpanOptions, type Tracer } from '@opentelemetry/api';
import { settlesWithin } from '../concurrency/delay.ts';

/**
 * Where spans go: the OpenTelemetry SDK with a bounded queue in front of an OTLP gRPC exporter.
 * Ending a span puts it into the queue, which a timer sends on in batches. When the collector is
 * down or slow, a batch is given up after five seconds and what does not fit into the queue is
 * dropped: no work waits, memory is bounded, and nothing is logged a second time and again.
 */
export interface SpanExport {
  readonly tracer: Tracer;
  /** Starts a span without parent under ids that were known before it. */
  readonly startAs: (
    ids: { readonly traceId: string; readonly spanId: string },
    name: string,
    options: SpanOptions,
  ) => Span;
  /** Sends what is left, for two seconds at most, and stops. */
  readonly shutdown: () => Promise<void>;
}

/**
 * Certificates in PEM; undefined: the authorities that Node brings, and no certificate of our own.
 */
export interface CollectorTls {
  readonly ca: Buffer | undefined;
  readonly cert: Buffer | undefined;
  readonly key: Buffer | undefined;
}

const queue = { maxQueueSize: 4_096, maxExportBatchSize: 512, scheduledDelayMillis: 1_000, exportTimeoutMillis: 5_000 };

/** A collector that is down must not hold up the end of the service. */
const farewellMs = 2_000;

const loadSdk = async () => {
  const [sdk, resources, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { ChannelCredentials }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-grpc'),
      import('@grpc/grpc-js'),
    ]);
  return { ...sdk, ...resources, AsyncLocalStorageContextManager, OTLPTraceExporter, ChannelCredentials };
};

type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** What sends the spans: the service, and where it runs. */
const resourceOf = (
  { resourceFromAttributes, detectResources, envDetector, processDetector, hostDetector }: Sdk,
  service: string,
  version: string,
) =>
  resourceFromAttributes({ 'service.version': version })
    .merge(detectResources({ detectors: [envDetector, processDetector, hostDetector] }))
    .merge(resourceFromAttributes({ 'service.name': service }));

/**
 * Loads the SDK, which is large, and connects it with the collector at an address such as
 * `http://localhost:4317`. Throws when the certificates do not fit together.
 */
export const openSpanExport = async (
  { service, version }: { readonly service: string; readonly version: string },
  endpoint: string,
  tls?: CollectorTls,
): Promise<SpanExport> => {
  const sdk = await loadSdk();
  const { OTLPTraceExporter, ChannelCredentials } = sdk;
  const random = new sdk.RandomIdGenerator();
  let given: { readonly traceId: string; readonly spanId: string } | undefined;
  const credentials = endpoint.startsWith('https://')
    ? ChannelCredentials.createSsl(tls?.ca ?? null, tls?.key ?? null, tls?.cert ?? null)
    : ChannelCredentials.createInsecure();
  const exporter = new OTLPTraceExporter({ url: endpoint, credentials, timeoutMillis: queue.exportTimeoutMillis });
  const provider = new sdk.TracerProvider({
    resource: resourceOf(sdk, service, version),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, ...queue })],
    idGenerator: {
      generateTraceId: () => given?.traceId ?? random.generateTraceId(),
      generateSpanId: () => given?.spanId ?? random.generateSpanId(),
    },
    // What is to be sampled is decided where work enters.
    sampler: new sdk.AlwaysOnSampler(),
  });
  context.setGlobalContextManager(new sdk.AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer(service);
  return {
    tracer,
    startAs: (ids, name, options) => {
      given = ids;
      try {
        return tracer.startSpan(name, options, ROOT_CONTEXT);
      } finally {
        given = undefined;
      }
    },
    shutdown: async () => {
      // Spans that a collector does not take are lost, as they are while the service runs.
      const farewell = provider.shutdown().catch(() => undefined);
      await settlesWithin(farewell, farewellMs);
      context.disable();
    },
  };
};
