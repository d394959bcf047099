import { context, ROOT_CONTEXT, type Span, type SpanOptions, type Tracer, trace } from '@opentelemetry/api';
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

const loadSdk = () =>
  Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-grpc'),
    import('@grpc/grpc-js'),
  ]);

/**
 * Loads the SDK, which is large, and connects it with the collector at an address such as
 * `http://localhost:4317`. Throws when the certificates do not fit together.
 */
export const openSpanExport = async (
  { service, version }: { readonly service: string; readonly version: string },
  endpoint: string,
  tls?: CollectorTls,
): Promise<SpanExport> => {
  const [{ NodeSDK, tracing, resources }, { OTLPTraceExporter }, { ChannelCredentials }] = await loadSdk();
  const random = new tracing.RandomIdGenerator();
  let given: { readonly traceId: string; readonly spanId: string } | undefined;
  const credentials = endpoint.startsWith('https://')
    ? ChannelCredentials.createSsl(tls?.ca ?? null, tls?.key ?? null, tls?.cert ?? null)
    : ChannelCredentials.createInsecure();
  const exporter = new OTLPTraceExporter({ url: endpoint, credentials, timeoutMillis: queue.exportTimeoutMillis });
  const sdk = new NodeSDK({
    serviceName: service,
    resource: resources.resourceFromAttributes({ 'service.version': version }),
    spanProcessors: [new tracing.BatchSpanProcessor(exporter, queue)],
    idGenerator: {
      generateTraceId: () => given?.traceId ?? random.generateTraceId(),
      generateSpanId: () => given?.spanId ?? random.generateSpanId(),
    },
    // What is to be sampled is decided where work enters.
    sampler: new tracing.AlwaysOnSampler(),
    // Left out, both would send to a default collector of their own.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  });
  sdk.start();
  const tracer = trace.getTracer(service);
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
      const farewell = sdk.shutdown().catch(() => undefined);
      await settlesWithin(farewell, farewellMs);
      trace.disable();
      context.disable();
    },
  };
};
