import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  createTraceState,
  context as otelContext,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { currentContext, runInContext, type TelemetryContext } from './context.ts';
import { type CollectorTls, openSpanExport, type SpanExport } from './trace-export.ts';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

/**
 * Traces over OpenTelemetry. Work enters at one place (`enterTrace`: a call, a tick, delivered
 * messages), and there it is decided whether it is sampled: as its cause decided, or by the
 * configured ratio. Work that is not sampled opens no span at all and costs a random trace id,
 * which its log lines carry. Until `startTracing` is given a collector nothing is sampled. When the
 * collector is down spans are dropped and the service goes on (`trace-export.ts`).
 */
export interface TracingOptions {
  readonly service: string;
  /** Of the service, `0.1.0`. */
  readonly version: string;
  /** The collector's OTLP gRPC address, `http://localhost:4317`; undefined: no tracing. */
  readonly endpoint: string | undefined;
  /** For `https://`. */
  readonly tls?: CollectorTls;
  readonly sampler: Sampler;
}

/** What decides whether an entry is sampled. */
export interface Sampler {
  /** Whether a caller that has decided for its own part decides for ours too. */
  readonly followsCaller: boolean;
  /** The share of the other entries, 0 to 1. */
  readonly ratio: number;
}

/** Running tracing. */
export interface Tracing {
  /** Sends what is left to the collector, for two seconds at most, and stops. */
  shutdown(): Promise<void>;
}

/** Where the spans of the process go, and which; undefined while nothing is sampled. */
let sampling: (SpanExport & { readonly sampler: Sampler }) | undefined;

/** Starts sending spans when a collector is configured. */
export const startTracing = async (options: TracingOptions): Promise<Tracing> => {
  const { service, version, endpoint, tls, sampler } = options;
  if (endpoint === undefined) return { shutdown: async () => {} };
  const { shutdown, ...spanExport } = await openSpanExport({ service, version }, endpoint, tls);
  sampling = { ...spanExport, shutdown, sampler };
  return {
    shutdown: () => {
      sampling = undefined;
      return shutdown();
    },
  };
};

/** What a span says of its work: plain values by name, never a secret. */
export type { Attributes } from '@opentelemetry/api';

/** Where work enters. */
export interface TraceEntry {
  /**
   * The span's name and the operation of every log line: `svc.public.v1.Pricing/CalculatePrice`.
   */
  readonly name: string;
  readonly kind: 'server' | 'consumer' | 'producer' | 'internal';
  /** The W3C header of the cause of the work; a damaged one is ignored. */
  readonly traceparent: string | undefined;
  /** The header that goes with it: what tracing systems on the way noted for themselves. */
  readonly tracestate?: string | undefined;
  /** Those of others who caused it too: the span is linked to theirs. */
  readonly links?: readonly string[];
  readonly attributes?: Attributes;
  /** What else the log lines of the work carry. */
  readonly context: Omit<TelemetryContext, 'traceId' | 'spanId' | 'operation'>;
}

const spanKinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
} as const;

/** The span of somebody else; undefined for a damaged header. */
const remoteSpan = (traceparent: string, tracestate?: string): SpanContext | undefined => {
  const remote = parseTraceparent(traceparent);
  if (remote === undefined) return undefined;
  const span = { traceId: remote.traceId, spanId: remote.parentId, traceFlags: remote.sampled ? 1 : 0, isRemote: true };
  return tracestate === undefined ? span : { ...span, traceState: createTraceState(tracestate) };
};

/** By the caller's word or the share; a trace of others by its id, so that all of it is alike. */
const isSampled = ({ followsCaller, ratio }: Sampler, remote: SpanContext | undefined): boolean => {
  if (remote === undefined) return Math.random() < ratio;
  return followsCaller ? remote.traceFlags === 1 : isSampledTrace(remote.traceId);
};

/**
 * The cause of work that many messages brought about at once: the first that is sampled is the
 * caller, so that the work is seen as soon as anybody looks, and the other ones are linked to.
 */
export const commonCause = (
  traceparents: Iterable<string | undefined>,
): Pick<TraceEntry, 'traceparent'> & { readonly links: readonly string[] } => {
  const distinct = [...new Set(traceparents)].filter((each) => each !== undefined);
  const traceparent = distinct.find((each) => parseTraceparent(each)?.sampled) ?? distinct[0];
  return { traceparent, links: distinct.filter((each) => each !== traceparent) };
};

/**
 * Runs `work` as an entry: in a telemetry context with a trace id (the caller's, or a new one),
 * inside a span when sampled. `work` gets the `traceparent` to store and to send on; undefined when
 * there is neither a caller's nor a span.
 */
export const enterTrace = <Result>(entry: TraceEntry, work: (traceparent: string | undefined) => Result): Result => {
  const remote = entry.traceparent === undefined ? undefined : remoteSpan(entry.traceparent, entry.tracestate);
  if (sampling === undefined || !isSampled(sampling.sampler, remote)) {
    const unsampled = { ...entry.context, operation: entry.name, traceId: remote?.traceId ?? newTraceId() };
    return runInContext(unsampled, () => work(remote && entry.traceparent));
  }
  const parent = remote === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
  const links = (entry.links ?? []).flatMap((link) => remoteSpan(link) ?? []).map((context) => ({ context }));
  const span = sampling.tracer.startSpan(
    entry.name,
    { kind: spanKinds[entry.kind], attributes: entry.attributes ?? {}, links },
    parent,
  );
  const { traceId, spanId } = span.spanContext();
  return runInContext({ ...entry.context, operation: entry.name, traceId, spanId }, () =>
    otelContext.with(trace.setSpan(parent, span), () =>
      closing(span, () => work(formatTraceparent(traceId, spanId, true))),
    ),
  );
};

/** A step of some work. */
export interface SpanOf<Result> {
  readonly name: string;
  /** `client` for what asks another process; left out: `internal`. */
  readonly kind?: keyof typeof spanKinds;
  /** Asked for only when the step is sampled. */
  readonly attributes?: () => Attributes;
  /** What the result says of the step; asked for only when it is sampled. */
  readonly outcome?: (result: Awaited<Result>) => Attributes;
}

/**
 * Runs `work` inside a child span of the current one, which ends when the result settles and
 * records what was thrown. Where nothing is sampled it only calls `work`.
 */
export const withSpan = <Result>(step: SpanOf<Result>, work: () => Result): Result => {
  if (sampling === undefined || trace.getActiveSpan() === undefined) return work();
  const span = sampling.tracer.startSpan(step.name, {
    kind: spanKinds[step.kind ?? 'internal'],
    attributes: step.attributes?.() ?? {},
  });
  const { traceId, spanId } = span.spanContext();
  return runInContext({ ...currentContext(), traceId, spanId }, () =>
    otelContext.with(trace.setSpan(otelContext.active(), span), () => closing(span, work, step.outcome)),
  );
};

/** Work that was done over a longer time, maybe by several processes, and has ended. */
export interface EndedWork {
  readonly name: string;
  /** Of the work itself; nothing is recorded when it says that the work is not sampled. */
  readonly traceparent: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly isFailure: boolean;
  readonly attributes: Attributes;
}

/** Records such work as the span that its parts have named as their parent all the while. */
export const recordSpan = ({ name, traceparent, startedAt, endedAt, isFailure, attributes }: EndedWork): void => {
  const own = parseTraceparent(traceparent);
  if (sampling === undefined || !own?.sampled) return;
  const ids = { traceId: own.traceId, spanId: own.parentId };
  const span = sampling.startAs(ids, name, { startTime: startedAt, attributes });
  if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endedAt);
};

/**
 * Whether work of which only the trace id is known is sampled: every process of one ratio says the
 * same of one id.
 */
export const isSampledTrace = (traceId: string): boolean =>
  sampling !== undefined && Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < sampling.sampler.ratio;

/**
 * Says more of the span of the work that runs now, and whether that has failed although nothing
 * was thrown: an entry that answers with an error of the service. Does nothing where nothing is
 * sampled.
 */
export const annotateSpan = (attributes: Attributes | undefined, isFailure = false): void => {
  if (sampling === undefined || attributes === undefined) return;
  const span = trace.getActiveSpan()?.setAttributes(attributes);
  if (isFailure) span?.setStatus({ code: SpanStatusCode.ERROR });
};

/**
 * The `traceparent` to send with an outgoing call or message; undefined when the work has no trace
 * id.
 */
export const currentTraceparent = (): string | undefined => {
  const current = currentContext();
  if (current === undefined || current.traceId === '') return undefined;
  return formatTraceparent(current.traceId, current.spanId ?? newSpanId(), current.spanId !== undefined);
};

/**
 * Half of every trace id of this process, so that counting the other half is enough: an id is made
 * for every request.
 */
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
const closing = <Result>(span: Span, work: () => Result, outcome?: (result: Awaited<Result>) => Attributes): Result => {
  const done = (result: Awaited<Result>): void => {
    if (outcome !== undefined) span.setAttributes(outcome(result));
    span.end();
  };
  const failed = (thrown: unknown): void => {
    span.setStatus({ code: SpanStatusCode.ERROR });
    if (thrown instanceof Error) span.setAttribute('error.type', thrown.name);
    span.end();
  };
  try {
    const result = work();
    if (result instanceof Promise) result.then(done, failed);
    else done(result as Awaited<Result>);
    return result;
  } catch (thrown) {
    failed(thrown);
    throw thrown;
  }
};
