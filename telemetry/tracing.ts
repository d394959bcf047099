import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  context as otelContext,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { currentContext, runInContext, type TelemetryContext } from './context.ts';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

/**
 * Traces over OpenTelemetry. Work enters at one place (`enterTrace`: a call, a tick, a delivered message), and there it is
 * decided whether it is sampled: as the caller decided, or by the configured ratio. Work that is not sampled opens no span at
 * all and costs a random trace id, which its log lines carry. Until `startTracing` is given a collector nothing is sampled.
 * When the collector is down spans are dropped by the exporter and the service goes on.
 */
export interface TracingOptions {
  readonly service: string;
  /** The collector's OTLP gRPC address, `http://localhost:4317`; undefined: no tracing. */
  readonly endpoint: string | undefined;
  /** The share of entries without a caller's decision that is sampled, 0 to 1. */
  readonly sampleRatio: number;
}

/** Running tracing. */
export interface Tracing {
  /** Sends what is left to the collector and stops. */
  shutdown(): Promise<void>;
}

/** The tracer and the ratio of the process; undefined while nothing is sampled. */
let sampling: { tracer: Tracer; ratio: number } | undefined;

/** Starts sending spans when a collector is configured. The OpenTelemetry SDK is loaded only then: it is large. */
export const startTracing = async ({ service, endpoint, sampleRatio }: TracingOptions): Promise<Tracing> => {
  if (endpoint === undefined) return { shutdown: async () => {} };
  const [{ NodeSDK }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-grpc'),
  ]);
  const sdk = new NodeSDK({
    serviceName: service,
    traceExporter: new OTLPTraceExporter({ url: endpoint }),
    // Left out, both would send to a default collector of their own.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  });
  sdk.start();
  sampling = { tracer: trace.getTracer(service), ratio: sampleRatio };
  return {
    shutdown: async () => {
      sampling = undefined;
      await sdk.shutdown();
      trace.disable();
      otelContext.disable();
    },
  };
};

/** Where work enters. */
export interface TraceEntry {
  /** The span's name and the operation of every log line: `svc.public.v1.Pricing/CalculatePrice`. */
  readonly name: string;
  readonly kind: 'server' | 'consumer' | 'internal';
  /** The W3C header of whoever caused the work; a damaged one is ignored. */
  readonly traceparent: string | undefined;
  readonly attributes?: Attributes;
  /** What else the log lines of the work carry. */
  readonly context: Omit<TelemetryContext, 'traceId' | 'spanId' | 'operation'>;
}

const spanKinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL } as const;

/**
 * Runs `work` as an entry: in a telemetry context with a trace id (the caller's, or a new one), inside a span when sampled.
 * `work` gets the `traceparent` to store and to send on; undefined when there is neither a caller's nor a span.
 */
export const enterTrace = <Result>(entry: TraceEntry, work: (traceparent: string | undefined) => Result): Result => {
  const remote = entry.traceparent === undefined ? undefined : parseTraceparent(entry.traceparent);
  const fields = { ...entry.context, operation: entry.name };
  if (sampling === undefined || !(remote?.sampled ?? Math.random() < sampling.ratio)) {
    const traceId = remote?.traceId ?? newTraceId();
    return runInContext({ traceId, ...fields }, () => work(remote && entry.traceparent));
  }
  const parent =
    remote === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, {
          traceId: remote.traceId,
          spanId: remote.parentId,
          traceFlags: 1,
          isRemote: true,
        });
  const span = sampling.tracer.startSpan(
    entry.name,
    { kind: spanKinds[entry.kind], attributes: entry.attributes ?? {} },
    parent,
  );
  const { traceId, spanId } = span.spanContext();
  return runInContext({ traceId, spanId, ...fields }, () =>
    otelContext.with(trace.setSpan(parent, span), () =>
      closing(span, () => work(formatTraceparent(traceId, spanId, true))),
    ),
  );
};

/**
 * Runs `work` inside a child span of the current one, which ends when the result settles and records what was thrown. Where
 * nothing is sampled it only calls `work`.
 */
export const withSpan = <Result>(name: string, attributes: Attributes, work: () => Result): Result => {
  if (sampling === undefined || trace.getActiveSpan() === undefined) return work();
  const span = sampling.tracer.startSpan(name, { attributes });
  const { traceId, spanId } = span.spanContext();
  return runInContext({ ...currentContext(), traceId, spanId }, () =>
    otelContext.with(trace.setSpan(otelContext.active(), span), () => closing(span, work)),
  );
};

/** The `traceparent` to send with an outgoing call or message; undefined when the work has no trace id. */
export const currentTraceparent = (): string | undefined => {
  const current = currentContext();
  if (current === undefined || current.traceId === '') return undefined;
  return formatTraceparent(current.traceId, current.spanId ?? newSpanId(), current.spanId !== undefined);
};

/** Half of every trace id of this process, so that counting the other half is enough: an id is made for every request. */
const processPart = randomBytes(8).toString('hex');
let idsMade = randomBytes(4).readUInt32BE();

/** 16 hexadecimal digits that this process gives once. */
const newSpanId = (): string => {
  idsMade += 1;
  return idsMade.toString(16).padStart(16, '0');
};

/** 32 hexadecimal digits that no process gives twice. */
const newTraceId = (): string => processPart + newSpanId();

/** Ends the span when the work has settled, whether it answers at once or with a promise. */
const closing = <Result>(span: Span, work: () => Result): Result => {
  const failed = (thrown: unknown): void => {
    span.setStatus({ code: SpanStatusCode.ERROR });
    if (thrown instanceof Error) span.setAttribute('error.type', thrown.name);
    span.end();
  };
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    result.then(() => span.end(), failed);
    return result;
  } catch (thrown) {
    failed(thrown);
    throw thrown;
  }
};
